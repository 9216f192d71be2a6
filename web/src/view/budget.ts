// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How many Gaussians a device can draw: begins with few, and follows the time of frames up or down to a tenth of a second.

export const kSlowestFrameMs = 100;
export const kFirstSplats = 8000;
const kFewestSplats = 1000;
const kGrowth = 4;  // at most, from one count to the next
const kFramesACount = 3;  // the first ones compile shaders and load textures

export class Budget {
  private ceiling = Infinity;  // a count that was too slow
  private frames = 0;
  private found = false;

  get isFound(): boolean {
    return this.found;
  }
  // The picture has another size: another count may do.
  restart(): void {
    this.ceiling = Infinity;
    this.frames = 0;
    this.found = false;
  }
  // Takes the time of a complete frame of `drawn` of `total` Gaussians; returns how many to draw from now on.
  next(drawn: number, total: number, frameMs: number): number {
    if (this.found || ++this.frames < kFramesACount) return drawn;
    this.frames = 0;
    const possible = Math.floor((0.9 * drawn * kSlowestFrameMs) / Math.max(1, frameMs));
    if (frameMs > kSlowestFrameMs && drawn > kFewestSplats) {
      this.ceiling = drawn;
      return Math.max(kFewestSplats, Math.min(possible, drawn - 1));
    }
    const more = Math.min(total, kGrowth * drawn, possible, this.ceiling - 1);
    if (drawn < total && (more === total || more > 1.25 * drawn)) return more;
    this.found = true;
    return drawn;
  }
}
