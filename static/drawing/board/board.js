// @ts-check
// The map: shows facts about territories, accepts choices, and stays in step with the panel.

import "./gestures.js";
import "./keyboard.js";
import { closest, find, required } from "../../site/dom.js";
import { accessibleName, hideCard, refreshCard, showCard, showCardAtBadge } from "./card.js";
import {
  amountOf,
  choiceOf,
  choose,
  chosenTerritories,
  isAnyOpen,
  isSettled,
  lessonPlaces,
  numberField,
  readChoices,
  shownOffer,
} from "./choices.js";
import { board, land, territories, territoryAt, territoryOf, viewport } from "./elements.js";
import { fill, rememberedFill } from "./fill.js";
import { isDragging, isGesture, takeGesture } from "./gestures.js";
import { loadLanes } from "./lanes.js";
import { namePressed, showMarkedNames } from "./marked-names.js";
import { clearMarks, markChoice, showFocus } from "./marks.js";
import { showRoute } from "./route.js";
import { bringIntoView, closeUpOn, follow, showWhole, showZoom, zoomBy } from "./zoom.js";

let isRefreshing = false;
let chosenBefore = "";
/**
 * The territory last pressed in the panel.
 * @type {SVGGElement | null}
 */
let pressed = null;

/** Bring the territories of a new decision or choice into view, unless the player is moving the map. */
function showChosen() {
  const chosen = chosenTerritories();
  const names = [shownOffer(), ...chosen.map((territory) => territory.id)].join(" ");
  if (names === chosenBefore) return;
  chosenBefore = names;
  // An introduction shows other territories first.
  if (isDragging() || document.querySelector(".introduction:not([hidden])")) return;
  const open = territories().filter((each) => choiceOf(each)?.isChosen === false);
  const lesson = lessonPlaces();
  const targets = open.filter(isTarget);
  if (!chosen.length) closeUpOn(lesson);
  else if (chosen.length === 1 && targets.length) closeUpOn([...chosen, ...targets]);
  if (lesson.length && !chosen.length) bringIntoView(lesson);
  else if (!chosen.length) follow(open, [...open.filter(hasArmies), ...strongestSource(open)]);
  else if (chosen.length === 1) bringIntoView([...chosen, ...nearest(targets)]);
  // The target of a fleet may be far from the source.
  else bringIntoView([...chosen.filter(isTarget), ...chosen.filter((each) => !isTarget(each))]);
}

/** The targets by land if there are any: those by sea may be far away. @param {SVGGElement[]} targets */
function nearest(targets) {
  const byLand = targets.filter((each) => !choiceOf(each)?.control.dataset.route);
  return byLand.length ? byLand : targets;
}

/** The source with most armies, if sources are to choose. @param {SVGGElement[]} open */
function strongestSource(open) {
  const sources = open.filter((each) => choiceOf(each)?.role === "source");
  return sources.sort((one, other) => armiesOn(other) - armiesOn(one)).slice(0, 1);
}

/** @param {SVGGElement} territory */
const armiesOn = (territory) => Number(find(territory, ".badge-row text", SVGTextElement)?.textContent ?? 0);

/** Whether the panel has armies to place in a territory. @param {SVGGElement} territory */
function hasArmies(territory) {
  const choice = choiceOf(territory);
  return choice !== undefined && numberField(choice) !== null && amountOf(choice) > 0;
}

/** @param {SVGGElement} territory */
const isTarget = (territory) => choiceOf(territory)?.role === "target";

function refresh() {
  isRefreshing = false;
  readChoices();
  clearMarks();
  board.classList.toggle("is-choosing", isAnyOpen());
  const focused = document.activeElement?.closest(".territory") ?? null;
  territories().forEach((territory, index) => {
    const isTabStop = focused ? territory === focused : index === 0;
    refreshTerritory(territory, isTabStop);
  });
  const isPressed = pressed && choiceOf(pressed)?.isChosen === false;
  if (focused?.matches(":focus-visible")) showFocus(focused);
  else if (isPressed) showFocus(pressed);
  showRoute();
  showChosen();
  showMarkedNames();
  refreshCard();
}

/**
 * @param {SVGGElement} territory
 * @param {boolean} isTabStop
 */
function refreshTerritory(territory, isTabStop) {
  const choice = choiceOf(territory);
  const isOpen = Boolean(choice) && !isSettled(territory);
  territory.classList.toggle("is-choosable", isOpen);
  territory.classList.toggle("is-chosen", Boolean(choice?.isChosen));
  territory.setAttribute("role", isOpen ? "button" : "group");
  territory.setAttribute("tabindex", isOpen || isTabStop ? "0" : "-1");
  territory.setAttribute("aria-label", accessibleName(territory));
  if (choice) markChoice(territory, choice);
}

