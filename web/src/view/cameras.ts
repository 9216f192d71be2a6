// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the view looks from: behind the vehicle, at the driver's eyes, from above, or free. Drag turns, wheel and pinch change
// the distance, drag with Shift, the right button or two fingers moves the free camera.
import { MathUtils, PerspectiveCamera, Quaternion, Vector3 } from "three";

export const kCameraModes = ["chase", "driver", "top", "free"] as const;
export type CameraMode = (typeof kCameraModes)[number];

// Pose of base_link relative to the origin of the scene.
export interface VehiclePose {
  position: Vector3;
  rotation: Quaternion;
}

interface Rig {
  target: Vector3;
  yaw: number;  // of the viewing direction [rad], from x towards y
  pitch: number;  // [rad], upwards
  distance: number;  // of the camera behind the target [m]
}

const kFieldOfView = 60;  // of the shorter side [degrees]
const kEye = new Vector3(1.4, 0.35, 1.25);  // of the driver in base_link [m]

export function yawOf(q: Quaternion): number {
  return Math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z));
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(kFieldOfView, 1, 0.1, 5000);
  private readonly rigs: Record<CameraMode, Rig> = {
    chase: { target: new Vector3(), yaw: 0, pitch: -0.25, distance: 9 },
    driver: { target: new Vector3(), yaw: 0, pitch: 0, distance: 0 },
    top: { target: new Vector3(), yaw: Math.PI / 2, pitch: -Math.PI / 2 + 1e-4, distance: 45 },
    free: { target: new Vector3(), yaw: 0, pitch: -0.4, distance: 15 },
  };
  private chosen: CameraMode = "chase";
  private vehicle: VehiclePose = { position: new Vector3(), rotation: new Quaternion() };
  private fixed: { position: Vector3; yaw: number; pitch: number; fieldOfView: number } | null = null;

  get mode(): CameraMode {
    return this.chosen;
  }
  // The free camera begins where the view is now.
  choose(mode: CameraMode): void {
    if (mode === "free" && this.chosen !== "free") this.freeFromHere();
    this.fixed = null;
    this.chosen = mode;
    this.place();
  }
  // Turns the free camera to the vehicle again; other cameras are set back.
  lookAtVehicle(): void {
    if (this.chosen !== "free") this.rigs[this.chosen].yaw = this.chosen === "top" ? Math.PI / 2 : 0;
    this.rigs.free.target.copy(this.vehicle.position);
    this.rigs.free.distance = 15;
    this.fixed = null;
    this.place();
  }
  follow(vehicle: VehiclePose): void {
    this.vehicle = vehicle;
    this.place();
  }
  // A fixed camera, from the address of the page: position in the scene, yaw and pitch [rad], vertical field of view [degrees].
  fix(position: Vector3, yaw: number, pitch: number, fieldOfView: number): void {
    this.fixed = { position, yaw, pitch, fieldOfView };
    this.place();
  }
  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.place();
  }

  turn(yaw: number, pitch: number): void {
    if (this.fixed) return;
    const rig = this.rigs[this.chosen];
    rig.yaw += yaw;
    if (this.chosen !== "top") rig.pitch = MathUtils.clamp(rig.pitch + pitch, -1.55, this.chosen === "driver" ? 1 : 0.6);
    this.place();
  }
  zoom(factor: number): void {
    if (this.fixed || this.chosen === "driver") return;
    const rig = this.rigs[this.chosen];
    rig.distance = MathUtils.clamp(rig.distance * factor, 1, 2000);
    this.place();
  }
  // Moves the free camera by parts of its distance to the right and up.
  move(right: number, up: number): void {
    if (this.fixed || this.chosen !== "free") return;
    const rig = this.rigs.free;
    const forward = new Vector3(Math.cos(rig.yaw), Math.sin(rig.yaw), 0);
    const aside = new Vector3(Math.sin(rig.yaw), -Math.cos(rig.yaw), 0);
    rig.target.addScaledVector(aside, right * rig.distance).addScaledVector(forward, up * rig.distance);
    this.place();
  }

  private freeFromHere(): void {
    const { yaw, pitch } = this.directions();
    const rig = this.rigs.free;
    rig.yaw = yaw;
    rig.pitch = pitch;
    rig.distance = Math.max(5, this.rigs[this.chosen].distance);
    const forward = new Vector3(Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch));
    rig.target.copy(this.camera.position).addScaledVector(forward, rig.distance);
  }

  private directions(): { yaw: number; pitch: number } {
    const rig = this.rigs[this.chosen];
    const follows = this.chosen === "chase" || this.chosen === "driver";
    return { yaw: rig.yaw + (follows ? yawOf(this.vehicle.rotation) : 0), pitch: rig.pitch };
  }

  private place(): void {
    const { camera, fixed, vehicle } = this;
    const { yaw, pitch } = fixed ?? this.directions();
    const rig = this.rigs[this.chosen];
    const forward = new Vector3(Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch));
    if (fixed) {
      camera.position.copy(fixed.position);
    } else if (this.chosen === "driver") {
      camera.position.copy(kEye).applyQuaternion(vehicle.rotation).add(vehicle.position);
    } else {
      const target = this.chosen === "free" ? rig.target : vehicle.position.clone().add(new Vector3(0, 0, 1));
      camera.position.copy(target).addScaledVector(forward, -rig.distance);
    }
    camera.up.set(0, 0, 1);
    camera.lookAt(camera.position.clone().add(forward));
    // A tall window shows as much to the sides as a square one.
    const tall = camera.aspect < 1 ? 2 * Math.atan(Math.tan(MathUtils.degToRad(kFieldOfView / 2)) / camera.aspect) : 0;
    camera.fov = fixed ? fixed.fieldOfView : tall > 0 ? Math.min(100, MathUtils.radToDeg(tall)) : kFieldOfView;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
  }
}
