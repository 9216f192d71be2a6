// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A pad for a thumb. Shown on touch screens only (drive.css).

export interface TouchPad {
  root: HTMLElement;
  release(): void;
}

// moved: position of the thumb, -1 to 1 from the place where it was put down, x to the right, y upwards; null when it is
// lifted. pressed: the thumb was put down.
export function makeTouchPad(kind: string, label: string, moved: (x: number | null, y: number | null) => void, pressed: () => void): TouchPad {
  const root = document.createElement("div");
  root.className = `touch-pad ${kind}`;
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", label);
  root.textContent = label;
  let pointer: number | null = null;
  let begin = { x: 0, y: 0 };

  const release = () => {
    if (pointer === null) return;
    pointer = null;
    moved(null, null);
  };
  root.addEventListener("pointerdown", (event) => {
    if (pointer !== null) return;
    pointer = event.pointerId;
    root.setPointerCapture(pointer);
    begin = { x: event.clientX, y: event.clientY };
    moved(0, 0);
    pressed();
  });
  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const box = root.getBoundingClientRect();
    const part = (value: number) => Math.min(1, Math.max(-1, value));
    moved(part((event.clientX - begin.x) / (0.4 * box.width)), part((begin.y - event.clientY) / (0.4 * box.height)));
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
    root.addEventListener(name, (event) => {
      if (event.pointerId === pointer) release();
    });
  }
  return { root, release };
}
