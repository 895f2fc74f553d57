// @ts-check
// Live pages: frames over the socket, the turn alert, presence, and outages.

import "./focus.js";
import "./outage.js";
import "./presence.js";
import "./socket.js";
import "./turn-alert.js";
