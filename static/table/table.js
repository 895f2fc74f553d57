// @ts-check
// The sections around the board: tabs, scenes, diplomacy, hints and screen reader announcements.

import "./log/attack-lines.js";
import "./absence.js";
import "./announcer.js";
import "./diplomacy.js";
import "./forms.js";
import "./hand.js";
import "./hints.js";
import "./messages.js";
import "./outcome.js";
import "./log/log-filter.js";
import "./rules/rule-links.js";
import "./rules/rule-beside.js";
import "./scenes/scenes.js";
import "./sheet.js";
import "./shortcuts.js";
import "./tabs.js";
import "../sound/volume-control.js";
import "../talk/sent.js";
import "./log/turns.js";
