// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SimulationStatus } from "../../src/net/messages";
import { drawMap, onCanvas, outlines, yawOf } from "../../src/panels/minimap";
import { onPanel, registerPanel } from "../../src/panels/registry";
import { stateText } from "../../src/panels/state_bar";

const status: SimulationStatus = {
  header: { stampNs: 0n, frame: "map" }, simTimeNs: 12_340_000_000n, simDt: 0.01, steps: 1234n, realTimeFactor: 0.987, stepDurationMs: 3,
  isCollision: false, isOffroad: false, isPaused: false, warnings: [], errors: [],
};

test("the bar names what is known and nothing else", () => {
  assert.equal(stateText("closed", status, "", 3, []), "not connected");
  assert.equal(stateText("connecting", null, "", NaN, []), "connecting …");
  assert.equal(stateText("open", null, "", NaN, []), "nobody drives");
  assert.equal(
    stateText("open", { ...status, isPaused: true, isOffroad: true }, "client-2", 4.4, ["/tf"]),
    "paused · off the road · client-2 drives · 12.3 s · real time × 0.99 · round trip 4 ms · slow: /tf",
  );
});

test("the bar of a recording says nothing about a driver or the pace of the simulation", () => {
  assert.equal(stateText("open", { ...status, isCollision: true }, null, NaN, []), "recorded · collision · 12.3 s");
});

test("the map has north above and the vehicle in the middle", () => {
  const view = { x: 100, y: 50, pixelsPerMetre: 2, size: 200 };
  assert.deepEqual(onCanvas(view, 100, 50), [100, 100]);
  assert.deepEqual(onCanvas(view, 110, 60), [120, 80]);
  assert.ok(Math.abs(yawOf({ position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: Math.sin(0.35), w: Math.cos(0.35) } }) - 0.7) < 1e-12);
});

test("the vehicle reaches from its front to its rear", () => {
  const corners: [number, number][] = [];
  const none = () => {};
  const context = { beginPath: none, moveTo: none, lineTo: (x: number, y: number) => void corners.push([x, y]), closePath: none, fill: none, stroke: none, clearRect: none, fillStyle: "", strokeStyle: "", lineWidth: 0 };
  const world = { path: [], vehicle: { front: 4, rear: 1, width: 2 }, files: {} };
  const pose = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
  drawMap(context, { x: 0, y: 0, pixelsPerMetre: 1, size: 100 }, { getPropertyValue: () => "" }, world, [], [], pose);
  assert.deepEqual(corners, [[54, 49], [54, 51], [49, 51], [49, 49]]);
});

test("outlines of polygons, with holes, without anything else", () => {
  const ring = [[0, 0], [1, 0], [1, 1]];
  const hole = [[0.2, 0.2], [0.3, 0.2], [0.3, 0.3]];
  const features = [
    { geometry: { type: "Polygon", coordinates: [ring, hole] } },
    { geometry: { type: "MultiPolygon", coordinates: [[ring], [hole]] } },
    { geometry: { type: "Point", coordinates: [1, 2] } },
    { geometry: null },
    {},
  ];
  assert.deepEqual(outlines(JSON.stringify({ features })), [ring, hole, ring, hole]);
  assert.deepEqual(outlines("{}"), []);
});

test("panels that are registered later are seen too", () => {
  const seen: string[] = [];
  const panel = (title: string) => ({ place: "left" as const, title, mount: () => () => {} });
  registerPanel(panel("a"));
  const end = onPanel(({ title }) => seen.push(title));
  registerPanel(panel("b"));
  end();
  registerPanel(panel("c"));
  assert.deepEqual(seen, ["a", "b"]);
});
