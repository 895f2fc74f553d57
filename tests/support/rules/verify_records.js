// Runs the site's verifier on records: reads a JSON list of {text, known}, writes the list of results.

import { readFileSync } from "node:fs";
import { verify } from "../../../static/community/fairness/verifier/verify.js";

const found = [];
for (const { text, known } of JSON.parse(readFileSync(0, "utf8"))) found.push(await verify(text, known));
process.stdout.write(JSON.stringify(found));
