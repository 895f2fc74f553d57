// @ts-check
// Keeps a page live: frames over the socket, the alert that it is one's turn, and outages.

import "./focus.js";
import "./outage.js";
import "./socket.js";
import "./turn-alert.js";
