// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the running simulator sends into the view: vehicle, LiDAR points, other road users. Topics are subscribed only while their
// layer is shown.
import { decodeCompressedImage, decodeDetections, decodePointCloud, decodeTransforms, decodeVehicleState, type Pose, type Quaternion, type Vector } from "../net/messages";
import type { Session } from "../net/session";
import type { WorldView } from "../view/view";
import type { Point } from "../view/world_file";

const kBase = "base_link";
const point = (v: Vector): Point => [v.x, v.y, v.z];
const rotation = (q: Quaternion): [number, number, number, number] => [q.x, q.y, q.z, q.w];

export interface LiveView {
  setLayer(name: string, visible: boolean): void;
}

// Feeds a view. The returned object must be told which layers are shown.
export function feedView(session: Session, view: WorldView): LiveView {
  const mounts = new Map<string, Pose>();  // by frame: its pose in base_link
  const open = new Map<string, () => void>();  // subscriptions by topic
  const shown = new Set<string>();

  const lidar = (topic: string, bytes: Uint8Array) => {
    const cloud = decodePointCloud(bytes);
    const mount = mounts.get(cloud.header.frame);
    if (mount) view.setLidar(topic, cloud.xyz, point(mount.position), rotation(mount.orientation));
  };
  const actors = (bytes: Uint8Array) => {
    view.setActors(decodeDetections(bytes).detections.map(({ pose, size }) => ({ position: point(pose.position), rotation: rotation(pose.orientation), size: point(size) })));
  };
  // Topics of the shown layers that exist now.
  const wanted = () => {
    const out = new Map<string, (bytes: Uint8Array) => void>();
    for (const { topic, schemaName } of session.topics()) {
      if (schemaName === "sensor_msgs/msg/PointCloud2" && shown.has("lidar")) out.set(topic, (bytes) => lidar(topic, bytes));
      if (topic === "/ground_truth/objects" && shown.has("boxes")) out.set(topic, actors);
    }
    return out;
  };
  const update = () => {
    const topics = wanted();
    for (const [topic, end] of open) {
      if (topics.has(topic)) continue;
      end();
      open.delete(topic);
    }
    for (const [topic, listener] of topics) if (!open.has(topic)) open.set(topic, session.subscribe(topic, listener));
  };
  session.subscribe("/tf_static", (bytes) => {
    for (const { header, child, translation, rotation: turned } of decodeTransforms(bytes)) {
      if (header.frame === kBase) mounts.set(child, { position: translation, orientation: turned });
    }
  });
  session.subscribe("/vehicle/state", (bytes) => {
    const { pose } = decodeVehicleState(bytes);
    view.setVehicle(point(pose.position), rotation(pose.orientation));
  });
  session.onTopics(update);
  return {
    setLayer(name, visible) {
      if (visible) shown.add(name);
      else shown.delete(name);
      update();
    },
  };
}

// Without WebGL: the images of the first camera instead of the view.
export function showCamera(session: Session, image: HTMLImageElement): void {
  let topic = "";
  let url = "";
  session.onTopics(() => {
    if (topic) return;
    topic = session.topics().find(({ schemaName }) => schemaName === "sensor_msgs/msg/CompressedImage")?.topic ?? "";
    if (!topic) return;
    image.alt = topic;
    session.subscribe(topic, (bytes) => {
      const { format, data } = decodeCompressedImage(bytes);
      const last = url;
      url = URL.createObjectURL(new Blob([new Uint8Array(data)], { type: format.includes("png") ? "image/png" : "image/jpeg" }));
      image.src = url;
      URL.revokeObjectURL(last);
    });
  });
}
