// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Speed, gear, steering and pedals.
import { parseReport } from "../drive/driver";
import { decodeVehicleState } from "../net/messages";
import type { Panel } from "./registry";

const kGears = ["P", "R", "N", "D"];

function meter(name: string, low: number): { root: HTMLElement; set(value: number): void } {
  const root = document.createElement("label");
  root.className = "meter";
  const text = document.createElement("span");
  text.textContent = name;
  const bar = document.createElement("meter");
  bar.min = low;
  bar.max = 1;
  bar.setAttribute("aria-label", name);
  root.append(text, bar);
  return { root, set: (value) => (bar.value = value) };
}

export const instruments: Panel = {
  place: "bottomLeft",
  title: "",
  mount(root, { session }) {
    root.className = "instruments card";
    const speed = document.createElement("div");
    speed.className = "speed";
    const unit = document.createElement("div");
    unit.className = "muted";
    const throttle = meter("throttle", 0);
    const brake = meter("brake", 0);
    const steer = meter("steering", -1);
    root.append(speed, unit, steer.root, throttle.root, brake.root);
    speed.textContent = "–";
    unit.textContent = "km/h";
    const pedals = [steer, throttle, brake].map((part) => part.root);
    for (const part of pedals) part.hidden = true;  // until inputs are reported: recordings may have none
    const endings = [
      session.subscribe("/vehicle/state", (bytes) => {
        const state = decodeVehicleState(bytes);
        speed.textContent = (3.6 * state.linear.x).toFixed(0);
        unit.textContent = `km/h · ${kGears[state.gear] ?? "?"} · ${((state.steeringAngle * 180) / Math.PI).toFixed(0)}°`;
      }),
      session.subscribe("/studio/driver", (bytes) => {
        const report = parseReport(bytes);
        for (const part of pedals) part.hidden = false;
        steer.set(-report.steer);  // to the left is negative on screen
        throttle.set(report.throttle);
        brake.set(report.brake);
      }),
    ];
    return () => endings.forEach((end) => end());
  },
};
