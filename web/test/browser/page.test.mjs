// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The page in Chromium with software rendering, against a running gs-simulator. GS_CHROMIUM: the browser; GS_PROGRAMS: folder of the
// programs. GS_SCREENSHOTS: a folder for pictures of the layouts, if set.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, openPage, pictureOfView, serve, settled } from "./harness.mjs";
import { psnr, readPng } from "./png.mjs";
import { makeWorld } from "./worlds.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const chromium = process.env.GS_CHROMIUM ?? "/usr/bin/chromium";
const programs = process.env.GS_PROGRAMS ?? join(source, "build/release/bin");
const simulator = join(programs, "gs-simulator");

// The minimal world's camera at the start: 640x480, fx = fy = 500, principal point in the middle.
const kCameraOfWorld = `#at=1,0,1.5,0,0,${(2 * Math.atan(240 / 500) * 180) / Math.PI}`;
const kSamePicture = 45;  // [dB]; float colours rounded to 8 bits and 16-bit scales remain

// A rate at which the simulation stands still after its first step and leaves the processors to the browser.
const kStanding = ["--rate", "0.000001"];

let work, browser, server;
before(async () => {
  work = mkdtempSync(join(tmpdir(), "gs-web-"));
  browser = await launch(chromium);
  server = await serve(simulator, makeWorld(source, join(work, "light"), { count: 200 }), kStanding);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(work, { recursive: true, force: true });
});

// What no page may do.
function assertClean({ problems, requests }, url) {
  assert.deepEqual(problems, [], `requests: ${requests.join(", ")}`);
  const { host } = new URL(url);
  for (const request of requests) {
    const { protocol, host: asked } = new URL(request.replace(/^blob:/, ""));
    assert.ok(asked === host || protocol === "data:", `a request to another host: ${request}`);
  }
}

function render(world) {
  const image = `${world}.png`;
  execFileSync(join(programs, "gs-world-builder"), ["render", world, "--backend", "cpu", "--pose", "0,0,0,0", "--output", image]);
  return readPng(readFileSync(image));
}

// The page's view of a world, as large and from the same place as render().
async function viewOf(world) {
  const running = await serve(simulator, world, kStanding);
  try {
    const opened = await openPage(browser, running.url);
    const { page, context } = opened;
    // Lines and boxes would be in the picture.
    await page.addInitScript(() => localStorage.setItem("gs.layers", JSON.stringify(["splats"])));
    await opened.open(kCameraOfWorld);
    await settled(page);
    assert.equal(await page.textContent("#notices"), "");
    const picture = await pictureOfView(page);
    assertClean(opened, running.url);
    await context.close();
    return readPng(picture);
  } finally {
    await running.stop();
  }
}

test("the view is the picture of our renderer, and would not be with other settings", async () => {
  const make = (name, more) => makeWorld(source, join(work, name), { count: 3000, degree: 3, ...more });
  const world = make("harmonics");
  const reference = render(world);
  const same = psnr(reference, await viewOf(world));
  assert.ok(same >= kSamePicture, `${same} dB`);
  // Spark's default: the low-pass filter of antialiasing.
  const blurred = psnr(reference, await viewOf(make("blurred", { antialiasing: true })));
  assert.ok(blurred < kSamePicture - 3, `with another blur: ${blurred} dB`);
  const turned = psnr(reference, await viewOf(make("turned", { misplaced: true })));
  assert.ok(turned < kSamePicture - 3, `with another order of quaternions: ${turned} dB`);
  console.log(`same ${same.toFixed(1)} dB, blur ${blurred.toFixed(1)} dB, order ${turned.toFixed(1)} dB`);
});

test("a world with antialiasing is the picture of our renderer", async () => {
  const world = makeWorld(source, join(work, "antialiased"), { count: 3000, antialiasing: true });
  const same = psnr(render(world), await viewOf(world));
  assert.ok(same >= kSamePicture, `${same} dB`);
});

const kLayouts = [[320, 568], [1280, 800], [3840, 2160]];

