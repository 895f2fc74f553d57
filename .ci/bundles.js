// Writes castlerisk_site/bundles/: every module and style sheet below in one file with all that it imports.
// With --check, fails if that folder does not match the sources.

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const FOLDER = "castlerisk_site/bundles";
/** What no template names as a module. */
const OTHERS = ["table/page/page.css", "table/replay/page.css", "community/fairness/receipts/checker.js"];
const SCRIPT = /<script type="module" src="\{% static '([^']+)' %\}"/g;

/** The modules that templates name. */
function scripts() {
  const texts = globSync("templates/**/*.html").map((path) => readFileSync(path, "utf8"));
  return new Set(texts.flatMap((text) => [...text.matchAll(SCRIPT)].map(([, name]) => name)));
}

/** The bundles by path. They stay readable, because compression already makes them small. */
async function bundles() {
  const { outputFiles } = await build({
    entryPoints: [...scripts(), ...OTHERS].map((name) => join("static", name)),
    outbase: "static",
    outdir: FOLDER,
    bundle: true,
    write: false,
    format: "esm",
    charset: "utf8",
    // Keep the names of pictures and fonts, relative to the bundle.
    loader: { ".svg": "file", ".woff2": "file" },
    assetNames: "[dir]/[name]",
  });
  const files = outputFiles.filter(({ path }) => /\.(css|js)$/.test(path));
  return new Map(files.map(({ path, text }) => [relative("", path), text]));
}

/** The existing bundles by path. */
function existing() {
  const paths = globSync(`${FOLDER}/**/*.*`);
  return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

/** @param {Map<string, string>} files */
function write(files) {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Set the exit status, and name the files that differ. @param {Map<string, string>} files */
function check(files) {
  const kept = existing();
  const paths = new Set([...files.keys(), ...kept.keys()]);
  const wrong = [...paths].filter((path) => files.get(path) !== kept.get(path));
  if (!wrong.length) return;
  process.exitCode = 1;
  console.error(`Not up to date: ${wrong.join(", ")}. Run "make bundles".`);
}

const act = process.argv.includes("--check") ? check : write;
act(await bundles());
