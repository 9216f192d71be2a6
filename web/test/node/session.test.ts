// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The connection against a server that the test plays, without a network.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { kLastRetryMs, type Notice, Session, type Socket } from "../../src/net/session";

class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: (Record<string, any> | Uint8Array)[] = [];

  constructor(readonly url: string, readonly protocols: string[]) {
    FakeSocket.all.push(this);
  }
  send(data: string | Uint8Array): void {
    this.sent.push(typeof data === "string" ? JSON.parse(data) : data);
  }
  close(): void {
    this.onclose?.({ code: 1000, reason: "" });
  }
  // The server's side.
  open(): void {
    this.onopen?.();
  }
  text(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  binary(...bytes: number[]): void {
    this.onmessage?.({ data: new Uint8Array(bytes).buffer });
  }
  frames(op: string): Record<string, any>[] {
    return this.sent.filter((frame) => !(frame instanceof Uint8Array) && frame.op === op) as Record<string, any>[];
  }
  binaries(): Uint8Array[] {
    return this.sent.filter((frame) => frame instanceof Uint8Array) as Uint8Array[];
  }
}

const odom = { id: 4, topic: "/odom", encoding: "cdr", schemaName: "nav_msgs/msg/Odometry" };
const makeSocket = (url: string, protocols: string[]) => new FakeSocket(url, protocols);
const newest = () => FakeSocket.all[FakeSocket.all.length - 1];

function connected(): { session: Session; socket: FakeSocket; notices: Notice[] } {
  const session = new Session("ws://test/", makeSocket);
  const notices: Notice[] = [];
  session.onNotice((notice) => notices.push(notice));
  session.connect();
  newest().open();
  newest().text({ op: "serverInfo", capabilities: ["clientPublish"] });
  return { session, socket: newest(), notices };
}

test("offers both subprotocols", () => {
  const { session, socket } = connected();
  assert.deepEqual(socket.protocols, ["foxglove.sdk.v1", "foxglove.websocket.v1"]);
  session.close();
});

test("subscribes when a topic is announced, once for all listeners, and unsubscribes with the last", () => {
  const { session, socket } = connected();
  const seen: [string, number, bigint][] = [];
  const end = session.subscribe("/odom", (bytes, time) => seen.push(["a", bytes[0], time]));
  assert.equal(socket.frames("subscribe").length, 0);
  socket.text({ op: "advertise", channels: [odom] });
  const [{ id, channelId }] = socket.frames("subscribe")[0].subscriptions;
  assert.equal(channelId, 4);
  const endOther = session.subscribe("/odom", (bytes, time) => seen.push(["b", bytes[0], time]));
  assert.equal(socket.frames("subscribe").length, 1);
  socket.binary(1, id, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 77);
  assert.deepEqual(seen, [["a", 77, 5n], ["b", 77, 5n]]);
  end();
  assert.equal(socket.frames("unsubscribe").length, 0);
  endOther();
  assert.deepEqual(socket.frames("unsubscribe")[0].subscriptionIds, [id]);
  session.close();
});

test("a late listener gets the newest message, as one of a latched topic", () => {
  const { session, socket } = connected();
  socket.text({ op: "advertise", channels: [odom] });
  session.subscribe("/odom", () => {});
  const [{ id }] = socket.frames("subscribe")[0].subscriptions;
  socket.binary(1, id, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 77);
  const seen: number[] = [];
  session.subscribe("/odom", (bytes) => seen.push(bytes[0]));
  assert.deepEqual(seen, [77]);
  socket.text({ op: "unadvertise", channelIds: [4] });
  session.subscribe("/odom", (bytes) => seen.push(bytes[0]));
  assert.deepEqual(seen, [77], "a message of another world is not given");
  session.close();
});

test("another world: subscribes to the channels that replace the old ones", () => {
  const { session, socket } = connected();
  session.subscribe("/odom", () => {});
  socket.text({ op: "advertise", channels: [odom] });
  socket.text({ op: "unadvertise", channelIds: [4] });
  assert.deepEqual(session.topics(), []);
  socket.text({ op: "advertise", channels: [{ ...odom, id: 9 }] });
  assert.deepEqual(socket.frames("subscribe").map((frame) => frame.subscriptions[0].channelId), [4, 9]);
  session.close();
});

test("connects again with a growing pause and subscribes again", () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  try {
    const { session, notices } = connected();
    session.subscribe("/odom", () => {});
    newest().text({ op: "advertise", channels: [odom] });
    const begun = FakeSocket.all.length;
    newest().onclose?.({ code: 1006, reason: "gone" });
    assert.match(notices[notices.length - 1].text, /lost: gone/);
    for (const pause of [250, 500, 1000, 2000, 4000, kLastRetryMs]) {
      const before = FakeSocket.all.length;
      mock.timers.tick(pause - 1);
      assert.equal(FakeSocket.all.length, before, `not before ${pause} ms`);
      mock.timers.tick(1);
      assert.equal(FakeSocket.all.length, before + 1);
      newest().onclose?.({ code: 1006, reason: "" });
    }
    mock.timers.tick(kLastRetryMs);
    assert.equal(FakeSocket.all.length, begun + 7);
    newest().open();
    newest().text({ op: "advertise", channels: [{ ...odom, id: 12 }] });
    assert.equal(newest().frames("subscribe")[0].subscriptions[0].channelId, 12);
    newest().onclose?.({ code: 1006, reason: "" });
    mock.timers.tick(250);  // a connection that worked starts again with the short pause
    assert.equal(FakeSocket.all.length, begun + 8);
    session.close();
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.all.length, begun + 8);
  } finally {
    mock.timers.reset();
  }
});

