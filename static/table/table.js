// @ts-check
// What surrounds the board: tabs, stage, diplomacy, hints, and announcements to screen readers.

import "./absence.js";
import "./announcer.js";
import "./diplomacy.js";
import "./forms.js";
import "./hints.js";
import "./rule-links.js";
import "./stage.js";
import "./tabs.js";
