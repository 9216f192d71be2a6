// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What is drawn beside the Gaussians: ground, drivable area, recorded path, LiDAR points, and boxes of vehicle and actors.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, EdgesGeometry, Group, Line, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, type Object3D,
  Points, PointsMaterial, type Quaternion, Vector3,
} from "three";
import type { Point, WorldFile } from "./world_file";

export const kLayerNames = ["splats", "ground", "drivable", "path", "lidar", "boxes"] as const;
export type LayerName = (typeof kLayerNames)[number];

const kMostGroundSide = 400;  // vertices; larger heightmaps are drawn with larger cells
const kMostGroundBytes = 64 << 20;

// Lines and points lie over the Gaussians: those have no surface that could hide them exactly.
function overlay<T extends Object3D & { material: unknown }>(object: T): T {
  object.renderOrder = 10;
  Object.assign(object.material as object, { depthTest: false, depthWrite: false, transparent: true });
  object.frustumCulled = false;
  return object;
}

export function lineOf(points: Vector3[], color: number, width = 1): Line {
  return overlay(new Line(new BufferGeometry().setFromPoints(points), new LineBasicMaterial({ color, linewidth: width })));
}

// Height of the recorded path beside a place, which is about that of the ground.
function heightBeside(path: Point[], x: number, y: number, otherwise: number): number {
  let best = Infinity;
  let height = otherwise;
  for (const p of path) {
    const distance = (p[0] - x) ** 2 + (p[1] - y) ** 2;
    if (distance < best) [best, height] = [distance, p[2]];
  }
  return height;
}

// Reads a drivable area from a GeoJSON text and draws its outlines.
export function drivableLines(geojson: string, world: WorldFile, origin: Vector3): Group {
  const group = new Group();
  const document = JSON.parse(geojson) as { features?: { geometry?: { type?: string; coordinates?: unknown } }[] };
  for (const feature of document.features ?? []) {
    const polygons = feature.geometry?.type === "MultiPolygon" ? feature.geometry.coordinates : [feature.geometry?.coordinates];
    for (const rings of polygons as [number, number][][][]) {
      for (const ring of rings ?? []) {
        const points = ring.map(([x, y]) => new Vector3(x, y, heightBeside(world.path, x, y, world.pose[2]) + 0.02).sub(origin));
        group.add(lineOf(points, 0x3fb950));
      }
    }
  }
  return group;
}

// The heightmap as a surface, coloured by height; cells with unknown height are left out.
export function groundMesh(samples: Float32Array, map: WorldFile["heightmap"], origin: Vector3): Mesh {
  const step = Math.max(1, Math.ceil(Math.max(map.width, map.height) / kMostGroundSide));
  const columns = Math.floor((map.width - 1) / step) + 1;
  const rows = Math.floor((map.height - 1) / step) + 1;
  const positions = new Float32Array(3 * columns * rows);
  const colors = new Float32Array(3 * columns * rows);
  const heights = samples.filter(Number.isFinite);
  const lowest = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const highest = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const indices: number[] = [];
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const at = row * columns + column;
      const height = samples[row * step * map.width + column * step];
      const x = map.origin[0] + column * step * map.resolution - origin.x;
      const y = map.origin[1] + row * step * map.resolution - origin.y;
      positions.set([x, y, (Number.isFinite(height) ? height : lowest) + map.origin[2] - origin.z], 3 * at);
      const shade = 0.25 + (0.35 * (height - lowest)) / Math.max(0.1, highest - lowest) + 0.04 * ((row + column) % 2);
      colors.set([shade, shade, shade * 1.05], 3 * at);
      const corners = [at, at + 1, at + columns, at + columns + 1];
      const known = (i: number) => Number.isFinite(samples[(row + (i >> 1)) * step * map.width + (column + (i & 1)) * step]);
      if (row + 1 < rows && column + 1 < columns && [0, 1, 2, 3].every(known)) {
        indices.push(corners[0], corners[1], corners[3], corners[0], corners[3], corners[2]);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  geometry.setIndex(indices);
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: 2 }));
}

