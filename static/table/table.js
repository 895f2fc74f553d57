// @ts-check
// The sections around the board: tabs, animations, diplomacy, hints and screen reader announcements.

import "./log/attack-lines.js";
import "./sidebar/absence.js";
import "./announcer.js";
import "./sidebar/diplomacy.js";
import "./forms.js";
import "./sidebar/hand.js";
import "./sidebar/hints.js";
import "./messages.js";
import "./sidebar/outcome.js";
import "./log/log-filter.js";
import "./rules/rule-links.js";
import "./rules/rule-beside.js";
import "./animations/animations.js";
import "./sheet.js";
import "./shortcuts.js";
import "./tabs.js";
import "../sound/volume-control.js";
import "../community/talk/sent.js";
import "./log/turns.js";
