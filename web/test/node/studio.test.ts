// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pages of a folder without a browser: texts, curves, addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Build, durationText, type Evaluation, factsText, sizeText } from "../../src/studio/api";
import { progressText, samplesOf } from "../../src/studio/build";
import { linePoints } from "../../src/studio/curve";
import { buildOfAddress } from "../../src/studio/mount";

test("sizes and durations have units", () => {
  assert.deepEqual([0, 999, 1000, 12_345_678, 999_600, 1e15].map(sizeText), ["0 B", "999 B", "1 kB", "12.3 MB", "1 MB", "1000 TB"]);
  assert.deepEqual([-1, 6.6, 200, 3599.9, 7500].map(durationText), ["0 s", "7 s", "3 min 20 s", "1 h 00 min", "2 h 05 min"]);
});

test("facts that are not known are left out", () => {
  const entry = { id: "", kind: "world" as const, name: "", folder: "", bytes: 0, changed_s: 0 };
  assert.equal(factsText(entry), "");
  assert.equal(factsText({ ...entry, bytes: 2000 }), "2 kB");
  assert.match(factsText({ ...entry, changed_s: 1_800_000_000 }), /2027/);
});

test("only addresses of a build lead to one", () => {
  assert.equal(buildOfAddress("#/build/0123456789abcdef"), "0123456789abcdef");
  for (const hash of ["", "#/", "#/build/", "#/build/0123456789abcde", "#/build/0123456789abcdef/..", "#/build/../../list"]) assert.equal(buildOfAddress(hash), null, hash);
});

const evaluation = (iteration: number | null, psnr: number | null): Evaluation => ({ iteration, psnr, loss: null, ssim: null, gaussians: null });

test("the state of a build names what is known", () => {
  const build: Build = { state: "running", steps: [], training: { held_out: true, iterations: null, eta_s: null, evaluations: [] }, images: [], report: null, build_report: null };
  assert.equal(progressText(build), "The build runs");
  assert.equal(progressText({ ...build, state: "failed" }), "The build has failed");
  assert.equal(progressText({ ...build, state: "stopped" }), "The build was stopped");
  const training = { held_out: true, iterations: 7000, eta_s: 90, evaluations: [evaluation(1000, 20), evaluation(2000, 22)] };
  assert.equal(progressText({ ...build, training }), "The build runs · iteration 2,000 of 7,000 · training ends in about 1 min 30 s");
});

test("a curve fills its drawing; evaluations without a value are left out", () => {
  const samples = samplesOf([evaluation(0, 10), evaluation(500, null), evaluation(null, 3), evaluation(1000, 30), evaluation(2000, 20)], "psnr");
  assert.deepEqual(samples, [[0, 10], [1000, 30], [2000, 20]]);
  assert.deepEqual(linePoints(samples, 120, 60, 10), [[10, 50], [60, 10], [110, 30]]);
  assert.deepEqual(linePoints([[5, 7]], 120, 60, 10), [[60, 30]]);
  assert.deepEqual(linePoints([]), []);
});
