// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From keys, gamepad and touch to the input that the server takes on /studio/drive. Ramps are the server's: keys are pressed
// or not. No part of the page is touched here.

export type Gear = "drive" | "neutral" | "reverse";

// Positions that the person wants. steer: -1 right to 1 left; throttle and brake: 0 to 1.
export interface Controls {
  steer: number;
  throttle: number;
  brake: number;
  gear: Gear;
  brakeNow: boolean;
}

export const kReleased: Controls = { steer: 0, throttle: 0, brake: 0, gear: "drive", brakeNow: false };

const kLeft = ["KeyA", "ArrowLeft"];
const kRight = ["KeyD", "ArrowRight"];
const kForward = ["KeyW", "ArrowUp"];
const kBack = ["KeyS", "ArrowDown"];
const kBrakeNow = "Space";
const kStandingSpeed = 0.1;  // [m/s] below which the gear may change

// Keys that drive, by their place on the keyboard (event.code).
export const kDrivingKeys: ReadonlySet<string> = new Set([...kLeft, ...kRight, ...kForward, ...kBack, kBrakeNow]);

// The pressed keys and the gear. The brake key becomes the throttle of the reverse gear when it is pressed again at standstill,
// and the throttle key brings back the forward gear in the same way.
export class Keyboard {
  private readonly held = new Set<string>();
  private gear: Gear = "drive";

  // speed [m/s] along the vehicle; mayReverse: the vehicle has a reverse gear. False: not a driving key.
  press(code: string, speed: number, mayReverse: boolean): boolean {
    if (!kDrivingKeys.has(code)) return false;
    const stands = Math.abs(speed) < kStandingSpeed;
    if (stands && kBack.includes(code) && mayReverse) this.gear = "reverse";
    if (stands && kForward.includes(code)) this.gear = "drive";
    this.held.add(code);
    return true;
  }
  release(code: string): boolean {
    return this.held.delete(code);
  }
  releaseAll(): void {
    this.held.clear();
  }
  isHeld(): boolean {
    return this.held.size > 0;
  }
  controls(): Controls {
    const any = (codes: string[]) => (codes.some((code) => this.held.has(code)) ? 1 : 0);
    const [forward, back] = [any(kForward), any(kBack)];
    const reverse = this.gear === "reverse";
    return {
      steer: any(kLeft) - any(kRight),
      throttle: reverse ? back : forward,
      brake: reverse ? forward : back,
      gear: this.gear,
      brakeNow: this.held.has(kBrakeNow),
    };
  }
}

const kDeadZone = 0.08;
const kPedalRest = 0.05;

// What of a Gamepad is read.
export interface PadState {
  axes: readonly number[];
  buttons: readonly { pressed: boolean; value: number }[];
}

// Controls of a gamepad with the standard mapping: left stick steers (dead zone, then a cubic curve), right trigger is the
// throttle, left trigger the brake, button 1 brakes fully. null: it is at rest.
export function gamepadControls(pad: PadState): Controls | null {
  const axis = Number.isFinite(pad.axes[0]) ? pad.axes[0] : 0;
  const beyond = Math.min(1, Math.max(0, Math.abs(axis) - kDeadZone) / (1 - kDeadZone));
  const pedal = (button: number) => {
    const value = pad.buttons[button]?.value ?? 0;
    return value > kPedalRest ? Math.min(1, value) : 0;
  };
  const out: Controls = { ...kReleased, steer: beyond === 0 ? 0 : -Math.sign(axis) * beyond ** 3, throttle: pedal(7), brake: pedal(6), brakeNow: pad.buttons[1]?.pressed ?? false };
  return out.steer === 0 && out.throttle === 0 && out.brake === 0 && !out.brakeNow ? null : out;
}

// Positions of the two touch pads, -1 to 1: x to the right, y upwards. null: not touched.
export interface Touches {
  steer: number | null;
  pedals: number | null;
}

export function touchControls(touches: Touches): Controls | null {
  if (touches.steer === null && touches.pedals === null) return null;
  const pedals = touches.pedals ?? 0;
  return { ...kReleased, steer: -(touches.steer ?? 0), throttle: Math.max(0, pedals), brake: Math.max(0, -pedals) };
}

// One input as the server reads it.
export function inputJson(seq: number, controls: Controls): string {
  const within = (value: number, low: number) => (Number.isFinite(value) ? Math.min(1, Math.max(low, Math.round(value * 1000) / 1000)) : 0);
  return JSON.stringify({
    seq, steer: within(controls.steer, -1), throttle: within(controls.throttle, 0), brake: within(controls.brake, 0), gear: controls.gear, brake_now: controls.brakeNow,
  });
}
