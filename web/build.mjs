// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bundles the page: node build.mjs OUTPUT_FOLDER. It writes there
//   files/           what the server gives away; names contain a hash of the content, index.html excepted
//   gzip/            the same compressed, where that saves bytes
//   page_files.S     the bytes of all these for the assembler
//   page_files.cpp   their table (gs/web/page/page_files.h)
//   page_files.d     the sources, for the build system
// The same sources give the same bytes.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url));
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

// Bundles src/main.ts into a folder; returns the sources that were read.
async function bundle(files) {
  const result = await build({
    absWorkingDir: web,
    entryPoints: ["src/main.ts"],
    outdir: files,
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    metafile: true,
    logLevel: "warning",
  });
  const names = Object.keys(result.metafile.outputs).map((path) => basename(path));
  const one = (pattern) => {
    const found = names.filter((name) => pattern.test(name));
    if (found.length !== 1) throw new Error(`${found.length} outputs match ${pattern}, expected 1`);
    return `page/${found[0]}`;
  };
  const html = readFileSync(join(web, "src/index.html"), "utf8");
  const page = html.replace("%STYLE%", one(/^main-.*\.css$/)).replace("%SCRIPT%", one(/^main-.*\.js$/));
  writeFileSync(join(files, "index.html"), page);
  return ["src/index.html", ...Object.keys(result.metafile.inputs)].map((path) => join(web, path));
}

// The licences of the packages whose code is in the bundle.
function licences(sources) {
  const folders = new Set();
  for (const source of sources) {
    const match = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(source);
    if (match) folders.add(match[1]);
  }
  return [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry));
    if (!file) throw new Error(`${folder} has no licence file`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  }).join("\n\n");
}

// Writes page_files.S and page_files.cpp for the files of a folder.
function embed(out) {
  const names = readdirSync(join(out, "files")).sort((a, b) => (b === "index.html") - (a === "index.html") || (a < b ? -1 : 1));
  const assembly = ['  .section .rodata.gs_page, "a"'];
  const table = [];
  const symbols = [];
  const add = (path, bytes, symbol) => {
    assembly.push(`  .global ${symbol}, ${symbol}_end`, `${symbol}:  // ${createHash("sha256").update(bytes).digest("hex")}`,
      `  .incbin "${path}"`, `${symbol}_end:`);
    symbols.push(`extern const std::byte ${symbol}[], ${symbol}_end[];`);
    return `{${symbol}, ${symbol}_end}`;
  };
  names.forEach((name, i) => {
    const bytes = readFileSync(join(out, "files", name));
    const packed = gzipSync(bytes, { level: 9 });
    const saves = packed.length < bytes.length;
    if (saves) writeFileSync(join(out, "gzip", name), packed);
    const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 20);
    const plain = add(`files/${name}`, bytes, `gs_page_${i}`);
    const gzip = saves ? add(`gzip/${name}`, packed, `gs_page_${i}_gzip`) : "{}";
    const type = types[extname(name)];
    if (!type) throw new Error(`${name}: no media type is known for this ending`);
    const url = name === "index.html" ? "/" : `/page/${name}`;
    table.push(`    {"${url}", "${type}", "\\"${tag}\\"", ${/-[A-Z0-9]{8}\./.test(name)}, ${plain}, ${gzip}},`);
  });
  // An object without this section would make the stack executable.
  assembly.push('  .section .note.GNU-stack, "", %progbits', "");
  writeFileSync(join(out, "page_files.S"), assembly.join("\n"));
  writeFileSync(join(out, "page_files.cpp"), `// Written by web/build.mjs.
#include "gs/web/page/page_files.h"

extern "C" {
${symbols.join("\n")}
}

namespace gs::web {

std::span<const PageFile> page_files() {
  static const PageFile kFiles[] = {
${table.join("\n")}
  };
  return kFiles;
}

}  // namespace gs::web
`);
}

if (process.argv.length !== 3) {
  console.error("usage: node build.mjs OUTPUT_FOLDER");
  process.exit(2);
}
const out = resolve(process.argv[2]);
for (const folder of ["files", "gzip"]) {
  rmSync(join(out, folder), { recursive: true, force: true });
  mkdirSync(join(out, folder), { recursive: true });
}
const sources = await bundle(join(out, "files"));
writeFileSync(join(out, "files/licences.txt"), licences(sources));
embed(out);
const escaped = sources.map((path) => path.replace(/[ #$]/g, "\\$&"));
writeFileSync(join(out, "page_files.d"), `${join(out, "page_files.cpp")}: ${escaped.join(" \\\n  ")}\n`);
