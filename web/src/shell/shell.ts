// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Top bar, keys, drawers of narrow windows; starts everything else.
import type { CameraMode } from "../view/cameras";
import type { LayerName } from "../view/layers";
import type { WorldView } from "../view/view";
import { mountDriving } from "../drive/mount";
import { Session } from "../net/session";
import { mountPanels } from "../panels/mount";
import { fetchWorld, type WorldFile } from "../view/world_file";
import { button, element, place } from "./elements";
import { type Key, listenToKeys, showHelp } from "./keys";
import { makeLayersPanel } from "./layers_panel";
import { feedView, type LiveView, showCamera } from "./live";
import { notice } from "./notices";
import { restoreTheme, switchTheme } from "./theme";

const kCameras = [
  { name: "chase", shown: "chase" },
  { name: "driver", shown: "driver" },
  { name: "top", shown: "top" },
  { name: "free", shown: "free" },
];
const kLayers = [
  { name: "splats", shown: "splats", visible: true },
  { name: "ground", shown: "ground", visible: false },
  { name: "drivable", shown: "drivable area", visible: true },
  { name: "path", shown: "recorded path", visible: true },
  { name: "lidar", shown: "LiDAR points", visible: true },
  { name: "boxes", shown: "boxes", visible: true },
];

const kLayersKey = "gs.layers";

// The layers that were shown last time: a list of names. Anything else in the storage is ignored.
function storedLayers(): typeof kLayers {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(kLayersKey) ?? "");
    if (Array.isArray(names)) return kLayers.map((layer) => ({ ...layer, visible: names.includes(layer.name) }));
  } catch {
    // Nothing is stored.
  }
  return kLayers.map((layer) => ({ ...layer }));
}

// Opens and closes one side of a narrow window.
function drawer(id: string, text: string): HTMLButtonElement {
  const side = place(id);
  const out = button(text, `show or hide: ${text}`, () => {
    const open = side.classList.toggle("open");
    out.setAttribute("aria-expanded", String(open));
  });
  out.className = "drawer";
  out.setAttribute("aria-controls", id);
  out.setAttribute("aria-expanded", "false");
  return out;
}

function hasWebGl2(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

function makeSession(): Session {
  const session = new Session(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/`);
  session.onNotice(({ id, text }) => notice(id, text));
  return session;
}

// Another world has other files: the page begins again.
function reloadWithWorld(session: Session, world: WorldFile): void {
  const first = JSON.stringify(world);
  let timer: ReturnType<typeof setTimeout> | undefined;
  session.onTopics(() => {
    clearTimeout(timer);
    if (session.topics().length === 0) return;  // not connected
    timer = setTimeout(() => {
      fetchWorld().then((now) => JSON.stringify(now) !== first && location.reload(), () => {});
    }, 200);
  });
}

export async function startShell(): Promise<void> {
  restoreTheme();
  const session = makeSession();
  let view: WorldView | null = null;
  let live: LiveView | null = null;
  let drawAll = false;
  const layers = storedLayers();
  const setCamera = (name: string) => {
    view?.setCamera(name as CameraMode);
    panel.setCamera(name);
  };
  const panel = makeLayersPanel(kCameras, layers, {
    camera: setCamera,
    layer: (name, visible) => {
      for (const layer of layers) if (layer.name === name) layer.visible = visible;
      localStorage.setItem(kLayersKey, JSON.stringify(layers.filter((layer) => layer.visible).map((layer) => layer.name)));
      view?.setLayer(name as LayerName, visible);
      live?.setLayer(name, visible);
    },
    drawAll: (all) => {
      drawAll = all;
      view?.setDrawAll(all);
    },
  });
  panel.setCamera("chase");
  place("left").append(panel.root);
  const keys: Key[] = [
    ...kCameras.map(({ name, shown }, i) => ({ code: `Digit${i + 1}`, shown: `${i + 1}`, meaning: `camera: ${shown}`, pressed: () => setCamera(name) })),
    { code: "KeyF", shown: "F", meaning: "back to the vehicle", pressed: () => (view?.rig.lookAtVehicle(), view?.touch()) },
    { code: "KeyT", shown: "T", meaning: "light or dark", pressed: switchTheme },
    { code: "KeyH", shown: "H", meaning: "hide or show everything but the view", pressed: () => document.body.classList.toggle("bare") },
  ];
  listenToKeys(keys);
  const { name, status } = fillTop(keys);

  try {
    const world = await fetchWorld();
    name.textContent = world.scene;
    document.title = `${world.scene} – gs studio`;
    reloadWithWorld(session, world);
    if (world.rendering.has_color_correction) notice("colour", "This world has a colour correction; the camera images have it, the view does not.");
    mountDriving(place("bottom"), session);
    const places = { left: place("left"), right: place("right"), bottomLeft: place("bottom-left"), bottomRight: place("bottom-right"), bottom: place("bottom"), top: place("top") };
    mountPanels(places, session, world);
    if (hasWebGl2()) {
      const { mountView } = await import("../view/mount");
      view = mountView(place("view") as HTMLCanvasElement, world, {
        progress: (text) => (status.textContent = text),
        splats: panel.setSplats,
        failed: (text) => notice("world", text),
      });
      live = feedView(session, view);
      for (const layer of layers) {
        view.setLayer(layer.name as LayerName, layer.visible);
        live.setLayer(layer.name, layer.visible);
      }
      if (drawAll) view.setDrawAll(true);
    } else {
      notice("webgl", "This browser has no WebGL 2: the images of a camera of the vehicle take the place of the view.");
      const image = element("img");
      place("view").replaceWith(image);
      showCamera(session, image);
    }
    session.connect();
  } catch (error) {
    notice("world", error instanceof Error ? error.message : String(error));
  }
}

// Name of the world, what happens, and tools.
function fillTop(keys: Key[]): { name: HTMLElement; status: HTMLElement } {
  const name = element("strong", "name", "gs studio");
  const status = element("span", "muted status");
  status.setAttribute("role", "status");
  const tools = element("span", "tools");
  tools.append(drawer("left", "view"), drawer("right", "sensors"), button("◐", "light or dark (T)", switchTheme), button("?", "keys (?)", () => showHelp(keys)));
  place("top").append(name, status, tools);
  return { name, status };
}