/** Refresh once, at the next animation frame, however many changes there are until then. */
function refreshSoon() {
  if (isRefreshing) return;
  isRefreshing = true;
  requestAnimationFrame(refresh);
}

function leave() {
  hideCard();
  showRoute();
}

/** @param {PointerEvent} event */
function onOver(event) {
  if (event.pointerType !== "mouse" || isDragging()) return;
  const territory = territoryAt(event);
  if (!territory) return leave();
  showCard(territory, event.clientX, event.clientY);
  showRoute(territory);
}

/** @param {FocusEvent} event */
function onFocus(event) {
  const territory = territoryAt(event);
  if (!territory?.matches(":focus-visible")) return;
  bringIntoView([territory]);
  showFocus(territory);
  showCardAtBadge(territory);
  showRoute(territory);
}

/** @param {MouseEvent} event */
function onClick(event) {
  const button = closest(event, "button", HTMLButtonElement);
  if (button?.dataset.fill) return fill(button.dataset.fill);
  if (button?.dataset.zoom) return useZoomButton(button);
  if (closest(event, ".board-tooltip-hint", Element)) {
    return document.getElementById("panel")?.scrollIntoView();
  }
  if (!takeGesture()) clickTerritory(territoryAt(event), event);
}

/** @param {HTMLButtonElement} button */
function useZoomButton(button) {
  if (button.dataset.zoom === "in") zoomBy(1.5);
  else if (button.dataset.zoom === "out") zoomBy(1 / 1.5);
  else showWhole();
  // A disabled button loses the focus.
  if (button.disabled) find(board, "[data-zoom]:enabled", HTMLButtonElement)?.focus();
}

/**
 * @param {SVGGElement | null} territory
 * @param {MouseEvent} event
 */
function clickTerritory(territory, event) {
  namePressed(territory);
  if (!territory) return hideCard();
  const choice = choiceOf(territory);
  if (!choice || territory.classList.contains("is-choosable")) choose(territory, event.shiftKey ? -1 : 1);
  // A link leads to the next step, whose choices the card would cover. On a touch screen, the card would
  // cover the map while armies are placed.
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (choice?.control.matches("a") || (numberField(choice) && isTouch)) hideCard();
  else showCard(territory, event.clientX, event.clientY);
  showRoute(territory);
}

/** A right click takes an army back. @param {MouseEvent} event */
function onContextMenu(event) {
  const territory = territoryAt(event);
  if (!territory || !numberField(choiceOf(territory))) return;
  event.preventDefault();
  if (!isGesture()) choose(territory, -1);
}

/** The territory that an event in the panel concerns. @param {Event} event */
function territoryInPanel(event) {
  const row = closest(event, "#panel .placing-row", HTMLElement);
  const control = row
    ? find(row, "[data-territory]", HTMLElement)
    : closest(event, "#panel [data-territory][data-role]", HTMLElement);
  return control && territoryOf(required(control.dataset.territory));
}

/** Highlight on the map the territory hovered or focused in the panel. @param {Event} event */
function onPanelEnter(event) {
  const territory = territoryInPanel(event);
  if (!territory) return;
  showFocus(territory);
  showRoute(territory);
}

/** Keep the territory pressed in the panel highlighted, and in view. @param {Event} event */
function onPanelPress(event) {
  pressed = territoryInPanel(event);
  if (!pressed) return;
  namePressed(pressed);
  bringIntoView([pressed]);
  showFocus(pressed);
}

/** @param {Event} event */
function onPanelLeave(event) {
  if (!territoryInPanel(event)) return;
  showFocus(null);
  showRoute();
}

board.addEventListener("click", onClick);
for (const name of ["scale", "outlined"]) {
  board.addEventListener(name, () => requestAnimationFrame(showMarkedNames));
}
land.addEventListener("contextmenu", onContextMenu);
land.addEventListener("pointerover", onOver);
land.addEventListener("pointerleave", (event) => {
  if (event.pointerType === "mouse") leave();
});
viewport.addEventListener("focusin", onFocus);
viewport.addEventListener("focusout", () => {
  showFocus(null);
  leave();
});
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, onPanelEnter);
document.addEventListener("click", onPanelPress);
for (const name of ["pointerout", "focusout"]) document.addEventListener(name, onPanelLeave);
document.addEventListener("htmx:afterSettle", refreshSoon);
for (const name of ["input", "change", "reset"]) {
  document.addEventListener(name, (event) => {
    if (closest(event, "#panel", HTMLElement)) refreshSoon();
  });
}

fill(rememberedFill());
showZoom();
refresh();
loadLanes().then(refreshSoon, () => {});
