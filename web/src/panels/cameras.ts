// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The images of all cameras, JPEG or raw, each as soon as it has been decoded. While one is decoded, the newest of those that come is kept.
import { decodeCompressedImage, decodeImage } from "../net/messages";
import type { Session } from "../net/session";
import type { Panel } from "./registry";

const kTopic = /^\/camera\/(.+)\/image_raw(\/compressed)?$/;

// The topic of each camera. Compressed images are taken where there are both; a recording may have raw ones only.
export function cameraTopics(topics: readonly string[]): Map<string, string> {
  const out = new Map<string, string>();
  for (const topic of topics) {
    const found = kTopic.exec(topic);
    if (found && (found[2] || !out.has(found[1]))) out.set(found[1], topic);
  }
  return out;
}

async function bitmapOf(topic: string, message: Uint8Array): Promise<{ bitmap: ImageBitmap; stampNs: bigint }> {
  if (topic.endsWith("/compressed")) {
    const { data, header } = decodeCompressedImage(message);
    return { bitmap: await createImageBitmap(new Blob([data.slice()], { type: "image/jpeg" })), stampNs: header.stampNs };
  }
  const { rgba, width, height, header } = decodeImage(message);
  return { bitmap: await createImageBitmap(new ImageData(rgba, width, height)), stampNs: header.stampNs };
}

interface Camera {
  root: HTMLElement;
  end(): void;
}

function addCamera(session: Session, topic: string, id: string): Camera {
  const root = document.createElement("figure");
  root.className = "camera";
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `image of camera ${id}`);
  canvas.width = canvas.height = 0;
  const caption = document.createElement("figcaption");
  caption.textContent = id;
  root.append(canvas, caption);
  let waiting: Uint8Array | null = null;
  let busy = false;

  const draw = async (message: Uint8Array) => {
    const { bitmap, stampNs } = await bitmapOf(topic, message);
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
    canvas.dataset.stampNs = stampNs.toString();
  };
  const next = async () => {
    if (busy) return;
    busy = true;
    while (waiting) {
      const message = waiting;
      waiting = null;
      try {
        await draw(message);
        caption.textContent = id;
      } catch (error) {
        caption.textContent = `${id}: ${error instanceof Error ? error.message : "the image cannot be shown"}`;
      }
    }
    busy = false;
  };
  const end = session.subscribe(topic, (bytes) => {
    waiting = bytes;
    void next();
  });
  return { root, end: () => (end(), root.remove()) };
}

export const cameraPanels: Panel = {
  place: "right",
  title: "",
  mount(root, { session }) {
    const cameras = new Map<string, Camera>();
    const end = session.onTopics(() => {
      const wanted = new Map([...cameraTopics(session.topics().map(({ topic }) => topic))].map(([id, topic]) => [topic, id]));
      if (wanted.size === 0 && session.topics().length === 0) return;  // not connected now: the last images stay
      for (const [topic, camera] of cameras) {
        if (wanted.has(topic)) continue;
        camera.end();
        cameras.delete(topic);
      }
      for (const [topic, id] of wanted) {
        if (cameras.has(topic)) continue;
        const camera = addCamera(session, topic, id);
        cameras.set(topic, camera);
        root.append(camera.root);
      }
    });
    return () => {
      end();
      for (const camera of cameras.values()) camera.end();
    };
  },
};
