// @ts-check
// Live pages: frames over the socket, the turn alert, and outages.

import "./focus.js";
import "./outage.js";
import "./socket.js";
import "./turn-alert.js";
