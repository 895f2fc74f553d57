// The script runs twice: in the page, and as a worker made from its own text, where it verifies.

import { startPage } from "./page.js";
import { verify } from "./verify.js";

const isWorker = typeof document === "undefined";
if (isWorker) {
  addEventListener("message", async ({ data: { source, known } }) => {
    try {
      postMessage({ result: await verify(source, known, (done, of) => postMessage({ done, of })) });
    } catch (error) {
      postMessage({ failure: String(error) });
    }
  });
} else {
  startPage(document.currentScript?.textContent ?? "");
}
