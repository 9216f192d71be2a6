// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The bundle: the same sources give the same bytes, and nothing in it names a registry or writes HTML.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const web = dirname(dirname(fileURLToPath(import.meta.url)));

// All files below a folder: relative path and content.
function contents(folder, below = "") {
  return readdirSync(join(folder, below)).sort().flatMap((name) => {
    const path = join(below, name);
    return statSync(join(folder, path)).isDirectory() ? contents(folder, path) : [[path, readFileSync(join(folder, path))]];
  });
}

test("the same sources give the same bytes", () => {
  const folder = mkdtempSync(join(tmpdir(), "gs-web-build-"));
  try {
    const [first, second] = ["a", "b"].map((name) => {
      execFileSync(process.execPath, [join(web, "build.mjs"), join(folder, name)]);
      return contents(join(folder, name)).filter(([path]) => path !== "page_files.d");
    });
    assert.deepEqual(first.map(([path]) => path), second.map(([path]) => path));
    first.forEach(([path, bytes], i) => assert.ok(bytes.equals(second[i][1]), path));
    const files = new Map(first);
    for (const [path, bytes] of files) {
      if (path.startsWith("gzip/")) assert.ok(gunzipSync(bytes).equals(files.get(path.replace("gzip/", "files/"))), path);
    }
    const table = first.find(([path]) => path === "page_files.cpp")[1].toString();
    assert.match(table, /\{"\/", "text\/html; charset=utf-8",/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the lock file names no address and the hash of every package", () => {
  const text = readFileSync(join(web, "package-lock.json"), "utf8");
  assert.ok(!text.includes("http"), "an address");
  for (const [path, entry] of Object.entries(JSON.parse(text).packages)) {
    if (path) assert.match(entry.integrity ?? "", /^sha512-/, path);
  }
});

test("packages have exact versions", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

test("text enters the page as text only, and no address of another host is named", () => {
  for (const [path, bytes] of contents(join(web, "src"))) {
    const found = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?:\/\//.exec(bytes.toString());
    assert.equal(found, null, path);
  }
});
