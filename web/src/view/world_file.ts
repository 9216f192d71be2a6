// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The description of the world that the server gives: /world/world.json (gs/web/live/world_files.h).
import type { QuaternionOrder } from "./ply";

export type Point = [number, number, number];  // x east, y north, z up, in map [m]

export interface WorldFile {
  scene: string;
  pose: [number, number, number, number, number, number, number];  // base_link in map: position, quaternion xyzw
  vehicle: { front: number; rear: number; width: number; height: number };  // box in base_link [m]
  rendering: {
    antialiasing: boolean;
    low_pass_px2: number | null;
    background: Point;  // red, green, blue, 0 to 1
    quaternion_order: QuaternionOrder | null;
    has_color_correction: boolean;
  };
  heightmap: { width: number; height: number; resolution: number; origin: Point };
  path: Point[];
  files: Record<string, number>;  // bytes by URL
}

// Throws an Error that says what the server answered.
export async function fetchWorld(): Promise<WorldFile> {
  const response = await fetch("world/world.json");
  if (!response.ok) throw new Error(`the description of the world: the server answers ${response.status}`);
  return (await response.json()) as WorldFile;
}
