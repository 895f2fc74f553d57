// @ts-check
// Colours the map by owner or by empire, and stores the choice in this browser.

import { findAll } from "../../site/dom.js";
import { board } from "./elements.js";

const KEY = "board-fill";

/** @param {string} mode */
export function fill(mode) {
  board.dataset.fill = mode;
  for (const button of findAll(board, ".board-tools [data-fill]", HTMLElement)) {
    button.setAttribute("aria-pressed", String(button.dataset.fill === mode));
  }
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage may be blocked; the choice is then not stored.
  }
}

export function rememberedFill() {
  try {
    return localStorage.getItem(KEY) === "empires" ? "empires" : "owners";
  } catch {
    return "owners";
  }
}