// An empty ground: lines every 10 m through the origin of the scene, 400 m across.
// Every segment is short, because software rendering leaves out long ones that pass the camera.
export function groundGrid(): LineSegments {
  const [cell, half] = [10, 200];
  const points: Vector3[] = [];
  for (let across = -half; across <= half; across += cell) {
    for (let along = -half; along < half; along += cell) {
      points.push(new Vector3(along, across, 0), new Vector3(along + cell, across, 0), new Vector3(across, along, 0), new Vector3(across, along + cell, 0));
    }
  }
  return new LineSegments(new BufferGeometry().setFromPoints(points), new LineBasicMaterial({ color: 0x59636e }));
}

// Fetches the heightmap; null if the world has none or it is too large for a browser.
export async function fetchGround(world: WorldFile, origin: Vector3): Promise<Mesh | null> {
  const bytes = world.files["/world/heightmap.bin"] ?? 0;
  const { width, height } = world.heightmap;
  if (bytes !== 4 * width * height || bytes === 0 || bytes > kMostGroundBytes) return null;
  const response = await fetch("world/heightmap.bin");
  if (!response.ok) return null;
  return groundMesh(new Float32Array(await response.arrayBuffer()), world.heightmap, origin);
}

// Four points of the colour map viridis; between them it is interpolated.
const kViridis = [[0.267, 0.005, 0.329], [0.191, 0.407, 0.556], [0.208, 0.719, 0.473], [0.993, 0.906, 0.144]];

function viridis(value: number): number[] {
  const scaled = Math.min(0.9999, Math.max(0, value)) * (kViridis.length - 1);
  const i = Math.floor(scaled);
  return kViridis[i].map((low, k) => low + (scaled - i) * (kViridis[i + 1][k] - low));
}

// The newest LiDAR cloud, coloured by height above the sensor's lowest point.
export class LidarPoints {
  readonly points = overlay(new Points(new BufferGeometry(), new PointsMaterial({ size: 2, sizeAttenuation: false, vertexColors: true })));

  // `xyz`: points of the sensor's frame; its pose in the scene.
  set(xyz: Float32Array, position: Vector3, rotation: Quaternion): void {
    const colors = new Float32Array(xyz.length);
    const up = new Vector3(0, 0, 1).applyQuaternion(rotation.clone().invert());
    for (let i = 0; i + 2 < xyz.length; i += 3) {
      const height = up.x * xyz[i] + up.y * xyz[i + 1] + up.z * xyz[i + 2];
      colors.set(viridis((height + 2.5) / 5), i);
    }
    this.points.geometry.dispose();
    this.points.geometry = new BufferGeometry();
    this.points.geometry.setAttribute("position", new BufferAttribute(xyz, 3));
    this.points.geometry.setAttribute("color", new BufferAttribute(colors, 3));
    this.points.position.copy(position);
    this.points.quaternion.copy(rotation);
  }
}

// Edges of a box of this size [m]; its centre is the origin of the object.
export function boxEdges(size: Vector3, color: number): LineSegments {
  const edges = new LineSegments(new EdgesGeometry(new BoxGeometry(1, 1, 1)), new LineBasicMaterial({ color }));
  edges.scale.copy(size);
  return overlay(edges);
}

// The vehicle: its box, translucent.
export function vehicleBox(vehicle: WorldFile["vehicle"]): Group {
  const size = new Vector3(vehicle.front + vehicle.rear, vehicle.width, vehicle.height);
  const edges = boxEdges(size, 0x4cc2ff);
  const faces = overlay(new Mesh(new BoxGeometry(size.x, size.y, size.z), new MeshBasicMaterial({ color: 0x4cc2ff, opacity: 0.25 })));
  for (const part of [edges, faces]) part.position.set((vehicle.front - vehicle.rear) / 2, 0, vehicle.height / 2);
  return new Group().add(faces, edges);
}

// Boxes that come and go with every message.
export class ActorBoxes {
  readonly group = new Group();

  set(boxes: { position: Vector3; rotation: Quaternion; size: Vector3 }[]): void {
    while (this.group.children.length > boxes.length) this.group.remove(this.group.children[this.group.children.length - 1]);
    boxes.forEach((box, i) => {
      const edges = this.group.children[i] ?? boxEdges(box.size, 0xd29922);
      if (!this.group.children[i]) this.group.add(edges);
      edges.position.copy(box.position);
      edges.quaternion.copy(box.rotation);
      edges.scale.copy(box.size);
    });
  }
}
