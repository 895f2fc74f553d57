// @ts-check
// The element with the texts and addresses of a live page, and the version the page shows.

import { required } from "../site/dom.js";

export const page = required(document.getElementById("live"));

export const version = () => document.getElementById("version")?.dataset.version ?? "";
