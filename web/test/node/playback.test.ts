// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Recorded runs without a browser: frames of the playback, the time bar, raw images, and which server the page comes from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CdrWriter } from "../../src/net/cdr";
import { decodeImage } from "../../src/net/messages";
import { parseBinary, parseText, playbackFrame } from "../../src/net/protocol";
import { askServerKind } from "../../src/net/server_kind";
import { Session, type Socket } from "../../src/net/session";
import { cameraTopics } from "../../src/panels/cameras";
import { pressed, secondsOf, stands, timeOf, timeText } from "../../src/panels/time_bar";

const bytesOf = (hex: string) => Uint8Array.from(hex.replaceAll(" ", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const recorded = { startNs: 1_000_000_000_000n, endNs: 1_003_500_000_000n };

test("states of the playback, cut and unknown ones too", () => {
  const state = bytesOf("05 01 3930000000000000 0000803f 00 00000000");
  assert.deepEqual(parseBinary(state.buffer), { op: "playback", status: "paused", timeNs: 12345n, speed: 1 });
  for (let size = 1; size < state.length; ++size) assert.throws(() => parseBinary(state.slice(0, size).buffer), /ends before/);
  state[1] = 4;
  assert.throws(() => parseBinary(state.buffer), /4 is no status/);
});

test("controls of the playback", () => {
  assert.equal(hexOf(playbackFrame(true, 1, null)), "03" + "01" + "0000803f" + "00" + "0000000000000000" + "00000000");
  assert.equal(hexOf(playbackFrame(false, 0.5, 12345n)), "03" + "00" + "0000003f" + "01" + "3930000000000000" + "00000000");
});

test("the time of a recording; anything else is no recording", () => {
  const info = (dataStartTime: unknown, dataEndTime: unknown) => parseText(JSON.stringify({ op: "serverInfo", capabilities: [], dataStartTime, dataEndTime }));
  const start = { sec: 1000, nsec: 0 };
  assert.deepEqual(info(start, { sec: 1003, nsec: 500_000_000 }), { op: "serverInfo", capabilities: [], recorded });
  for (const [from, to] of [[undefined, start], [start, undefined], [start, { sec: 1, nsec: 0 }], [start, 7], [{ sec: 0.5, nsec: 0 }, start], [null, null]]) {
    assert.deepEqual(info(from, to), { op: "serverInfo", capabilities: [], recorded: null });
  }
});

test("time on the bar, and times that are asked for", () => {
  assert.deepEqual([0, 2.34, 59.99, 3600].map(timeText), ["0:00.0", "0:02.3", "1:00.0", "60:00.0"]);
  assert.deepEqual([0n, 1_001_500_000_000n, 1n << 62n].map((time) => secondsOf(recorded, time)), [0, 1.5, 3.5]);
  assert.deepEqual([0, 1.5, 4].map((seconds) => timeOf(recorded, seconds)), [recorded.startNs, 1_001_500_000_000n, recorded.endNs]);
  const press = (status: "playing" | "paused" | "ended") => pressed({ status, timeNs: recorded.endNs, speed: 1 }, recorded);
  assert.deepEqual(press("playing"), { pause: true, seekNs: null });
  assert.deepEqual(press("paused"), { pause: false, seekNs: null });
  assert.deepEqual(press("ended"), { pause: false, seekNs: recorded.startNs });
  assert.deepEqual((["playing", "paused", "buffering", "ended"] as const).map((status) => stands({ status, timeNs: 0n, speed: 1 })), [false, true, false, true]);
});

function image(width: number, height: number, encoding: string, step: number, data: number[]): Uint8Array {
  const name = [...new TextEncoder().encode(encoding), 0];
  const out = new CdrWriter();
  const u32 = (value: number) => {
    for (let i = 0; i < 4; ++i) out.u8((value >>> (8 * i)) & 255);
  };
  for (const value of [0, 0, 1]) u32(value);  // stamp, and the length of an empty frame
  for (const value of [0, 0, 0, 0]) out.u8(value);  // its final 0, and the alignment of the height
  for (const value of [height, width, name.length]) u32(value);
  for (const value of name) out.u8(value);
  out.u8(0);  // byte order
  for (let at = name.length + 1; at % 4; ++at) out.u8(0);
  u32(step);
  u32(data.length);
  for (const value of data) out.u8(value);
  return out.take();
}

test("raw images with padded rows; others are refused", () => {
  assert.deepEqual([...decodeImage(image(1, 2, "rgb8", 4, [1, 2, 3, 0, 4, 5, 6, 0])).rgba], [1, 2, 3, 255, 4, 5, 6, 255]);
  assert.deepEqual([...decodeImage(image(1, 1, "bgr8", 3, [1, 2, 3])).rgba], [3, 2, 1, 255]);
  assert.deepEqual([...decodeImage(image(2, 1, "mono8", 2, [9, 8])).rgba], [9, 9, 9, 255, 8, 8, 8, 255]);
  assert.throws(() => decodeImage(image(1, 1, "32FC1", 4, [0, 0, 0, 0])), /32FC1/);
  assert.throws(() => decodeImage(image(1, 1, "toString", 4, [0, 0, 0, 0])), /toString/);
  assert.throws(() => decodeImage(image(2, 2, "rgb8", 6, [1, 2, 3])), /does not fit/);
  assert.throws(() => decodeImage(image(2, 1, "rgb8", 3, [1, 2, 3, 4, 5, 6])), /does not fit/);
  assert.throws(() => decodeImage(image(0xffffffff, 0xffffffff, "rgb8", 0xffffffff, [])), /does not fit/);
});

test("a camera shows its compressed images where there are both", () => {
  const topics = ["/camera/a/image_raw", "/camera/b/image_raw/compressed", "/camera/b/image_raw", "/camera/a/camera_info", "/tf"];
  assert.deepEqual([...cameraTopics(topics)], [["a", "/camera/a/image_raw"], ["b", "/camera/b/image_raw/compressed"]]);
});

class FakeSocket implements Socket {
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: (string | Uint8Array)[] = [];
  send = (data: string | Uint8Array) => void this.sent.push(data);
  close = () => this.onclose?.({ code: 1000, reason: "" });
  text = (frame: object) => this.onmessage?.({ data: JSON.stringify(frame) });
}

test("the server says whether it is a simulator, a run or a folder", async () => {
  const ask = (answer: (socket: FakeSocket) => void) => {
    const socket = new FakeSocket();
    const kind = askServerKind("ws://test/", () => socket);
    answer(socket);
    return kind;
  };
  assert.equal(await ask((socket) => socket.text({ op: "serverInfo", capabilities: ["clientPublish"] })), "live");
  assert.equal(await ask((socket) => socket.text({ op: "serverInfo", capabilities: ["playbackControl"] })), "run");
  assert.equal(await ask((socket) => socket.onclose?.({ code: 1008, reason: "a folder" })), "folder");
  assert.equal(await ask((socket) => socket.onclose?.({ code: 1006, reason: "" })), "live");
  assert.equal(await ask((socket) => socket.onmessage?.({ data: "{" })), "live");
});

test("a session follows the playback and forgets it with the connection", () => {
  const socket = new FakeSocket();
  const session = new Session("ws://test/", () => socket);
  let changes = 0;
  session.onPlayback(() => ++changes);
  session.connect();
  socket.onopen?.();
  session.controlPlayback(true, 1);
  assert.equal(socket.sent.filter((frame) => typeof frame !== "string").length, 0, "the server has not said that it plays a recording");
  socket.text({ op: "serverInfo", capabilities: ["playbackControl"], dataStartTime: { sec: 1000, nsec: 0 }, dataEndTime: { sec: 1003, nsec: 500_000_000 } });
  assert.deepEqual(session.recorded(), recorded);
  socket.onmessage?.({ data: bytesOf("02 0100000000000000").buffer });
  assert.equal(session.playback(), null, "a time alone is no playback");
  socket.onmessage?.({ data: bytesOf("05 00 3930000000000000 0000803f 00 00000000").buffer });
  socket.onmessage?.({ data: bytesOf("02 3a30000000000000").buffer });
  assert.deepEqual(session.playback(), { status: "playing", timeNs: 12346n, speed: 1 });
  assert.equal(changes, 2);
  session.controlPlayback(true, 2, 7n);
  assert.deepEqual(socket.sent.at(-1), playbackFrame(true, 2, 7n));
  session.close();
  assert.equal(session.recorded() ?? session.playback(), null);
});
