// @ts-check
// Element lookups with a type check.

/**
 * The first match of a selector within `root`, or null if there is none of this type.
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} type
 * @returns {E | null}
 */
export function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}

/**
 * All matches of a selector within `root` that are of this type.
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} type
 * @returns {E[]}
 */
export function findAll(root, selector, type) {
  /** @type {NodeListOf<Element>} */
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(/** @returns {element is E} */ (element) => element instanceof type);
}

/**
 * The closest match of a selector at or above the target of an event, or null.
 * @template {Element} E
 * @param {Event} event
 * @param {string} selector
 * @param {new () => E} type
 * @returns {E | null}
 */
export function closest(event, selector, type) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof type ? element : null;
}

/**
 * Call a function once the browser has laid out the next frame, so that it may measure boxes without another
 * layout: a new observer reports at once.
 * @param {() => void} measure
 */
export function afterLayout(measure) {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    measure();
  });
  observer.observe(document.documentElement);
}

/**
 * Return a value that must exist; throw an error if it is missing.
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function required(value) {
  if (value === null || value === undefined) throw new Error("An element of the page is missing.");
  return value;
}
