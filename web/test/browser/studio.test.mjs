// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pages of gs-studio in Chromium: a recorded run, a folder, a build. The environment is that of page.test.mjs.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
    // Slowly, so that the pause comes before the end on any machine. At the end a new speed does not start the run again.
    await page.getByLabel("speed of the playback").selectOption("0.1");
    await status("paused");
    // Paused, a seek shows the image of its time.
    await page.getByLabel("time of the run").fill("0.3");
    await page.waitForFunction((end) => Number(document.querySelector("#right .camera canvas").dataset.stampNs) / 1e9 < end - 0.4, atEnd, { timeout: 20_000 });
    await status("paused");
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
    for (const [width, height] of [[320, 568], [800, 600]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      await picture(page, `run_${width}.png`);
      const wrong = await page.evaluate(() => {
        const bar = document.querySelector(".time-bar").getBoundingClientRect();
        const out = bar.left < 0 || bar.right > innerWidth || bar.bottom > innerHeight ? ["it leaves the window"] : [];
        for (const other of document.querySelectorAll(".instruments, .minimap")) {
          const box = other.getBoundingClientRect();
          if (box.left < bar.right && bar.left < box.right && box.top < bar.bottom && bar.top < box.bottom) out.push(`it covers ${other.className}`);
        }
        if (innerWidth < 600) {
          for (const control of document.querySelectorAll(".time-bar button, .time-bar input, .time-bar select")) {
            if (control.getBoundingClientRect().height < 44) out.push(`${control.ariaLabel ?? control.textContent} is too small for fingers`);
          }
        }
        return out;
      });
      assert.deepEqual(wrong, [], `the time bar at ${width} px`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await settled(page);
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

test("a folder: worlds and runs are opened, closed, and their failures told", async () => {
  const folder = join(work, "folder");
  mkdirSync(join(folder, "<b>bold"), { recursive: true });
  copyFileSync(join(work, "run.mcap"), join(folder, "<b>bold/run.mcap"));
  cpSync(join(source, "worlds/minimal_test"), join(folder, "world"), { recursive: true });
  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken/world.yaml"), "scene: [");
  const server = await start(studio, [folder, "--port", "0"]);
  try {
    const opened = await openPage(browser, server.url, { width: 1280, height: 800 });
    const { page, context } = opened;
    await opened.open();
    await page.waitForSelector(".entry");
    await page.keyboard.press("Shift+Slash");
    assert.doesNotMatch(await page.textContent("dialog.help"), /drive|view/, "keys of a world");
    await page.keyboard.press("Escape");
    assert.deepEqual((await page.locator(".entry strong").allTextContents()).sort(), ["broken", "run.mcap", "world"]);
    assert.equal(await page.locator(".entry b").count(), 0, "names are text");
    assert.equal(await page.locator(".entry", { hasText: "run.mcap" }).locator(".folder").textContent(), "in <b>bold");
    await page.getByLabel("open broken").click();
    const broken = page.locator(".entry", { hasText: "broken" });
    await broken.locator(".state", { hasText: "✕" }).waitFor({ timeout: 20_000 });
    assert.match(await broken.locator(".state").textContent(), /exit code 2: .*world\.yaml/);
    await picture(page, "list.png");
    for (const [width, height] of [[320, 568], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      assert.ok(await page.evaluate(() => [...document.querySelectorAll(".entry, .entry *")].every((one) => one.getBoundingClientRect().right <= innerWidth)), `${width} px`);
      await picture(page, `list_${width}.png`);
    }
    assert.deepEqual(opened.problems, []);

    await page.getByLabel("open run.mcap").click();
    await page.waitForSelector(".time-bar[data-status=ended]", { timeout: 20_000 });
    await page.goto(server.url);
    await page.getByLabel("close run.mcap").click({ timeout: 20_000 });
    await page.getByLabel("close run.mcap").waitFor({ state: "hidden", timeout: 20_000 });
    await page.getByLabel("open world").click();
    await page.waitForSelector(".drive", { timeout: 20_000 });
    await page.waitForFunction(() => document.title.startsWith("minimal_test"));
    assert.deepEqual(opened.problems, []);
    await context.close();
  } finally {
    await server.stop();
  }
});

test("a build is followed while it runs", async () => {
  const build = join(work, "builds/.gs_world_builder_workspace");
  const write = (name, content) => {
    mkdirSync(dirname(join(build, name)), { recursive: true });
    writeFileSync(join(build, name), typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  };
  const evaluations = [1000, 2000].map((iteration) => ({ iteration, loss: 100 / iteration, psnr: 20 + iteration / 1000, ssim: 0.8, gaussians: 5000 }));
  // A process with the name of a builder owns the workspace.
  copyFileSync("/bin/sleep", join(work, "gs-world-builder"));
  const builder = spawn(join(work, "gs-world-builder"), ["120"], { stdio: "ignore" });
  const ended = new Promise((done) => builder.once("exit", done));
  for (const step of ["mcap_ingest", "calibration_builder", "geometry_builder", "actor_builder", "drivesim_dataset_converter"]) write(`stamps/${step}.json`, { seconds: 75 });
  write("03_gs_training/metrics.json", { held_out: true, iterations: evaluations.slice(0, 1) });
  write("03_gs_training/training_report.json", { config: { max_iterations: 7000 }, training_time_sec: 3600 });
  write("03_gs_training/preview/front_0001.png", Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgaGAAAAGEAIF1BNijAAAAAElFTkSuQmCC", "base64"));
  write("report.html", "<p>figures</p>");
  write("folder.json", { kind: "workspace of gs-world-builder", process: builder.pid });
  const server = await start(studio, [join(work, "builds"), "--port", "0"]);
  try {
    const opened = await openPage(browser, server.url, { width: 1280, height: 800 });
    const { page, context } = opened;
    await opened.open();
    await page.getByRole("link", { name: /^show / }).click();
    await page.waitForSelector(".build-state[data-state=running]", { timeout: 20_000 });
    await page.waitForFunction(() => document.title.startsWith("build: .gs_world_builder_workspace"), undefined, { timeout: 20_000 });
    assert.match(page.url(), /#\/build\/[0-9a-f]{16}$/);
    assert.match(await page.textContent(".build-state"), /iteration 1,000 of 7,000 · training ends in about [56] h/);
    assert.equal(await page.textContent(".step[data-state=running] span:nth-child(2)"), "gs_train_orchestrator");
    assert.equal(await page.locator(".step[data-state=done]").count(), 5);
    assert.match(await page.textContent(".curve"), /PSNR of held-out images: 21 dB at iteration 1000/);
    await page.waitForFunction(() => document.querySelector(".preview img")?.naturalWidth === 1, undefined, { timeout: 20_000 });
    const report = await page.getByRole("link", { name: "report of the build" }).getAttribute("href");
    assert.equal((await page.request.get(new URL(report, page.url()).href)).status(), 200);

    write("03_gs_training/metrics.json", { held_out: true, iterations: evaluations });
    await page.waitForFunction(() => document.querySelector(".curve polyline")?.points.length === 2, undefined, { timeout: 20_000 });
    await picture(page, "build.png");
    builder.kill();
    await ended;
    await page.waitForSelector(".build-state[data-state=stopped]", { timeout: 20_000 });
    await page.getByRole("link", { name: /all worlds/ }).click();
    await page.waitForSelector(".entry");
    assert.deepEqual(opened.problems, []);
    await context.close();
  } finally {
    builder.kill();
    await server.stop();
  }
});
