// @ts-check
// Public values, copy buttons, and forms that were drawn without a token.

import "./copy.js";
import "./csrf-token.js";
import "./public-value.js";
