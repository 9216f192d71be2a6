// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Mouse and fingers on the view: one turns, two move and zoom.
import type { CameraRig } from "./cameras";

const kTurnPerPixel = 0.005;  // [rad]

export function listenToPointer(canvas: HTMLCanvasElement, rig: CameraRig, changed: () => void): void {
  const open = new Map<number, { x: number; y: number }>();
  const spread = () => {
    const [a, b] = [...open.values()];
    return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    open.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = open.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    const before = open.size === 2 ? spread() : 0;
    open.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (open.size === 2) {
      rig.zoom(before / spread());
      rig.move(-dx / canvas.clientHeight / 2, dy / canvas.clientHeight / 2);
    } else if (event.shiftKey || (event.buttons & 2) !== 0) {
      rig.move(-dx / canvas.clientHeight, dy / canvas.clientHeight);
    } else {
      rig.turn(-dx * kTurnPerPixel, -dy * kTurnPerPixel);
    }
    changed();
  });
  for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, (event) => open.delete(event.pointerId));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    rig.zoom(Math.exp(Math.min(200, Math.max(-200, event.deltaY)) * 0.0015));
    changed();
  }, { passive: false });
}
