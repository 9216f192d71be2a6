// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A server with a world, a browser, and pages in it whose errors and requests are collected.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

// Software rendering (SwiftShader); nothing that asks other hosts.
const kArguments = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const kSoftwareGl = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export function launch(chromiumPath, { webgl = true } = {}) {
  return chromium.launch({ executablePath: chromiumPath, args: [...kArguments, ...(webgl ? kSoftwareGl : ["--disable-3d-apis"])] });
}

// Starts gs-simulator serve; resolves to { url, stop } when it listens.
export const serve = (program, world, more = []) => start(program, ["serve", world, "--port", "0", "--log-level", "error", ...more]);

// Starts a program that prints the address of its page.
export function start(program, args) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", done);
    child.kill("SIGINT");
  });
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk) => {
      text += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(text);
      if (url) resolve({ url: url[0], stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (chunk) => (text += chunk));
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code}: ${text}`)));
  });
}

// Opens the page of a server. `problems`: errors of console, scripts and requests; `requests`: all URLs.
export async function openPage(browser, url, { width = 640, height = 480, all = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1, ...options });
  if (all) await context.addInitScript(() => localStorage.setItem("gs.draw_all", "1"));
  const page = await context.newPage();
  const problems = [];
  const requests = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("requestfailed", (request) => {
    // Chromium calls some streams aborted after their last byte was read. A stream that really ends early becomes a notice.
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") problems.push(`${request.url()}: ${reason}`);
  });
  page.on("request", (request) => requests.push(request.url()));
  page.on("websocket", (socket) => requests.push(socket.url()));
  return { context, page, problems, requests, open: (hash = "") => page.goto(url + hash) };
}

// Waits until the view shows the final picture of what it has.
export async function settled(page, timeout = 60_000) {
  await page.waitForSelector("canvas#view[aria-busy=false]", { timeout });
}

// The picture of the view alone.
export async function pictureOfView(page) {
  await page.evaluate(() => document.body.classList.add("bare"));
  const picture = await page.screenshot();
  await page.evaluate(() => document.body.classList.remove("bare"));
  return picture;
}
