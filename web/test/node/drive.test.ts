// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { gamepadControls, inputJson, Keyboard, kReleased, touchControls } from "../../src/drive/controls";
import { Driver, kAnswerMs, kHeartbeatMs, parseReport } from "../../src/drive/driver";

const throttle = { ...kReleased, throttle: 1 };

// A driver whose link remembers what was sent.
function made(connected = true) {
  const sent: Record<string, number | string | boolean>[] = [];
  let released = 0;
  const link = {
    send: (json: string) => connected && sent.push(JSON.parse(json)) > 0,
    release: () => void ++released,
  };
  return { driver: new Driver(link, 100), sent, released: () => released };
}
const report = (seq: number, driver = "client-1") => ({ driver, seq, step: 1, steer: 0, throttle: 0, brake: 0, gear: "drive", braking: "none" });

test("keys add up to positions, whatever the layout of the keyboard", () => {
  const keyboard = new Keyboard();
  assert.equal(keyboard.press("KeyQ", 0, true), false);
  keyboard.press("KeyW", 0, true);
  keyboard.press("ArrowLeft", 0, true);
  assert.deepEqual(keyboard.controls(), { steer: 1, throttle: 1, brake: 0, gear: "drive", brakeNow: false });
  keyboard.press("KeyD", 5, true);
  assert.equal(keyboard.controls().steer, 0);
  keyboard.release("ArrowLeft");
  assert.equal(keyboard.controls().steer, -1);
  keyboard.press("Space", 5, true);
  assert.equal(keyboard.controls().brakeNow, true);
  keyboard.releaseAll();
  assert.deepEqual(keyboard.controls(), kReleased);
});

test("reverse needs a press at standstill, and so does forward again", () => {
  const keyboard = new Keyboard();
  keyboard.press("KeyS", 5, true);
  assert.deepEqual([keyboard.controls().gear, keyboard.controls().brake], ["drive", 1]);
  keyboard.release("KeyS");
  keyboard.press("KeyS", 0, false);
  assert.equal(keyboard.controls().gear, "drive");
  keyboard.release("KeyS");
  keyboard.press("KeyS", 0, true);
  assert.deepEqual([keyboard.controls().gear, keyboard.controls().throttle, keyboard.controls().brake], ["reverse", 1, 0]);
  keyboard.release("KeyS");
  keyboard.press("KeyW", -3, true);
  assert.deepEqual([keyboard.controls().gear, keyboard.controls().throttle, keyboard.controls().brake], ["reverse", 0, 1]);
  keyboard.release("KeyW");
  keyboard.press("KeyW", 0, true);
  assert.deepEqual([keyboard.controls().gear, keyboard.controls().throttle], ["drive", 1]);
});

test("a gamepad steers with a dead zone and a cubic curve, left is positive", () => {
  const pad = (axis: number, right = 0, left = 0, b = false) =>
    gamepadControls({ axes: [axis, 0], buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: i === 1 && b, value: i === 7 ? right : i === 6 ? left : 0 })) });
  assert.equal(pad(0.08), null);
  assert.equal(pad(NaN), null);
  assert.equal(pad(-1)?.steer, 1);
  assert.ok(Math.abs(pad(0.54)!.steer + 0.125) < 1e-12);
  assert.equal(pad(0, 0.5)?.throttle, 0.5);
  assert.equal(pad(0, 0, 7)?.brake, 1);
  assert.equal(pad(0, 0, 0, true)?.brakeNow, true);
  assert.equal(gamepadControls({ axes: [], buttons: [] }), null);
});

test("thumbs steer and press the pedals", () => {
  assert.equal(touchControls({ steer: null, pedals: null }), null);
  assert.deepEqual(touchControls({ steer: 0.5, pedals: -0.25 }), { ...kReleased, steer: -0.5, brake: 0.25 });
});

test("inputs are in range and have no NaN, whatever the devices say", () => {
  const json = JSON.parse(inputJson(7, { steer: NaN, throttle: Infinity, brake: -3, gear: "drive", brakeNow: false }));
  assert.deepEqual(json, { seq: 7, steer: 0, throttle: 0, brake: 0, gear: "drive", brake_now: false });
});

test("an input is sent at every change and every 100 ms", () => {
  const { driver, sent } = made();
  driver.update(throttle, 0);
  assert.equal(sent.length, 0, "nobody drives yet");
  driver.begin(throttle, 0);
  driver.update(throttle, kHeartbeatMs - 1);
  assert.equal(sent.length, 1);
  driver.update(throttle, kHeartbeatMs);
  assert.equal(sent.length, 2);
  driver.update({ ...throttle, steer: 1 }, kHeartbeatMs + 1);
  assert.deepEqual(sent.map((input) => [input.seq, input.steer]), [[101, 0], [102, 0], [103, 1]]);
});

test("stopping brakes, gives the wheel back, and needs a fresh action", () => {
  const { driver, sent, released } = made();
  driver.begin(throttle, 0);
  driver.stop("the page has lost the focus", 50);
  assert.deepEqual([sent[1].brake_now, sent[1].throttle, released()], [true, 0, 1]);
  driver.update(throttle, 500);
  assert.equal(sent.length, 2);
  driver.stop("again", 600);
  assert.deepEqual([sent.length, released(), driver.reason], [2, 1, "the page has lost the focus"]);
  driver.begin(throttle, 700);
  assert.equal(driver.state, "driving");
});

test("answers give the latency; without them driving ends", () => {
  const { driver, sent } = made();
  driver.begin(throttle, 0);
  driver.reported(report(101), 12);
  assert.equal(driver.latencyMs, 12);
  driver.update(throttle, 100);
  driver.watch(100 + kAnswerMs, false);
  assert.equal(driver.state, "driving");
  driver.watch(101 + kAnswerMs, false);
  assert.equal(driver.reason, "the simulator does not answer");
  assert.equal(sent[sent.length - 1].brake_now, true);
});

test("a paused simulator need not answer", () => {
  const { driver } = made();
  driver.begin(throttle, 0);
  for (let now = 0; now < 5000; now += 20) {
    driver.update(throttle, now);
    driver.watch(now, true);
  }
  assert.equal(driver.state, "driving");
});

test("says who drives instead", () => {
  const { driver } = made();
  driver.begin(throttle, 0);
  driver.reported(report(3, "client-9"), 5);
  driver.watch(kAnswerMs + 1, false);
  assert.equal(driver.reason, "client-9 drives");
});

test("does not drive without a connection", () => {
  const { driver } = made(false);
  driver.begin(throttle, 0);
  assert.equal(driver.state, "stopped");
  assert.equal(driver.reason, "not connected");
});

test("reads reports, and nothing else", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  assert.equal(parseReport(bytes('{"driver":"client-1","seq":4}')).seq, 4);
  assert.deepEqual(parseReport(bytes('{"driver":5,"seq":"4"}')).seq, 0);
  assert.throws(() => parseReport(bytes("{")));
  assert.throws(() => parseReport(bytes("null")));
});
