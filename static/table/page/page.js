// @ts-check
// All scripts of a table.

import "../../site/site.js";
import "../../web/live/live.js";
import "../../drawing/board/board.js";
import "../panel/panel.js";
import "../../community/fairness/fairness.js";
import "../../playing/clocks/countdown.js";
import "../table.js";
