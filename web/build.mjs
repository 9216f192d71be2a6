// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bundles the page: node build.mjs OUTPUT_FOLDER. Names of files contain a hash of their content, index.html excepted.
import { build } from "esbuild";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
if (process.argv.length !== 3) {
  console.error("usage: node build.mjs OUTPUT_FOLDER");
  process.exit(2);
}
const out = resolve(process.argv[2]);
const assets = join(out, "files");
rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });

const result = await build({
  absWorkingDir: web,
  entryPoints: ["src/main.ts"],
  outdir: assets,
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  metafile: true,
  logLevel: "warning",
});
const names = Object.keys(result.metafile.outputs).map((path) => basename(path)).sort();
const style = names.find((name) => /^main-.*\.css$/.test(name));
const script = names.find((name) => /^main-.*\.js$/.test(name));
const html = readFileSync(join(web, "src/index.html"), "utf8");
writeFileSync(join(assets, "index.html"), html.replace("%STYLE%", `page/${style}`).replace("%SCRIPT%", `page/${script}`));
