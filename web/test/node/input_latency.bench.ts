// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time from sending an input to the first report of a step that has taken it, with all camera images (JPEG) and LiDAR sweeps
// subscribed, and from the last input to the first step that brakes because of it: node run_node_tests.mjs
// test/node/input_latency.bench.ts. Not a test: it depends on the load of the machine.
import { test } from "node:test";
import { loadavg } from "node:os";
import { inputJson, kReleased } from "../../src/drive/controls";
import { parseReport } from "../../src/drive/driver";
import { Session } from "../../src/net/session";
import { noSimulator, startSimulator, until } from "./live_simulator";
import { NodeSocket } from "./node_socket";

const kPresses = 300;
const quantile = (sorted: number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];

test("input to report", { skip: noSimulator, timeout: 120_000 }, async () => {
  const simulator = await startSimulator();
  try {
    const session = new Session(simulator.url, (url, protocols) => new NodeSocket(url, protocols));
    session.connect();
    await until("the topics", () => session.topics().length > 0);
    let bytes = 0;
    for (const { topic } of session.topics()) {
      if (topic.endsWith("/compressed") || topic.endsWith("/points") || topic === "/vehicle/state") session.subscribe(topic, (message) => (bytes += message.length));
    }
    let seq = 0;
    let sentAt = 0;
    let reports = 0;
    let brakedAt = 0;
    const latencies: number[] = [];
    session.subscribe("/studio/driver", (message) => {
      ++reports;
      const report = parseReport(message);
      brakedAt = report.braking === "late" ? brakedAt || performance.now() : 0;
      if (sentAt === 0 || report.seq < seq) return;
      latencies.push(performance.now() - sentAt);
      sentAt = 0;
    });
    await until("a report", () => reports > 0);
    const begin = performance.now();
    for (let i = 0; i < kPresses; ++i) {
      await new Promise((resolve) => setTimeout(resolve, 20 + 30 * Math.random()));
      sentAt = performance.now();
      session.publish("/studio/drive", "", new TextEncoder().encode(inputJson(++seq, { ...kReleased, throttle: i % 2 })), "json");
      await until("the report about the input", () => sentAt === 0);
    }
    latencies.sort((a, b) => a - b);
    const seconds = (performance.now() - begin) / 1000;
    console.log(
      `${kPresses} inputs: p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p95 ${quantile(latencies, 0.95).toFixed(1)} ms, worst ${latencies[latencies.length - 1].toFixed(1)} ms; ` +
        `${(reports / seconds).toFixed(0)} reports/s, ${(bytes / seconds / 1e6).toFixed(1)} MB/s of messages, load ${loadavg()[0].toFixed(1)}`,
    );
    // No more inputs, as when a page hangs: the vehicle brakes after 300 ms.
    const silences: number[] = [];
    for (let i = 0; i < 20; ++i) {
      const last = performance.now();
      session.publish("/studio/drive", "", new TextEncoder().encode(inputJson(++seq, { ...kReleased, throttle: 1 })), "json");
      await until("the brake is released", () => brakedAt === 0);
      await until("the vehicle brakes", () => brakedAt > 0);
      silences.push(brakedAt - last);
    }
    silences.sort((a, b) => a - b);
    console.log(`last input to brake: p50 ${quantile(silences, 0.5).toFixed(0)} ms, worst ${silences[silences.length - 1].toFixed(0)} ms of ${silences.length}`);
    session.close();
  } finally {
    await simulator.stop();
  }
});