test("nothing leaves the window at any size, and fingers can press every control of a phone", async () => {
  for (const [width, height] of kLayouts) {
    const opened = await openPage(browser, server.url, { width, height, hasTouch: width < 600 });
    const { page, context } = opened;
    await opened.open();
    await settled(page);
    for (const drawers of width < 1280 ? [null, "left", "right"] : [null]) {
      if (drawers) await page.click(`#top button[aria-controls=${drawers}]`);
      const wrong = await page.evaluate((isPhone) => {
        const out = [];
        if (document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth) out.push("the page scrolls sideways");
        for (const element of document.querySelectorAll("button, label.check, .card, canvas, #top, #top > *")) {
          const box = element.getBoundingClientRect();
          if (box.width === 0 || box.height === 0) continue;
          const name = `${element.tagName} ${element.className} '${element.textContent.slice(0, 20)}'`;
          if (box.left < -0.5 || box.right > innerWidth + 0.5) out.push(`${name}: ${box.left} to ${box.right} of ${innerWidth}`);
          const presses = element.matches("button, label.check");
          if (isPhone && presses && (box.height < 43.5 || box.width < 43.5)) out.push(`${name}: ${box.width} x ${box.height}`);
        }
        // What floats lies beside each other; open drawers may cover it.
        const floating = [...document.querySelectorAll("#top, #left:not(.open) > *, #right:not(.open) > *, #bottom-left, #bottom-right, .drive, .touch-pad")];
        const boxes = floating.map((element) => ({ name: element.id || element.className, box: element.getBoundingClientRect() })).filter(({ box }) => box.width * box.height > 0);
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
          const apart = a.box.right <= b.box.left + 1 || b.box.right <= a.box.left + 1 || a.box.bottom <= b.box.top + 1 || b.box.bottom <= a.box.top + 1;
          if (!apart) out.push(`${a.name} and ${b.name} overlap`);
        }));
        return out;
      }, width < 600);
      assert.deepEqual(wrong, [], `${width}x${height} ${drawers ?? ""}`);
      if (process.env.GS_SCREENSHOTS) writeFileSync(join(process.env.GS_SCREENSHOTS, `${width}_${drawers ?? "start"}.png`), await page.screenshot());
      if (drawers) await page.click(`#top button[aria-controls=${drawers}]`);
    }
    assertClean(opened, server.url);
    await context.close();
  }
});

test("keys choose the camera, the theme and the list of keys; the token is not in the address", async () => {
  const opened = await openPage(browser, server.url);
  const { page, context } = opened;
  await opened.open();
  await settled(page);
  assert.equal(new URL(page.url()).search, "");
  const chase = await pictureOfView(page);
  await page.keyboard.press("Digit3");
  assert.equal(await page.textContent("#left button[aria-pressed=true]"), "top");
  await settled(page);
  assert.ok(!chase.equals(await pictureOfView(page)), "the view from above is another picture");
  const surface = () => page.evaluate(() => getComputedStyle(document.body).color);
  const first = await surface();
  await page.keyboard.press("KeyT");
  assert.notEqual(await surface(), first);
  await page.reload();
  assert.notEqual(await surface(), first, "the theme is kept");
  await page.keyboard.press("Shift+Slash");
  assert.ok(await page.isVisible("dialog.help"));
  assert.match(await page.textContent("dialog.help"), /drive/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.help", { state: "detached" });
  assertClean(opened, server.url);
  await context.close();
});

test("a held key drives, losing the focus brakes; instruments and camera show it", async () => {
  const running = await serve(simulator, join(work, "light"));
  try {
    const opened = await openPage(browser, running.url, { width: 1280, height: 800 });
    const { page, context } = opened;
    await opened.open();
    await settled(page);
    await page.waitForFunction(() => document.querySelector(".instruments .speed")?.textContent === "0");
    await page.keyboard.down("KeyW");
    await page.waitForFunction(() => Number(document.querySelector(".instruments .speed").textContent) > 3, undefined, { timeout: 20_000 });
    assert.match(await page.textContent("#bottom"), /You drive/);
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.waitForFunction(() => document.querySelector(".drive").dataset.state !== "driving");
    await page.waitForFunction(() => document.querySelector(".instruments .speed").textContent === "0", undefined, { timeout: 20_000 });
    await page.waitForFunction(() => document.querySelector("#right .camera canvas")?.width === 640, undefined, { timeout: 20_000 });
    const pixels = async () => readPng(await pictureOfView(page));
    const withPoints = await pixels();
    await page.getByLabel("LiDAR points").uncheck();
    await settled(page);
    const difference = psnr(withPoints, await pixels());
    assert.ok(difference < 40, `LiDAR points are drawn: without them ${difference} dB`);
    if (process.env.GS_SCREENSHOTS) writeFileSync(join(process.env.GS_SCREENSHOTS, "driven.png"), await page.screenshot());
    assertClean(opened, running.url);
    await context.close();
  } finally {
    await running.stop();
  }
});

test("a browser without WebGL 2 says so and shows the images of a camera", async () => {
  const without = await launch(chromium, { webgl: false });
  const running = await serve(simulator, join(work, "light"));
  try {
    const opened = await openPage(without, running.url);
    await opened.open();
    await opened.page.waitForSelector("#notices .notice");
    assert.match(await opened.page.textContent("#notices"), /WebGL 2/);
    await opened.page.waitForFunction(() => document.querySelector("#stage img")?.naturalWidth === 640, undefined, { timeout: 20_000 });
    assertClean(opened, running.url);
  } finally {
    await without.close();
    await running.stop();
  }
});
