// @ts-check
// Loaded on every page.

import "./menu.js";
import "./theme.js";
import { findAll } from "./dom.js";

for (const element of findAll(document, "[data-with-script]", HTMLElement)) element.hidden = false;