test("calls services by name and reports their failures", async () => {
  const { session, socket } = connected();
  await assert.rejects(session.call("/sim/pause", new Uint8Array()), /no such service/);
  socket.text({ op: "advertiseServices", services: [{ id: 3, name: "/sim/pause", type: "T" }] });
  const answered = session.call("/sim/pause", new Uint8Array([0, 1, 0, 0, 0]));
  const request = socket.binaries()[0];
  assert.deepEqual([...request.subarray(0, 5)], [2, 3, 0, 0, 0]);
  assert.deepEqual([...request.subarray(9)], [3, 0, 0, 0, 0x63, 0x64, 0x72, 0, 1, 0, 0, 0]);
  socket.binary(3, 3, 0, 0, 0, ...request.subarray(5, 9), 3, 0, 0, 0, 0x63, 0x64, 0x72, 42);
  assert.deepEqual([...(await answered)], [42]);
  const failed = session.call("/sim/pause", new Uint8Array());
  socket.text({ op: "serviceCallFailure", serviceId: 3, callId: socket.binaries()[1][5] | (socket.binaries()[1][6] << 8), message: "not now" });
  await assert.rejects(failed, /not now/);
  const cut = session.call("/sim/pause", new Uint8Array());
  socket.onclose?.({ code: 1006, reason: "" });
  await assert.rejects(cut, /connection was lost/);
  await assert.rejects(session.call("/sim/pause", new Uint8Array()), /not connected/);
  session.close();
});

test("announces a topic before its first message, and again after unpublish", () => {
  const { session, socket } = connected();
  assert.equal(session.publish("/studio/drive", "", new Uint8Array([1]), "json"), true);
  assert.equal(session.publish("/studio/drive", "", new Uint8Array([2]), "json"), true);
  const channel = socket.frames("advertise")[0].channels[0];
  assert.deepEqual([channel.topic, channel.encoding], ["/studio/drive", "json"]);
  assert.equal(socket.frames("advertise").length, 1);
  assert.deepEqual(socket.binaries().map((frame) => [frame[0], frame[1], frame[5]]), [[1, channel.id, 1], [1, channel.id, 2]]);
  session.unpublish("/studio/drive");
  assert.deepEqual(socket.frames("unadvertise")[0].channelIds, [channel.id]);
  session.publish("/studio/drive", "", new Uint8Array([3]), "json");
  assert.equal(socket.frames("advertise").length, 2);
  session.close();
  assert.equal(session.publish("/studio/drive", "", new Uint8Array([4]), "json"), false);
});

test("publishes nothing where clients may only look", () => {
  const { session, socket } = connected();
  socket.text({ op: "serverInfo", capabilities: ["time"] });
  const before = socket.sent.length;
  assert.equal(session.publish("/studio/drive", "", new Uint8Array([1]), "json"), false);
  assert.equal(socket.sent.length, before);
  session.close();
});

test("keeps parameters, measures round trips and names topics that lose messages", () => {
  const { session, socket, notices } = connected();
  const [all, ping] = socket.frames("getParameters");
  assert.deepEqual(all.parameterNames, []);
  assert.ok(Number.isNaN(session.stats().roundTripMs));
  socket.text({ op: "parameterValues", id: ping.id, parameters: [{ name: "simulation.real_time_factor", value: 2.5, type: "float64" }] });
  assert.equal(session.parameter("simulation.real_time_factor"), 2.5);
  assert.ok(session.stats().roundTripMs >= 0);
  session.setParameter("simulation.real_time_factor", 3);
  assert.deepEqual(socket.frames("setParameters")[0].parameters, [{ name: "simulation.real_time_factor", value: 3, type: "float64" }]);
  socket.text({ op: "status", level: 1, message: "slow", id: "drop:/odom" });
  assert.deepEqual(session.stats().drops, ["/odom"]);
  assert.ok(notices.every((notice) => notice.text === ""), "a slow topic is no notice");
  socket.text({ op: "status", level: 2, message: "wrong", id: "a" });
  assert.deepEqual(notices[notices.length - 1], { id: "a", level: 2, text: "wrong" });
  socket.text({ op: "removeStatus", statusIds: ["drop:/odom"] });
  assert.deepEqual(session.stats().drops, []);
  socket.text({ op: "removeStatus", statusIds: ["a"] });
  assert.deepEqual(notices[notices.length - 1], { id: "a", level: 0, text: "" });
  session.close();
});

test("a frame that cannot be read is reported, and the connection stays", () => {
  const { session, socket, notices } = connected();
  socket.onmessage?.({ data: "{" });
  socket.onmessage?.({ data: "[]" });
  socket.onmessage?.({ data: "null" });
  socket.binary();
  socket.binary(1, 2, 3);
  socket.binary(3, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255);
  assert.equal(notices.filter((notice) => notice.id === "frame").length, 6);
  socket.text({ op: "advertise", channels: [null, 1, {}, { id: -1 }, { id: 2 ** 53, topic: "/a" }, { ...odom, topic: 7 }, odom] });
  socket.text({ op: "advertise", channels: "all" });
  socket.binary(9, 9, 9);
  assert.equal(session.topics().length, 1);
  session.close();
});
