// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Puts the panels into their places. Text from the network enters the page as text only.
import "./panels.css";
import type { ServerKind } from "../net/server_kind";
import type { Session } from "../net/session";
import { cameraPanels } from "./cameras";
import { instruments } from "./instruments";
import { minimap } from "./minimap";
import { onPanel, type Panel, type PanelWorld, type Place, registerPanel } from "./registry";
import { runButtons } from "./run_buttons";
import { stateBar } from "./state_bar";
import { timeBar } from "./time_bar";

export { registerPanel } from "./registry";

for (const panel of [stateBar, cameraPanels, instruments, runButtons, minimap, timeBar]) registerPanel(panel);

// Mounts all panels of this kind of server, and those that are registered later. Returns a function that removes them.
export function mountPanels(places: Record<Place, HTMLElement>, session: Session, world: PanelWorld, kind: ServerKind): () => void {
  const endings: (() => void)[] = [];
  const add = (panel: Panel) => {
    if (panel.kind && panel.kind !== kind) return;
    const root = document.createElement("div");
    root.className = panel.title ? "panel card" : "panel";
    const body = document.createElement("div");
    if (panel.title) {
      const title = document.createElement("h2");
      title.textContent = panel.title;
      root.append(title);
    }
    root.append(body);
    // The bar has the name of the world first and its tools last.
    const tools = places.top.querySelector(":scope > .tools");
    places[panel.place].insertBefore(root, panel.place === "top" ? tools : null);
    const end = panel.mount(body, { session, world });
    endings.push(() => (end(), root.remove()));
  };
  endings.push(onPanel(add));
  return () => {
    for (const end of endings.reverse()) end();
  };
}
