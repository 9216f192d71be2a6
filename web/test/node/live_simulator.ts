// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Starts `gs-simulator serve` for a test and ends it afterwards. $GS_SIMULATOR names the program; default: the release build.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

// The tests are started in web/ or bundled elsewhere; the root of the repository is given or the folder above.
const root = process.env.GS_SOURCE_FOLDER ?? join(process.cwd(), existsSync("package.json") ? ".." : ".");
const program = process.env.GS_SIMULATOR ?? join(root, "build/release/bin/gs-simulator");

// Why tests with a simulator cannot run; false: they can.
export const noSimulator = existsSync(program) ? false : `${program} is not built`;

export interface LiveSimulator {
  url: string;  // ws://127.0.0.1:PORT/?token=...
  stop(): Promise<void>;
}

export async function startSimulator(options: string[] = []): Promise<LiveSimulator> {
  const child = spawn(program, ["serve", join(root, "worlds/minimal_test"), "--port", "0", "--backend", "cpu", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
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
