// @ts-check
// The panel, the forms beside it, and the wish list.

import "./fresh-key.js";
import "./lazy-forms.js";
import "./more-below.js";
import "./opened.js";
import "./place-armies.js";
import "./refresh.js";
import "./saved.js";
import "./shortened.js";
import "./stepper.js";
import "./take-back.js";
import "./wishes.js";
