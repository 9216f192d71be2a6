// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs the tests of test/node without a browser: node run_node_tests.mjs [FILE...]. They are TypeScript, so they are bundled first.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const folder = join(web, "test/node");
const given = process.argv.slice(2);
const tests = given.length > 0 ? given : readdirSync(folder).filter((name) => name.endsWith(".test.ts")).sort().map((name) => join(folder, name));
const out = mkdtempSync(join(tmpdir(), "gs-web-tests-"));
try {
  await build({ absWorkingDir: web, entryPoints: tests, outdir: out, outExtension: { ".js": ".mjs" }, bundle: true, format: "esm", platform: "node", target: "node18", logLevel: "warning" });
  const files = readdirSync(out).filter((name) => name.endsWith(".mjs")).sort().map((name) => join(out, name));
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
