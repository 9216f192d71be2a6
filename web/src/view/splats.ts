// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The Gaussians of the world, drawn by Spark with the settings that give the picture of our renderer.
import { ExtSplats, SparkRenderer, SplatMesh } from "@sparkjsdev/spark";
import type { Scene, WebGLRenderer } from "three";
import { type ExtArrays, mostImportant } from "./ext_splats";
import type { WorldFile } from "./world_file";

const kDefaultLowPass = 0.3;  // [px^2], of gs/splat/kernel/project.h

export class SplatLayer {
  private readonly spark: SparkRenderer;
  private mesh: SplatMesh | null = null;
  private arrays: ExtArrays | null = null;
  private limit = Infinity;
  private unchanged = 0;  // frames since the last change of what is drawn
  private lastActive = -1;

  constructor(renderer: WebGLRenderer, private readonly scene: Scene, rendering: WorldFile["rendering"], changed: () => void) {
    const lowPass = rendering.low_pass_px2 ?? kDefaultLowPass;
    this.spark = new SparkRenderer({
      renderer,
      onDirty: changed,
      // Both widen a Gaussian by the low-pass filter; blurAmount takes the opacity down for it.
      preBlurAmount: rendering.antialiasing ? 0 : lowPass,
      blurAmount: rendering.antialiasing ? lowPass : 0,
      // Our renderer leaves out what is fainter than 1/255 and sorts by depth.
      minAlpha: 1 / 255,
      maxStdDev: Math.sqrt(2 * Math.log(255)),
      sortRadial: false,
      clipXY: 2,
      accumExtSplats: true,
    });
    scene.add(this.spark);
  }

  get total(): number {
    return this.arrays?.count ?? 0;
  }
  get drawn(): number {
    return Math.min(this.limit, this.total);
  }

  set(arrays: ExtArrays): void {
    this.arrays = arrays;
    this.rebuild();
  }
  // Draws at most so many: those that cover most.
  setLimit(limit: number): void {
    if (limit === this.limit) return;
    this.limit = limit;
    this.rebuild();
  }
  setVisible(visible: boolean): void {
    if (this.mesh) this.mesh.visible = visible;
    this.unchanged = 0;
  }

  // Call it after each frame. True if sorting has caught up: the picture on the screen is the final one.
  frameDrawn(): boolean {
    const { spark, mesh } = this;
    const expected = mesh && mesh.visible ? this.drawn : 0;
    const complete = !spark.sorting && spark.activeSplats === expected && spark.activeSplats === this.lastActive;
    this.lastActive = spark.activeSplats;
    this.unchanged = complete ? this.unchanged + 1 : 0;
    return this.unchanged >= 3;
  }
  // The camera or the scene has changed.
  touched(): void {
    this.unchanged = 0;
  }

  private rebuild(): void {
    if (!this.arrays) return;
    const visible = this.mesh?.visible ?? true;
    if (this.mesh) {
      this.scene.remove(this.mesh);
      this.mesh.dispose();
    }
    const { words, count, harmonics } = mostImportant(this.arrays, this.drawn);
    const extra = Object.fromEntries(["sh1", "sh2", "sh3a", "sh3b"].slice(0, harmonics.length).map((name, i) => [name, harmonics[i]]));
    // Spark keeps the arrays and gives them up when the mesh is disposed; ours stay for another limit.
    const splats = new ExtSplats({ extArrays: words, numSplats: count, extra });
    this.mesh = new SplatMesh({ extSplats: splats });
    this.mesh.visible = visible;
    this.scene.add(this.mesh);
    this.unchanged = 0;
  }
}
