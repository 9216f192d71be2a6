// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How many Gaussians a device can draw.
export const kSlowestFrameMs = 100;
const kFewestSplats = 1000;

// How many of `drawn` Gaussians to draw so that a frame that took `frameMs` takes at most 100 ms; `drawn` if it does.
export function affordable(drawn: number, frameMs: number): number {
  if (frameMs <= kSlowestFrameMs) return drawn;
  return Math.max(Math.min(drawn, kFewestSplats), Math.floor((0.9 * drawn * kSlowestFrameMs) / frameMs));
}
