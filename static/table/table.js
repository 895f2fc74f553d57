// @ts-check
// The sections around the board: tabs, scenes, diplomacy, hints and screen reader announcements.

import "./absence.js";
import "./announcer.js";
import "./diplomacy.js";
import "./forms.js";
import "./hints.js";
import "./log-filter.js";
import "./rule-links.js";
import "./rule-beside.js";
import "./scenes.js";
import "./sheet.js";
import "./shortcuts.js";
import "./tabs.js";
import "./turns.js";
