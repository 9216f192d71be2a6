// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pause, single step, reset, and how fast simulated time passes.
import { decodeOutcome, decodeStatus, encodeReset, encodeTrigger } from "../net/messages";
import type { Panel } from "./registry";

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4, 0];  // simulated seconds per second; 0: as fast as possible
const kRealTimeFactor = "simulation.real_time_factor";

export const runButtons: Panel = {
  place: "left",
  title: "Run",
  kind: "live",
  mount(root, { session }) {
    root.className = "choices";
    const failed = document.createElement("p");
    failed.className = "muted";
    failed.setAttribute("role", "status");
    let paused = false;
    const call = async (service: string, request: Uint8Array) => {
      try {
        const { success, message } = decodeOutcome(await session.call(service, request));
        failed.textContent = success ? "" : message;
      } catch (error) {
        failed.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const add = (name: string, label: string, pressed: () => void) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-label", label);
      button.title = label;
      button.addEventListener("click", pressed);
      root.append(button);
      return button;
    };
    const pause = add("pause", "pause or go on (P)", () => void call(paused ? "/sim/resume" : "/sim/pause", encodeTrigger()));
    const step = add("step", "one step while paused (.)", () => void call("/sim/step", encodeTrigger()));
    const reset = add("reset", "back to the start", () => void call("/sim/reset_world", encodeReset(true)));
    const speed = document.createElement("select");
    speed.setAttribute("aria-label", "speed of the simulated time");
    for (const value of kSpeeds) speed.append(new Option(value === 0 ? "fastest" : `× ${value}`, String(value)));
    speed.value = "1";
    speed.addEventListener("change", () => {
      session.setParameter(kRealTimeFactor, Number(speed.value));
      speed.blur();  // keys drive again
    });
    root.append(speed, failed);

    const key = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
      if (event.code === "KeyP") pause.click();
      if (event.code === "Period" && paused) step.click();
    };
    window.addEventListener("keydown", key);
    const timer = setInterval(() => {
      const value = session.parameter(kRealTimeFactor);
      if (typeof value === "number" && document.activeElement !== speed && Number(speed.value) !== value && kSpeeds.includes(value)) speed.value = String(value);
    }, 500);
    // Without services, clients may only look.
    const enable = () => {
      pause.disabled = reset.disabled = speed.disabled = !session.hasService("/sim/pause");
      step.disabled = pause.disabled || !paused;
    };
    const endings = [
      session.onTopics(enable),
      session.subscribe("/sim/status", (bytes) => {
        paused = decodeStatus(bytes).isPaused;
        pause.textContent = paused ? "go on" : "pause";
        pause.setAttribute("aria-pressed", String(paused));
        enable();
      }),
    ];
    enable();
    return () => {
      endings.forEach((end) => end());
      clearInterval(timer);
      window.removeEventListener("keydown", key);
    };
  },
};
