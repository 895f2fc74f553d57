// @ts-check
// The element with the texts and URLs of a live page, and the version that the page shows.

import { required } from "../../site/dom.js";

export const page = required(document.getElementById("live"));

export const version = () => document.getElementById("version")?.dataset.version ?? "";
