// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Synthetic worlds for tests: the minimal world with other Gaussians.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Numbers in [0, 1) that are the same in every run (mulberry32).
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// A PLY of `count` rotated, elongated Gaussians ahead of a camera at the origin, with harmonics of degree 0 to 3.
// `misplaced`: the quaternions are wxyz although the header says xyzw.
function plyOf({ count, degree, misplaced, seed = 1 }) {
  const random = generator(seed);
  const rest = 3 * ((degree + 1) ** 2 - 1);
  const names = ["x", "y", "z", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3", "opacity", "f_dc_0", "f_dc_1", "f_dc_2"];
  for (let i = 0; i < rest; ++i) names.push(`f_rest_${i}`);
  const header = `ply\nformat binary_little_endian 1.0\ncomment quaternion_order xyzw\nelement vertex ${count}\n${names.map((name) => `property float ${name}\n`).join("")}end_header\n`;
  const rows = new Float32Array(names.length * count);
  for (let i = 0; i < count; ++i) {
    const x = 3 + 15 * random();
    const row = [x, (random() - 0.5) * 1.3 * x, 1.5 + (random() - 0.5) * x];
    for (let k = 0; k < 3; ++k) row.push(Math.log(0.004) + random() * Math.log(50));  // 4 to 200 mm: below a pixel and above
    const q = [0, 0, 0, 0].map(() => random() - 0.5);
    const unit = q.map((value) => value / Math.hypot(...q));
    row.push(...(misplaced ? [unit[3], unit[0], unit[1], unit[2]] : unit));
    row.push(4 * random() - 1);
    for (let k = 0; k < 3; ++k) row.push(3 * (random() - 0.5));
    for (let k = 0; k < rest; ++k) row.push(0.5 * (random() - 0.5));
    rows.set(row, i * names.length);
  }
  return Buffer.concat([Buffer.from(header, "latin1"), Buffer.from(rows.buffer)]);
}

// Writes a world; returns its folder.
export function makeWorld(source, folder, { count, degree = 0, antialiasing = false, misplaced = false }) {
  cpSync(join(source, "worlds/minimal_test"), folder, { recursive: true });
  rmSync(join(folder, "files.json"));
  writeFileSync(join(folder, "gaussians/background.splat.ply"), plyOf({ count, degree, misplaced }));
  const config = join(folder, "gaussians/render_config.json");
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), sh_degree: degree, antialiasing }));
  return folder;
}
