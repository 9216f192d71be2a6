// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Starts `gs-simulator serve` for a test and ends it afterwards. $GS_SIMULATOR names the program; default: the release build.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

// The tests are started in web/ or bundled elsewhere; the root of the repository is given or the folder above.
const root = process.env.GS_SOURCE_FOLDER ?? join(process.cwd(), existsSync("package.json") ? ".." : ".");
const program = process.env.GS_SIMULATOR ?? join(root, "build/release/bin/gs-simulator");

// Why tests with a simulator cannot run; false: they can.
export const noSimulator = existsSync(program) ? false : `${program} is not built`;

export interface LiveSimulator {
  url: string;  // ws://127.0.0.1:PORT/?token=...
  stop(): Promise<string>;  // ends it and gives all that it printed
}

const kWorld = join(root, "worlds/minimal_test");

// Runs `gs-simulator run` to its end; the result is what it printed. Throws an Error if it fails.
export function runSimulator(options: string[]): string {
  const ran = spawnSync(program, ["run", kWorld, "--backend", "cpu", ...options], { encoding: "utf8", timeout: 60_000 });
  if (ran.status !== 0) throw new Error(`gs-simulator run ended with ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
}

export async function startSimulator(options: string[] = []): Promise<LiveSimulator> {
  const child = spawn(program, ["serve", kWorld, "--port", "0", "--backend", "cpu", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(printed)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
      const found = /ws:\/\/\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.on("close", (code) => reject(new Error(`gs-simulator ended with ${code}`)));
    child.on("error", reject);
  });
  return {
    url,
    stop: () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

// Resolves when the condition holds; fails after 20 s.
export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
