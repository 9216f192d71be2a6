// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A map from above, north up: drivable area, recorded path, vehicle and actors.
import { decodeDetections, decodeVehicleState, type Pose } from "../net/messages";
import type { Panel, PanelWorld } from "./registry";

type XY = readonly [number, number];

// Where a point of map [m] lies on a canvas [px], with the vehicle in the middle.
export interface MapView {
  x: number;
  y: number;
  pixelsPerMetre: number;
  size: number;  // of the square canvas
}
export function onCanvas(view: MapView, x: number, y: number): XY {
  return [view.size / 2 + (x - view.x) * view.pixelsPerMetre, view.size / 2 - (y - view.y) * view.pixelsPerMetre];
}

// Yaw of an orientation [rad], counter-clockwise from east.
export function yawOf({ orientation: q }: Pose): number {
  return Math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z));
}

// The outlines of a GeoJSON text with polygons in map. Anything else is left out.
export function outlines(geojson: string): XY[][] {
  const out: XY[][] = [];
  const document = JSON.parse(geojson) as { features?: { geometry?: { type?: string; coordinates?: unknown } }[] };
  for (const { geometry } of Array.isArray(document.features) ? document.features : []) {
    if (!Array.isArray(geometry?.coordinates)) continue;
    const polygons = (geometry.type === "MultiPolygon" ? geometry.coordinates : geometry.type === "Polygon" ? [geometry.coordinates] : []) as XY[][][];
    for (const polygon of polygons) for (const ring of polygon) out.push(ring.filter((point) => Number.isFinite(point[0]) && Number.isFinite(point[1])));
  }
  return out;
}

const kMetresAcross = 120;

interface Actor {
  pose: Pose;
  size: { x: number; y: number };
}

// The map as it is now.
export function drawMap(context: Pick<CanvasRenderingContext2D, "beginPath" | "moveTo" | "lineTo" | "closePath" | "fill" | "stroke" | "clearRect" | "fillStyle" | "strokeStyle" | "lineWidth">, view: MapView, colours: Pick<CSSStyleDeclaration, "getPropertyValue">, world: PanelWorld, area: XY[][], actors: Actor[], vehicle: Pose | null): void {
  const line = (points: Iterable<readonly number[]>, close: boolean) => {
    context.beginPath();
    for (const point of points) context.lineTo(...onCanvas(view, point[0], point[1]));
    if (close) context.closePath();
  };
  const box = (pose: Pose, front: number, rear: number, width: number, colour: string) => {
    const [c, s] = [Math.cos(yawOf(pose)), Math.sin(yawOf(pose))];
    const corner = (x: number, y: number): XY => [pose.position.x + c * x - s * y, pose.position.y + s * x + c * y];
    line([corner(front, 0.5 * width), corner(front, -0.5 * width), corner(rear, -0.5 * width), corner(rear, 0.5 * width)], true);
    context.fillStyle = colour;
    context.fill();
  };
  const colour = (name: string) => colours.getPropertyValue(name).trim() || "gray";
  context.clearRect(0, 0, view.size, view.size);
  // All rings in one path, so that holes stay holes.
  context.beginPath();
  for (const ring of area) {
    ring.forEach((point, i) => (i === 0 ? context.moveTo(...onCanvas(view, point[0], point[1])) : context.lineTo(...onCanvas(view, point[0], point[1]))));
    context.closePath();
  }
  context.fillStyle = colour("--line");
  context.fill("evenodd");
  line(world.path, false);
  context.strokeStyle = colour("--accent");
  context.lineWidth = 2;
  context.stroke();
  for (const { pose, size } of actors) box(pose, 0.5 * size.x, -0.5 * size.x, size.y, colour("--warning"));
  if (vehicle) box(vehicle, world.vehicle.front, -world.vehicle.rear, world.vehicle.width, colour("--good"));
}

export const minimap: Panel = {
  place: "bottomRight",
  title: "",
  mount(root, { session, world }) {
    const canvas = document.createElement("canvas");
    canvas.className = "minimap card";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "map with the vehicle in the middle, north up");
    root.append(canvas);
    let area: XY[][] = [];
    let actors: Actor[] = [];
    let vehicle: Pose | null = null;
    let asked = 0;
    const ask = () => (asked ||= requestAnimationFrame(draw));
    const draw = () => {
      asked = 0;
      const size = Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio));
      if (size === 0) return;
      if (canvas.width !== size) canvas.width = canvas.height = size;
      const start = world.path[0] ?? [0, 0];
      const view = { x: vehicle?.position.x ?? start[0], y: vehicle?.position.y ?? start[1], pixelsPerMetre: size / kMetresAcross, size };
      const context = canvas.getContext("2d");
      if (context) drawMap(context, view, getComputedStyle(canvas), world, area, actors, vehicle);
    };
    const url = Object.keys(world.files).find((name) => name.endsWith(".geojson"));
    if (url) {
      fetch(url.replace(/^\//, ""))  // beside the page, which need not lie at the root
        .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
        .then((text) => ((area = outlines(text)), ask()))
        .catch(() => (area = []));  // the map then has no drivable area
    }
    const endings = [
      session.subscribe("/vehicle/state", (bytes) => ((vehicle = decodeVehicleState(bytes).pose), ask())),
      session.subscribe("/ground_truth/objects", (bytes) => ((actors = decodeDetections(bytes).detections), ask())),
    ];
    ask();
    return () => {
      if (asked) cancelAnimationFrame(asked);
      endings.forEach((end) => end());
    };
  },
};
