// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Our session and the client of the protocol's authors against a running `gs-simulator serve`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Channel, Parameter, Service, ServiceCallResponse } from "@foxglove/ws-protocol";
// The package's index also imports its server, which needs modules of Node that are not bundled.
import FoxgloveClient from "@foxglove/ws-protocol/dist/esm/src/FoxgloveClient";
import {
  decodeClock, decodeCompressedImage, decodeOdometry, decodeOutcome, decodePointCloud, decodeStatus, decodeTransforms, decodeVehicleState, encodeReset,
  encodeTrigger,
} from "../../src/net/messages";
import { kSubprotocols } from "../../src/net/protocol";
import { Session } from "../../src/net/session";
import { type LiveSimulator, noSimulator, startSimulator, until } from "./live_simulator";
import { NodeSocket } from "./node_socket";

let simulator: LiveSimulator;
const options = { skip: noSimulator, timeout: 60_000 };
before(async () => {
  if (!noSimulator) simulator = await startSimulator();
});
after(() => simulator?.stop());

function openSession(): Session {
  const session = new Session(simulator.url, (url, protocols) => new NodeSocket(url, protocols));
  session.connect();
  return session;
}

test("every message of the page decodes", options, async () => {
  const session = openSession();
  await until("the topics", () => session.topics().length > 0 && session.hasService("/sim/pause"));
  const decoders: Record<string, (bytes: Uint8Array) => unknown> = {
    "/clock": decodeClock, "/tf": decodeTransforms, "/tf_static": decodeTransforms, "/odom": decodeOdometry, "/vehicle/state": decodeVehicleState,
    "/sim/status": decodeStatus,
  };
  for (const { topic } of session.topics()) {
    if (topic.endsWith("/compressed")) decoders[topic] = decodeCompressedImage;
    if (topic.endsWith("/points")) decoders[topic] = decodePointCloud;
  }
  assert.ok(Object.keys(decoders).length > 6, "the world has sensors");
  const decoded = new Map<string, unknown>();
  for (const [topic, decode] of Object.entries(decoders)) session.subscribe(topic, (bytes) => decoded.set(topic, decode(bytes)));
  await until("a message of every topic", () => decoded.size === Object.keys(decoders).length);
  const odometry = decoded.get("/odom") as ReturnType<typeof decodeOdometry>;
  assert.ok(Math.abs(Math.hypot(...Object.values(odometry.pose.orientation)) - 1) < 1e-6);
  const image = decoded.get([...decoded.keys()].find((topic) => topic.endsWith("/compressed"))!) as ReturnType<typeof decodeCompressedImage>;
  assert.deepEqual([...image.data.subarray(0, 2)], [0xff, 0xd8]);
  session.close();
});

test("pauses, steps, resets and resumes", options, async () => {
  const session = openSession();
  await until("the services", () => session.hasService("/sim/pause"));
  const call = async (name: string, request = encodeTrigger()) => decodeOutcome(await session.call(name, request));
  assert.deepEqual(await call("/sim/pause"), { success: true, message: "paused" });
  assert.deepEqual(await call("/sim/step"), { success: true, message: "made 1 step(s)" });
  assert.equal((await call("/sim/reset_world", encodeReset(true))).success, true);
  assert.deepEqual(await call("/sim/resume"), { success: true, message: "running" });
  session.close();
});

for (const protocol of [...kSubprotocols].reverse()) {
  test(`@foxglove/ws-protocol as ${protocol}: topics, a service, a parameter, a command`, options, async () => {
    const socket = new NodeSocket(simulator.url, [protocol]);
    const client = new FoxgloveClient({ ws: socket as never });
    const channels: Channel[] = [];
    const services: Service[] = [];
    const parameters: Parameter[] = [];
    const responses: ServiceCallResponse[] = [];
    const received = new Set<number>();
    const problems: string[] = [];
    client.on("advertise", (added) => channels.push(...added));
    client.on("advertiseServices", (added) => services.push(...added));
    client.on("parameterValues", (event) => parameters.push(...event.parameters));
    client.on("serviceCallResponse", (event) => responses.push(event));
    client.on("message", (event) => received.add(event.subscriptionId));
    client.on("status", (event) => event.level === 2 && problems.push(event.message));
    client.on("serviceCallFailure", (event) => problems.push(event.message));
    await until("topics and services", () => channels.length > 0 && services.length > 0);
    assert.equal(socket.protocol, protocol);

    // Everything but collisions, which do not happen here.
    const wanted = channels.filter((channel) => channel.topic !== "/sim/collisions");
    const subscriptions = wanted.map((channel) => client.subscribe(channel.id));
    await until("a message of every topic", () => subscriptions.every((id) => received.has(id)));
    for (const id of subscriptions) client.unsubscribe(id);

    const pause = services.find((service) => service.name === "/sim/pause");
    assert.ok(pause);
    client.sendServiceCallRequest({ serviceId: pause.id, callId: 7, encoding: "cdr", data: new DataView(encodeTrigger().slice().buffer) });
    await until("the answer", () => responses.length > 0);
    assert.equal(responses[0].callId, 7);
    const data = responses[0].data;
    assert.equal(decodeOutcome(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).success, true);
    const resume = services.find((service) => service.name === "/sim/resume")!;
    client.sendServiceCallRequest({ serviceId: resume.id, callId: 8, encoding: "cdr", data: new DataView(encodeTrigger().slice().buffer) });
    await until("the answer", () => responses.length > 1);

    client.getParameters([], "all");
    await until("the parameters", () => parameters.length > 10);
    client.setParameters([{ name: "simulation.real_time_factor", value: 2, type: "float64" }], "set");
    await until("the new value", () => parameters[parameters.length - 1].name === "simulation.real_time_factor");
    assert.equal(parameters[parameters.length - 1].value, 2);

    // An input by hand: /studio/driver then names this client and the number of the input.
    const drive = client.advertise({ topic: "/studio/drive", encoding: "json", schemaName: "" });
    const driver = client.subscribe(channels.find((channel) => channel.topic === "/studio/driver")!.id);
    const reports: { seq: number; driver: string }[] = [];
    client.on("message", (event) => {
      if (event.subscriptionId === driver) reports.push(JSON.parse(new TextDecoder().decode(event.data)));
    });
    client.sendMessage(drive, new TextEncoder().encode('{"seq":5,"steer":0.5,"throttle":0.2,"brake":0,"gear":"drive","brake_now":false}'));
    await until("the report about the input", () => reports.some((report) => report.seq === 5 && report.driver.startsWith("client-")));
    assert.deepEqual(problems, []);
    client.unadvertise(drive);
    client.close();
  });
}

test("with --view-only everything can be seen and nothing changed", options, async () => {
  const looking = await startSimulator(["--view-only"]);
  const session = new Session(looking.url, (url, protocols) => new NodeSocket(url, protocols));
  try {
    session.connect();
    let states = 0;
    session.subscribe("/vehicle/state", () => ++states);
    await until("states", () => states > 0);
    assert.equal(session.can("clientPublish"), false);
    assert.equal(session.publish("/studio/drive", "", new Uint8Array(), "json"), false);
    await assert.rejects(session.call("/sim/pause", encodeTrigger()), /no such service/);
    const notices: string[] = [];
    session.onNotice(({ text }) => notices.push(text));
    session.setParameter("simulation.real_time_factor", 5);
    await until("the refusal", () => notices.some((text) => text.includes("--view-only")));
    assert.equal(session.parameter("simulation.real_time_factor"), 1);
  } finally {
    session.close();
    await looking.stop();
  }
});
