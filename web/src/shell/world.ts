// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A world or a recorded run: view, layers, panels, and driving where there is something to drive.
import type { CameraMode } from "../view/cameras";
import type { LayerName } from "../view/layers";
import type { WorldView } from "../view/view";
import { mountDriving } from "../drive/mount";
import type { ServerKind } from "../net/server_kind";
import { Session } from "../net/session";
import { mountPanels } from "../panels/mount";
import { emptyWorld, firstPose } from "../view/run_world";
import { fetchWorld, type WorldFile } from "../view/world_file";
import { element, place } from "./elements";
import { type Key, kDrivingKeys, kPlaybackKeys, kPointerKeys } from "./keys";
import { makeLayersPanel } from "./layers_panel";
import { feedView, type LiveView, showCamera } from "./live";
import { notice } from "./notices";

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

// A recorded run has no more layers than these.
const kRunLayers = kLayers.filter(({ name }) => ["ground", "lidar", "boxes"].includes(name)).map((layer) => ({ ...layer, visible: true }));

const kLayersKey = { live: "gs.layers", run: "gs.run_layers" };

type Shown = Exclude<ServerKind, "folder">;

// The layers that were shown last time: a list of names. Anything else in the storage is ignored.
function storedLayers(kind: Shown): typeof kLayers {
  const all = kind === "run" ? kRunLayers : kLayers;
  try {
    const names: unknown = JSON.parse(localStorage.getItem(kLayersKey[kind]) ?? "");
    if (Array.isArray(names)) return all.map((layer) => ({ ...layer, visible: names.includes(layer.name) }));
  } catch {
    // Nothing is stored.
  }
  return all.map((layer) => ({ ...layer }));
}

function hasWebGl2(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

function makeSession(url: string): Session {
  const session = new Session(url);
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

// What the rest of the page shows of a world.
export interface WorldShell {
  addKeys(keys: Key[]): void;
  setName(name: string): void;
  setStatus(text: string): void;
}

// The world of a running simulator, or the surroundings of a recorded run.
async function findWorld(kind: Shown, session: Session): Promise<WorldFile> {
  if (kind === "run") return emptyWorld(await firstPose(session));
  const world = await fetchWorld();
  reloadWithWorld(session, world);
  return world;
}

// Shows what the server at `url` (ws:) has.
export async function showWorld(kind: Shown, url: string, shell: WorldShell): Promise<void> {
  const session = makeSession(url);
  let view: WorldView | null = null;
  let live: LiveView | null = null;
  let drawAll = false;
  const layers = storedLayers(kind);
  const setCamera = (name: string) => {
    view?.setCamera(name as CameraMode);
    panel.setCamera(name);
  };
  const panel = makeLayersPanel(
    kCameras,
    layers,
    {
      camera: setCamera,
      layer: (name, visible) => {
        for (const layer of layers) if (layer.name === name) layer.visible = visible;
        localStorage.setItem(kLayersKey[kind], JSON.stringify(layers.filter((layer) => layer.visible).map((layer) => layer.name)));
        view?.setLayer(name as LayerName, visible);
        live?.setLayer(name, visible);
      },
      drawAll: (all) => {
        drawAll = all;
        view?.setDrawAll(all);
      },
    },
    kind === "live",
  );
  panel.setCamera("chase");
  place("left").append(panel.root);
  shell.addKeys([
    ...kCameras.map(({ name, shown }, i) => ({ code: `Digit${i + 1}`, shown: `${i + 1}`, meaning: `camera: ${shown}`, pressed: () => setCamera(name) })),
    { code: "KeyF", shown: "F", meaning: "back to the vehicle", pressed: () => (view?.rig.lookAtVehicle(), view?.touch()) },
    { code: "KeyH", shown: "H", meaning: "hide or show everything but the view", pressed: () => document.body.classList.toggle("bare") },
    ...(kind === "live" ? kDrivingKeys : kPlaybackKeys),
    ...kPointerKeys,
  ]);

  const places = { left: place("left"), right: place("right"), bottomLeft: place("bottom-left"), bottomRight: place("bottom-right"), bottom: place("bottom"), top: place("top") };
  // A recording is connected first: its first pose says where it lies.
  if (kind === "run") {
    mountPanels(places, session, emptyWorld([0, 0, 0, 0, 0, 0, 1]), kind);
    session.connect();
  }
  const world = await findWorld(kind, session);
  shell.setName(world.scene);
  if (kind === "live") {
    if (world.rendering.has_color_correction) notice("colour", "This world has a colour correction; the camera images have it, the view does not.");
    mountDriving(place("bottom"), session);
    mountPanels(places, session, world, kind);
  }
  if (hasWebGl2()) {
    const { mountView } = await import("../view/mount");
    view = mountView(place("view") as HTMLCanvasElement, world, {
      progress: (text) => shell.setStatus(text),
      splats: panel.setSplats,
      failed: (text) => notice("world", text),
    });
    live = feedView(session, view);
    for (const layer of layers) {
      view.setLayer(layer.name as LayerName, layer.visible);
      live.setLayer(layer.name, layer.visible);
    }
    if (drawAll) view.setDrawAll(true);
  } else if (kind === "live") {
    notice("webgl", "This browser has no WebGL 2: the images of a camera of the vehicle take the place of the view.");
    const image = element("img");
    place("view").replaceWith(image);
    showCamera(session, image);
  } else {
    notice("webgl", "This browser has no WebGL 2: the run is shown without its view.");
  }
  session.connect();
}
