// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Cameras and layers of the view, and how many Gaussians are drawn.
import { button, element } from "./elements";

export interface Choice {
  name: string;
  shown: string;
}

export interface LayersPanel {
  root: HTMLElement;
  setCamera(name: string): void;
  setSplats(drawn: number, total: number, inFile: number): void;
}

export interface LayersEvents {
  camera(name: string): void;
  layer(name: string, visible: boolean): void;
  drawAll(all: boolean): void;
}

const kDrawAllKey = "gs.draw_all";

function checkbox(text: string, checked: boolean, changed: (checked: boolean) => void): HTMLLabelElement {
  const label = element("label", "check");
  const input = element("input");
  input.type = "checkbox";
  input.checked = checked;
  input.addEventListener("change", () => changed(input.checked));
  label.append(input, element("span", "", text));
  return label;
}

// What is drawn of a world: "20,000 splats", or why it is fewer than the file has.
export function splatsText(drawn: number, total: number, inFile: number): string {
  const count = (value: number) => value.toLocaleString("en");
  if (drawn < total) return `${count(drawn)} of ${count(inFile)} splats, as many as frames of 100 ms allow`;
  return total < inFile ? `${count(total)} of ${count(inFile)} splats: a browser holds no more` : `${count(drawn)} splats`;
}

// hasSplats: false leaves out the switches of Gaussians, which a recorded run does not have.
export function makeLayersPanel(cameras: Choice[], layers: (Choice & { visible: boolean })[], events: LayersEvents, hasSplats = true): LayersPanel {
  const root = element("div", "card");
  const views = element("div", "choices");
  views.setAttribute("role", "group");
  views.setAttribute("aria-label", "camera");
  const buttons = cameras.map(({ name, shown }) => {
    const out = button(shown, `camera: ${shown}`, () => events.camera(name));
    views.append(out);
    return { name, out };
  });
  root.append(element("h2", "", "View"), views);
  for (const { name, shown, visible } of layers) root.append(checkbox(shown, visible, (checked) => events.layer(name, checked)));
  const all = localStorage.getItem(kDrawAllKey) === "1";
  const count = element("p", "muted");
  if (hasSplats) {
    root.append(checkbox("all splats, however slow", all, (checked) => {
      localStorage.setItem(kDrawAllKey, checked ? "1" : "0");
      events.drawAll(checked);
    }), count);
  }
  if (all) events.drawAll(true);
  return {
    root,
    setCamera(chosen) {
      for (const { name, out } of buttons) out.setAttribute("aria-pressed", String(name === chosen));
    },
    setSplats(drawn, total, inFile) {
      count.textContent = splatsText(drawn, total, inFile);
    },
  };
}
