// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages and frames of testdata/web/vectors.json, which the server writes and reads (gs/web/live/page_vectors_test.cpp).
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  decodeClock, decodeCompressedImage, decodeDetections, decodeOdometry, decodeOutcome, decodePointCloud, decodeStatus, decodeTransforms, decodeVehicleState,
  encodeReset, encodeTrigger,
} from "../../src/net/messages";
import { callFrame, messageFrame, parseBinary } from "../../src/net/protocol";

const root = process.env.GS_SOURCE_FOLDER ?? join(process.cwd(), existsSync("package.json") ? ".." : ".");
type Any = any;
const vectors = JSON.parse(readFileSync(join(root, "testdata/web/vectors.json"), "utf8")) as Any;
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const vector = (type: string): { bytes: Uint8Array; message: Any; cdr: string } => {
  const found = vectors.messages.find((entry: Any) => entry.type === type);
  assert.ok(found, type);
  return { bytes: bytesOf(found.cdr), message: found.message, cdr: found.cdr };
};
const stampNs = (stamp: Any) => BigInt(stamp.sec) * 1_000_000_000n + BigInt(stamp.nanosec);
const headerOf = (header: Any) => ({ stampNs: stampNs(header.stamp), frame: header.frame_id });

test("clock", () => {
  const { bytes, message } = vector("rosgraph_msgs/msg/Clock");
  assert.equal(decodeClock(bytes), stampNs(message.clock));
});

test("transforms", () => {
  const { bytes, message } = vector("tf2_msgs/msg/TFMessage");
  const expected = message.transforms.map((entry: Any) => ({
    header: headerOf(entry.header), child: entry.child_frame_id, translation: entry.transform.translation, rotation: entry.transform.rotation,
  }));
  assert.deepEqual(decodeTransforms(bytes), expected);
  assert.equal(expected.length, 2);
});

test("odometry", () => {
  const { bytes, message } = vector("nav_msgs/msg/Odometry");
  assert.deepEqual(decodeOdometry(bytes), {
    header: headerOf(message.header), child: message.child_frame_id, pose: message.pose.pose, linear: message.twist.twist.linear, angular: message.twist.twist.angular,
  });
});

test("state of the vehicle", () => {
  const { bytes, message } = vector("gs_sim_msgs/msg/VehicleState");
  assert.deepEqual(decodeVehicleState(bytes), {
    header: headerOf(message.header), pose: message.pose, linear: message.twist.linear, angular: message.twist.angular, acceleration: message.accel.linear,
    steeringAngle: message.steering_angle, steeringRate: message.steering_angle_rate,
    wheelSpeeds: [message.wheel_speed_fl, message.wheel_speed_fr, message.wheel_speed_rl, message.wheel_speed_rr], gear: message.gear,
  });
});

test("status of the run", () => {
  const { bytes, message } = vector("gs_sim_msgs/msg/SimulationStatus");
  assert.deepEqual(decodeStatus(bytes), {
    header: headerOf(message.header), simTimeNs: stampNs(message.sim_time), simDt: message.sim_dt, steps: BigInt(message.step_count),
    realTimeFactor: message.real_time_factor, stepDurationMs: message.step_duration_ms, isCollision: message.is_collision, isOffroad: message.is_offroad,
    isPaused: message.is_paused, warnings: message.warnings, errors: message.errors,
  });
});

test("compressed image", () => {
  const { bytes, message } = vector("sensor_msgs/msg/CompressedImage");
  const image = decodeCompressedImage(bytes);
  assert.deepEqual([image.header, image.format], [headerOf(message.header), message.format]);
  assert.equal(hexOf(image.data), "ffd800");
});

test("a cloud with its fields anywhere, without the points that are not finite", () => {
  const { bytes } = vector("sensor_msgs/msg/PointCloud2");
  const cloud = decodePointCloud(bytes);
  assert.equal(cloud.header.frame, "lidar");
  assert.deepEqual([...cloud.xyz], [1.5, -2.5, 0.25, -7, 8, 3]);
});

test("detections with and without a class", () => {
  const { bytes, message } = vector("vision_msgs/msg/Detection3DArray");
  const { detections, header } = decodeDetections(bytes);
  assert.deepEqual(header, headerOf(message.header));
  assert.deepEqual(detections, message.detections.map((entry: Any) => ({
    id: entry.id, classId: entry.results[0]?.hypothesis.class_id ?? "", pose: entry.bbox.center, size: entry.bbox.size,
  })));
});

test("requests and responses of services", () => {
  assert.equal(hexOf(encodeTrigger()), vector("std_srvs/srv/Trigger_Request").cdr);
  assert.equal(hexOf(encodeReset(true)), vector("gs_sim_msgs/srv/ResetWorld_Request").cdr);
  const { bytes, message } = vector("std_srvs/srv/Trigger_Response");
  assert.deepEqual(decodeOutcome(bytes), message);
});

test("frames of the server", () => {
  const frames = vectors.server_frames.map((hex: string) => parseBinary(bytesOf(hex).buffer));
  const order = ["time", "message", "serviceResponse"];
  frames.sort((a: Any, b: Any) => order.indexOf(a.op) - order.indexOf(b.op));
  assert.deepEqual(frames[0], { op: "time", timeNs: 1234567890n });
  assert.deepEqual({ ...frames[1], payload: hexOf(frames[1].payload) }, { op: "message", subscription: 7, logTimeNs: 1_000_000_000n, payload: "6162" });
  assert.deepEqual({ ...frames[2], payload: hexOf(frames[2].payload) }, { op: "serviceResponse", service: 3, call: 9, encoding: "cdr", payload: "010203" });
});

test("frames of the page", () => {
  assert.equal(hexOf(messageFrame(5, bytesOf("61"))), vectors.client_frames.message);
  assert.equal(hexOf(callFrame(3, 9, bytesOf("010203"))), vectors.client_frames.call);
});

// Bytes from outside: an error or a message, never a loop or a huge array.
test("every cut and every changed byte of a message ends soon", () => {
  const decoders: Record<string, (bytes: Uint8Array) => unknown> = {
    "rosgraph_msgs/msg/Clock": decodeClock, "tf2_msgs/msg/TFMessage": decodeTransforms, "nav_msgs/msg/Odometry": decodeOdometry,
    "gs_sim_msgs/msg/VehicleState": decodeVehicleState, "gs_sim_msgs/msg/SimulationStatus": decodeStatus, "sensor_msgs/msg/CompressedImage": decodeCompressedImage,
    "sensor_msgs/msg/PointCloud2": decodePointCloud, "vision_msgs/msg/Detection3DArray": decodeDetections, "std_srvs/srv/Trigger_Response": decodeOutcome,
  };
  let refused = 0;
  for (const [type, decode] of Object.entries(decoders)) {
    const { bytes } = vector(type);
    for (let size = 0; size < bytes.length; ++size) {
      try {
        decode(bytes.slice(0, size));
      } catch (error) {
        assert.ok(error instanceof Error);
        ++refused;
      }
    }
    for (let at = 0; at < bytes.length; ++at) {
      const broken = bytes.slice();
      broken[at] = 0xff;
      try {
        decode(broken);
      } catch (error) {
        assert.ok(error instanceof Error);
      }
    }
    // The covariance at the end of an odometry message is not read.
    if (type !== "nav_msgs/msg/Odometry") assert.throws(() => decode(bytes.slice(0, bytes.length - 8)), type);
  }
  assert.ok(refused > 500);
});
