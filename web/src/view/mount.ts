// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The view on its canvas, with pointer and the camera of the address: #at=x,y,z,yaw,pitch,field_of_view (map [m], degrees).
import { MathUtils } from "three";
import { cameraOfAddress } from "./address";
import { listenToPointer } from "./pointer";
import { type ViewEvents, WorldView } from "./view";
import type { WorldFile } from "./world_file";

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
