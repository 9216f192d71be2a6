// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drive with the page's own keyboard and session, recorded and replayed by the programs: the digests are equal.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Keyboard } from "../../src/drive/controls";
import { Driver, type DriverReport, parseReport } from "../../src/drive/driver";
import { decodeOutcome, decodeVehicleState, encodeReset, encodeTrigger } from "../../src/net/messages";
import { Session } from "../../src/net/session";
import { type LiveSimulator, noSimulator, runSimulator, startSimulator, until } from "./live_simulator";
import { NodeSocket } from "./node_socket";

// A page without a browser.
class Page {
  readonly keyboard = new Keyboard();
  readonly session: Session;
  readonly driver: Driver;
  report: DriverReport | null = null;
  speed = 0;
  steering = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(simulator: LiveSimulator, firstSeq: number) {
    this.session = new Session(simulator.url, (url, protocols) => new NodeSocket(url, protocols));
    this.driver = new Driver(
      { send: (json) => this.session.publish("/studio/drive", "", new TextEncoder().encode(json), "json"), release: () => this.session.unpublish("/studio/drive") },
      firstSeq,
    );
    this.session.subscribe("/studio/driver", (bytes) => {
      this.report = parseReport(bytes);
      this.driver.reported(this.report, performance.now());
    });
    this.session.subscribe("/vehicle/state", (bytes) => {
      const state = decodeVehicleState(bytes);
      [this.speed, this.steering] = [state.linear.x, state.steeringAngle];
    });
    this.session.connect();
    this.timer = setInterval(() => this.driver.update(this.keyboard.controls(), performance.now()), 20);
  }
  ready = () => until("the connection", () => this.report !== null && this.session.hasService("/sim/pause"));
  press(...codes: string[]): void {
    for (const code of codes) this.keyboard.press(code, this.speed, false);
    this.driver.begin(this.keyboard.controls(), performance.now());
  }
  async call(service: string, request: Uint8Array): Promise<void> {
    const outcome = decodeOutcome(await this.session.call(service, request));
    assert.equal(outcome.success, true, outcome.message);
  }
  close(): void {
    clearInterval(this.timer);
    this.session.close();
  }
}

const digests = (printed: string) => printed.split("\n").filter((line) => /\b[0-9a-f]{64}\b/.test(line));

test("a hand-driven run with a pause and a reset replays bit for bit", { skip: noSimulator, timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "gs-hand-driven-"));
  let printed = "";
  try {
    const simulator = await startSimulator(["--rate", "2", "--digest", "--record", join(folder, "run.mcap")]);
    const page = new Page(simulator, 1000);
    try {
      await page.ready();
      page.press("KeyW", "KeyA");
      await until("the vehicle moves and steers left", () => page.speed > 1 && page.steering > 0.1);
      await page.call("/sim/pause", encodeTrigger());
      await page.call("/sim/resume", encodeTrigger());
      page.keyboard.release("KeyA");
      page.press("KeyD");
      await until("it steers right", () => page.steering < -0.05);
      await page.call("/sim/reset_world", encodeReset(true));
      await until("it moves again", () => page.speed > 0.5);
      // Lost focus: the vehicle brakes, and the keys that are still pressed do nothing.
      page.driver.stop("the page has lost the focus", performance.now());
      await until("it stands", () => page.speed === 0);
      assert.equal(page.driver.state, "stopped");
    } finally {
      page.close();
      printed = await simulator.stop();
    }
    const live = digests(printed);
    assert.ok(live.length >= 2, printed);
    assert.deepEqual(digests(runSimulator(["--digest", "--replay-control", join(folder, "run.mcap"), "--set", "simulation.real_time_factor=0"])), live);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("one page drives at a time; the next one takes the wheel when it is free", { skip: noSimulator, timeout: 60_000 }, async () => {
  const simulator = await startSimulator();
  const first = new Page(simulator, 1000);
  const second = new Page(simulator, 2000);
  try {
    await Promise.all([first.ready(), second.ready()]);
    first.press("KeyW");
    await until("the first one drives", () => (first.report?.seq ?? 0) > 1000 && first.speed > 0.2);
    const told: string[] = [];
    second.session.onNotice((notice) => told.push(notice.text));
    second.press("KeyS");
    await until("the second one is told", () => told.some((text) => /^client-\d+ drives/.test(text)));
    assert.ok((second.report?.seq ?? 0) < 2000);
    first.close();  // without a word, as a page that crashed
    await until("the vehicle brakes", () => second.report?.braking === "left" || (second.report?.seq ?? 0) > 2000);
    await until("the second one drives", () => (second.report?.seq ?? 0) > 2000);
  } finally {
    first.close();
    second.close();
    await simulator.stop();
  }
});
