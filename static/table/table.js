// @ts-check
// The sections around the board: tabs, stage, diplomacy, hints and screen reader announcements.

import "./absence.js";
import "./announcer.js";
import "./diplomacy.js";
import "./forms.js";
import "./hints.js";
import "./rule-links.js";
import "./sheet.js";
import "./stage.js";
import "./tabs.js";
