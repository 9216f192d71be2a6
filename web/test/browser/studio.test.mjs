// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pages of gs-studio in Chromium: a recorded run. The environment is that of page.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, openPage, pictureOfView, settled, start } from "./harness.mjs";
import { psnr, readPng } from "./png.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const programs = process.env.GS_PROGRAMS ?? join(source, "build/release/bin");
const studio = join(programs, "gs-studio");

let work, browser;
before(async () => {
  work = mkdtempSync(join(tmpdir(), "gs-web-"));
  browser = await launch(process.env.GS_CHROMIUM ?? "/usr/bin/chromium");
  const world = join(source, "worlds/minimal_test");
  execFileSync(join(programs, "gs-simulator"), ["run", world, "--quiet", "--backend", "cpu", "--real-time-factor", "0", "--duration", "1", "--record", join(work, "run.mcap")]);
});
after(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

async function picture(page, name) {
  if (process.env.GS_SCREENSHOTS) writeFileSync(join(process.env.GS_SCREENSHOTS, name), await page.screenshot());
}

test("a recorded run plays to its end, and goes where the time bar is set", async () => {
  const server = await start(studio, [join(work, "run.mcap"), "--port", "0"]);
  try {
    const opened = await openPage(browser, server.url, { width: 1280, height: 800 });
    const { page, context } = opened;
    await opened.open();
    const status = (wanted) => page.waitForSelector(`.time-bar[data-status=${wanted}]`, { timeout: 20_000 });
    await status("ended");
    assert.match(await page.textContent(".time-bar .time"), /^0:01\.0 \/ 0:01\.0$/);
    await page.waitForFunction(() => document.querySelector("#right .camera canvas")?.width === 640, undefined, { timeout: 20_000 });
    assert.match(await page.textContent(".state-bar"), /recorded/);
    assert.equal(await page.locator(".drive, .touch-pads, [aria-label='back to the start']").count(), 0, "nothing can be driven or reset");

    const stamp = () => page.evaluate(() => Number(document.querySelector("#right .camera canvas").dataset.stampNs) / 1e9);
    const atEnd = await stamp();
    await page.getByLabel("time of the run").fill("0.3");
    await page.waitForFunction((end) => Number(document.querySelector("#right .camera canvas").dataset.stampNs) / 1e9 < end - 0.4, atEnd, { timeout: 20_000 });
    await status("ended");
    // Paused, a seek shows the images of its time, and no more.
    await page.getByRole("button", { name: "play" }).click();
    await status("playing");
    await page.getByRole("button", { name: "pause" }).click();
    await status("paused");
    await page.getByLabel("time of the run").fill("0.5");
    await page.waitForFunction(() => document.querySelector(".time-bar .time").textContent.startsWith("0:00.5"), undefined, { timeout: 20_000 });
    await page.getByLabel("speed of the playback").selectOption("10");
    await page.waitForFunction(() => document.querySelector(".time-bar").dataset.status === "paused");

    await settled(page);
    await picture(page, "run.png");
    const withPoints = readPng(await pictureOfView(page));
    await page.getByLabel("LiDAR points").uncheck();
    await settled(page);
    const difference = psnr(withPoints, readPng(await pictureOfView(page)));
    assert.ok(difference < 45, `LiDAR points are drawn: without them ${difference} dB`);
    assert.equal(await page.textContent("#notices"), "");
    assert.deepEqual(opened.problems, []);
    await context.close();
  } finally {
    await server.stop();
  }
});
