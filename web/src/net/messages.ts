// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The ROS 2 messages that the page shows: CDR bytes to plain objects, and requests of services to CDR. Lengths in metres,
// angles in radians, poses in map unless a frame is named. Decoders throw for bytes that are not such a message.
import { CdrReader, CdrWriter } from "./cdr";

export interface Vector {
  x: number;
  y: number;
  z: number;
}
export interface Quaternion extends Vector {
  w: number;
}
export interface Pose {
  position: Vector;
  orientation: Quaternion;
}
export interface Header {
  stampNs: bigint;
  frame: string;
}
export interface Transform {
  header: Header;
  child: string;
  translation: Vector;
  rotation: Quaternion;
}
export interface Odometry {
  header: Header;
  child: string;
  pose: Pose;
  linear: Vector;  // [m/s] in the child's frame
  angular: Vector;  // [rad/s]
}
export interface VehicleState {
  header: Header;
  pose: Pose;
  linear: Vector;  // [m/s] in base_link
  angular: Vector;
  acceleration: Vector;  // [m/s^2] in base_link
  steeringAngle: number;
  steeringRate: number;
  wheelSpeeds: [number, number, number, number];  // [rad/s] front left, front right, rear left, rear right
  gear: number;  // 0 park, 1 reverse, 2 neutral, 3 drive
}
export interface SimulationStatus {
  header: Header;
  simTimeNs: bigint;
  simDt: number;  // [s]
  steps: bigint;
  realTimeFactor: number;
  stepDurationMs: number;
  isCollision: boolean;
  isOffroad: boolean;
  isPaused: boolean;
  warnings: string[];
  errors: string[];
}
export interface CompressedImage {
  header: Header;
  format: string;
  data: Uint8Array;  // borrows from the message
}
export interface Image {
  header: Header;
  width: number;
  height: number;
  rgba: Uint8ClampedArray<ArrayBuffer>;  // rows from above
}
export interface PointCloud {
  header: Header;
  xyz: Float32Array;  // 3 numbers a point, in the frame of the header; points that are not finite are left out
}
export interface Detection {
  id: string;
  classId: string;
  pose: Pose;
  size: Vector;
}
export interface DetectionArray {
  header: Header;
  detections: Detection[];
}

// sensor_msgs/PointField.FLOAT32.
const kFloat32 = 7;
const kMostPixels = 64 << 20;  // of one image; more are refused
// By encoding of sensor_msgs/Image: bytes of a pixel, and which of them are red, green and blue.
const kPixels: Record<string, { bytes: number; rgb: readonly [number, number, number] }> = {
  rgb8: { bytes: 3, rgb: [0, 1, 2] }, bgr8: { bytes: 3, rgb: [2, 1, 0] }, rgba8: { bytes: 4, rgb: [0, 1, 2] }, bgra8: { bytes: 4, rgb: [2, 1, 0] }, mono8: { bytes: 1, rgb: [0, 0, 0] },
};
const kMostPoints = 2_000_000;  // of one sweep; more are refused

const stamp = (in_: CdrReader): bigint => BigInt(in_.i32()) * 1_000_000_000n + BigInt(in_.u32());
const header = (in_: CdrReader): Header => ({ stampNs: stamp(in_), frame: in_.text() });
const vector = (in_: CdrReader): Vector => ({ x: in_.f64(), y: in_.f64(), z: in_.f64() });
const quaternion = (in_: CdrReader): Quaternion => ({ x: in_.f64(), y: in_.f64(), z: in_.f64(), w: in_.f64() });
const pose = (in_: CdrReader): Pose => ({ position: vector(in_), orientation: quaternion(in_) });
function skipCovariance(in_: CdrReader): void {
  for (let i = 0; i < 36; ++i) in_.f64();
}

// rosgraph_msgs/Clock.
export function decodeClock(bytes: Uint8Array): bigint {
  return stamp(new CdrReader(bytes));
}

// tf2_msgs/TFMessage.
export function decodeTransforms(bytes: Uint8Array): Transform[] {
  const in_ = new CdrReader(bytes);
  return in_.list(72, () => ({ header: header(in_), child: in_.text(), translation: vector(in_), rotation: quaternion(in_) }));
}

// nav_msgs/Odometry.
export function decodeOdometry(bytes: Uint8Array): Odometry {
  const in_ = new CdrReader(bytes);
  const out = { header: header(in_), child: in_.text(), pose: pose(in_) };
  skipCovariance(in_);
  return { ...out, linear: vector(in_), angular: vector(in_) };
}

// gs_sim_msgs/VehicleState.
export function decodeVehicleState(bytes: Uint8Array): VehicleState {
  const in_ = new CdrReader(bytes);
  const out = { header: header(in_), pose: pose(in_), linear: vector(in_), angular: vector(in_), acceleration: vector(in_) };
  vector(in_);  // angular acceleration
  return { ...out, steeringAngle: in_.f32(), steeringRate: in_.f32(), wheelSpeeds: [in_.f32(), in_.f32(), in_.f32(), in_.f32()], gear: in_.u8() };
}

