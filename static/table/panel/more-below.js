// @ts-check
// The sign above the panel’s buttons that a part of the panel is below them, on phones held sideways.

import { find } from "../../site/dom.js";
import { onceRedrawn } from "./redrawn.js";

const isSideways = matchMedia("(max-height: 34rem) and (orientation: landscape)");
const FOOT = ".panel-foot, .placing-bar, .panel-form:not(.begin) > .primary";
const HIDDEN = 8; // pixels of the panel that may be below its buttons without a sign
const STEP = 0.6; // how far a press on the sign scrolls, as a share of the column's height

const sheet = find(document, ".table-sheet", HTMLElement);

function refresh() {
  const panel = document.getElementById("panel");
  const sign = panel && find(panel, ".panel-more", HTMLElement);
  const content = panel && find(panel, ".panel-scroll", HTMLElement);
  const foot = panel && find(panel, FOOT, HTMLElement);
  if (!sign || !content || !foot || !isSideways.matches) return;
  // The buttons are at the end of the content unless they stick to the edge of the column.
  const { top, bottom } = foot.getBoundingClientRect();
  sign.hidden = content.getBoundingClientRect().bottom - bottom <= HIDDEN;
  const edge = sheet?.getBoundingClientRect().bottom ?? bottom;
  panel.style.setProperty("--foot-height", `${edge - top}px`);
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (!(event.target instanceof Element) || !event.target.closest(".panel-more")) return;
  sheet?.scrollBy({ top: STEP * sheet.clientHeight });
}

sheet?.addEventListener("scroll", onceRedrawn(refresh), { passive: true });
sheet?.addEventListener("click", onClick);
