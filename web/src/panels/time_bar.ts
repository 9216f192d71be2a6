// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time bar of a recorded run: play, pause, time, speed. All clients of a run share one playback, so the bar shows what the
// server says and asks it for changes.
import type { RecordedTime } from "../net/protocol";
import type { PlaybackState, Session } from "../net/session";
import { isTyping } from "../shell/elements";
import type { Panel } from "./registry";

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 100];  // recorded seconds per second

// Time since the start of the run: "1:02.3".
export function timeText(seconds: number): string {
  const tenths = Math.max(0, Math.round(10 * seconds));
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}

// Seconds from the start of the run; a time beside the run counts as its start or end.
export function secondsOf({ startNs, endNs }: RecordedTime, timeNs: bigint): number {
  const inside = timeNs < startNs ? startNs : timeNs > endNs ? endNs : timeNs;
  return Number(inside - startNs) / 1e9;
}
export function timeOf({ startNs, endNs }: RecordedTime, seconds: number): bigint {
  const timeNs = startNs + BigInt(Math.round(1e9 * seconds));
  return timeNs > endNs ? endNs : timeNs;
}

// What a press of play or pause asks for. After its end a run plays from its start.
export function pressed(state: PlaybackState, recorded: RecordedTime): { pause: boolean; seekNs: bigint | null } {
  if (state.status === "ended") return { pause: false, seekNs: recorded.startNs };
  return { pause: state.status !== "paused", seekNs: null };
}

// Whether the run stands still. Playing on at its end would start it again.
export function stands({ status }: PlaybackState): boolean {
  return status === "paused" || status === "ended";
}

function makeSpeed(session: Session): HTMLSelectElement {
  const out = document.createElement("select");
  out.setAttribute("aria-label", "speed of the playback");
  for (const value of kSpeeds) out.append(new Option(`× ${value}`, String(value)));
  out.addEventListener("change", () => {
    const state = session.playback();
    if (state) session.controlPlayback(stands(state), Number(out.value));
    out.blur();  // keys are commands again
  });
  return out;
}

// The choice next to a speed that another client may have set.
function showSpeed(select: HTMLSelectElement, speed: number): void {
  const nearest = kSpeeds.reduce((a, b) => (Math.abs(b - speed) < Math.abs(a - speed) ? b : a));
  if (document.activeElement !== select && Number(select.value) !== nearest) select.value = String(nearest);
}

export const timeBar: Panel = {
  place: "bottom",
  title: "",
  kind: "run",
  mount(root, { session }) {
    root.className = "time-bar card";
    const button = document.createElement("button");
    button.type = "button";
    button.title = "play or pause (P)";
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = "0";
    slider.step = "0.01";
    slider.setAttribute("aria-label", "time of the run");
    const text = document.createElement("span");
    text.className = "time";
    const speed = makeSpeed(session);
    root.append(button, slider, text, speed);
    let dragged = false;

    const show = () => {
      const [recorded, state] = [session.recorded(), session.playback()];
      button.disabled = slider.disabled = speed.disabled = !recorded || !state;
      button.textContent = state && !stands(state) ? "pause" : "play";
      if (!recorded || !state) return;
      root.dataset.status = state.status;
      const length = secondsOf(recorded, recorded.endNs);
      slider.max = String(length);
      const seconds = dragged ? Number(slider.value) : secondsOf(recorded, state.timeNs);
      if (!dragged) slider.value = String(seconds);
      text.textContent = `${timeText(seconds)} / ${timeText(length)}`;
      slider.setAttribute("aria-valuetext", text.textContent);
      showSpeed(speed, state.speed);
    };
    const toggle = () => {
      const [recorded, state] = [session.recorded(), session.playback()];
      if (!recorded || !state) return;
      const { pause, seekNs } = pressed(state, recorded);
      session.controlPlayback(pause, state.speed, seekNs);
    };
    button.addEventListener("click", toggle);
    slider.addEventListener("input", () => {
      const [recorded, state] = [session.recorded(), session.playback()];
      if (!recorded || !state) return;
      dragged = true;
      // After the end a run is played again from where it is set to.
      session.controlPlayback(state.status === "paused", state.speed, timeOf(recorded, Number(slider.value)));
      show();
    });
    slider.addEventListener("change", () => (dragged = false));
    const key = (event: KeyboardEvent) => {
      if (event.code !== "KeyP" || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (event.target === slider || !isTyping(event.target)) toggle();
    };
    window.addEventListener("keydown", key);
    const endings = [session.onPlayback(show), session.onState(show)];
    show();
    return () => {
      window.removeEventListener("keydown", key);
      endings.forEach((end) => end());
    };
  },
};