// gs_sim_msgs/SimulationStatus.
export function decodeStatus(bytes: Uint8Array): SimulationStatus {
  const in_ = new CdrReader(bytes);
  return {
    header: header(in_), simTimeNs: stamp(in_), simDt: in_.f64(), steps: in_.u64(), realTimeFactor: in_.f64(), stepDurationMs: in_.f64(),
    isCollision: in_.bool(), isOffroad: in_.bool(), isPaused: in_.bool(), warnings: in_.list(4, in_.text), errors: in_.list(4, in_.text),
  };
}

// sensor_msgs/CompressedImage.
export function decodeCompressedImage(bytes: Uint8Array): CompressedImage {
  const in_ = new CdrReader(bytes);
  return { header: header(in_), format: in_.text(), data: in_.blob() };
}

// sensor_msgs/Image with 8 bits a channel.
export function decodeImage(bytes: Uint8Array): Image {
  const in_ = new CdrReader(bytes);
  const head = header(in_);
  const height = in_.u32();
  const width = in_.u32();
  const encoding = in_.text();
  in_.u8();  // byte order, which single bytes do not have
  const step = in_.u32();
  const data = in_.blob();
  const pixel = Object.hasOwn(kPixels, encoding) ? kPixels[encoding] : null;
  if (!pixel) throw new Error(`images with the encoding ${encoding} are not shown, only ${Object.keys(kPixels).join(", ")}`);
  if (width === 0 || height === 0 || width * height > kMostPixels || step < width * pixel.bytes || step * height > data.length) {
    throw new RangeError(`an image of ${width} x ${height} pixels in rows of ${step} bytes does not fit ${data.length} bytes`);
  }
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let row = 0, to = 0; row < height; ++row) {
    for (let column = 0, from = row * step; column < width; ++column, from += pixel.bytes, to += 4) {
      for (let channel = 0; channel < 3; ++channel) rgba[to + channel] = data[from + pixel.rgb[channel]];
    }
  }
  return { header: head, width, height, rgba };
}

// sensor_msgs/PointCloud2 with little-endian float32 fields x, y, z.
export function decodePointCloud(bytes: Uint8Array): PointCloud {
  const in_ = new CdrReader(bytes);
  const head = header(in_);
  const height = in_.u32();
  const width = in_.u32();
  const fields = in_.list(13, () => ({ name: in_.text(), offset: in_.u32(), type: in_.u8(), count: in_.u32() }));
  const bigEndian = in_.bool();
  const pointStep = in_.u32();
  const rowStep = in_.u32();
  const data = in_.blob();
  const offsets = ["x", "y", "z"].map((name) => fields.find((field) => field.name === name && field.type === kFloat32)?.offset ?? NaN);
  if (bigEndian || offsets.some((offset) => !(offset + 4 <= pointStep))) throw new Error("the cloud has no little-endian float32 fields x, y and z");
  const points = width * height;
  if (points > kMostPoints || (points > 0 && (height - 1) * rowStep + width * pointStep > data.length)) throw new RangeError(`${points} points do not fit a cloud of ${data.length} bytes`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const xyz = new Float32Array(3 * points);
  let used = 0;
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      const at = row * rowStep + column * pointStep;
      for (let axis = 0; axis < 3; ++axis) xyz[used + axis] = view.getFloat32(at + offsets[axis], true);
      if (Number.isFinite(xyz[used]) && Number.isFinite(xyz[used + 1]) && Number.isFinite(xyz[used + 2])) used += 3;
    }
  }
  return { header: head, xyz: xyz.subarray(0, used) };
}

// vision_msgs/Detection3DArray.
export function decodeDetections(bytes: Uint8Array): DetectionArray {
  const in_ = new CdrReader(bytes);
  const head = header(in_);
  const detections = in_.list(100, () => {
    header(in_);
    const results = in_.list(360, () => {
      const classId = in_.text();
      in_.f64();  // score
      pose(in_);
      skipCovariance(in_);
      return classId;
    });
    return { classId: results[0] ?? "", pose: pose(in_), size: vector(in_), id: in_.text() };
  });
  return { header: head, detections };
}

// Request of std_srvs/Trigger: /sim/pause, /sim/resume, /sim/step. A structure without members has one byte.
export const encodeTrigger = (): Uint8Array => new CdrWriter().u8(0).take();

// Request of gs_sim_msgs/ResetWorld at the pose of the world; resetTime also sets the clock back.
export function encodeReset(resetTime: boolean): Uint8Array {
  const out = new CdrWriter();
  for (let i = 0; i < 7; ++i) out.f64(0);  // an all-zero quaternion means the pose of the world
  return out.bool(resetTime).take();
}

// Response of these services.
export function decodeOutcome(bytes: Uint8Array): { success: boolean; message: string } {
  const in_ = new CdrReader(bytes);
  return { success: in_.bool(), message: in_.text() };
}
