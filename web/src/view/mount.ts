// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The view on its canvas, with pointer and the camera of the address: #at=x,y,z,yaw,pitch,field_of_view (map [m], degrees).
import { MathUtils } from "three";
import { listenToPointer } from "./pointer";
import { type ViewEvents, WorldView } from "./view";
import type { WorldFile } from "./world_file";

// The numbers of "#at=..."; null if there are none.
export function cameraOfAddress(hash: string): number[] | null {
  const numbers = /^#at=(.*)$/.exec(hash)?.[1]?.split(",").map(Number) ?? [];
  return numbers.length === 6 && numbers.every(Number.isFinite) && numbers[5] > 0 && numbers[5] < 180 ? numbers : null;
}

export function mountView(canvas: HTMLCanvasElement, world: WorldFile, events: ViewEvents): WorldView {
  const view = new WorldView(canvas, world, events);
  listenToPointer(canvas, view.rig, () => view.touch());
  const goToAddress = () => {
    const at = cameraOfAddress(location.hash);
    if (!at) return;
    view.rig.fix(view.inScene([at[0], at[1], at[2]]), MathUtils.degToRad(at[3]), MathUtils.degToRad(at[4]), at[5]);
    view.touch();
  };
  window.addEventListener("hashchange", goToAddress);
  goToAddress();
  void view.load();
  return view;
}
