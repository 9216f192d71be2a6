// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The list of panels. Other parts of the page add theirs with registerPanel() before or after the panels are mounted.
import type { ServerKind } from "../net/server_kind";
import type { Session } from "../net/session";

export type Place = "left" | "right" | "bottomLeft" | "bottomRight" | "bottom" | "top";

// What the panels need of the description of the world.
export interface PanelWorld {
  path: readonly (readonly number[])[];  // x, y, z in map [m]
  vehicle: { front: number; rear: number; width: number };  // reach of its box from base_link, both positive [m]
  files: Record<string, number>;  // bytes by URL
}
export interface PanelContext {
  session: Session;
  world: PanelWorld;
}
// title: of the card around the panel; empty: the panel stands without one. kind: the only kind of server for which the panel is
// there; without it, for all. mount() returns a function that ends it.
export interface Panel {
  place: Place;
  title: string;
  kind?: ServerKind;
  mount(root: HTMLElement, context: PanelContext): () => void;
}

const panels: Panel[] = [];
const listeners = new Set<(panel: Panel) => void>();

export function registerPanel(panel: Panel): void {
  panels.push(panel);
  for (const listener of listeners) listener(panel);
}

// Calls the listener with every panel there is and every one that is added, until the returned function is called.
export function onPanel(listener: (panel: Panel) => void): () => void {
  for (const panel of panels) listener(panel);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
