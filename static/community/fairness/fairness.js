// @ts-check
// Public values, receipts, copy buttons, and CSRF tokens for forms rendered without one.

import "./copy.js";
import "./csrf-token.js";
import "./public-value.js";
import "./receipts/keep.js";
