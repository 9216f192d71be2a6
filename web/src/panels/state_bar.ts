// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The line of the top bar: connection, run, driver, real-time factor, latency, and topics that lose messages.
import { parseReport } from "../drive/driver";
import { decodeStatus, type SimulationStatus } from "../net/messages";
import type { SessionState } from "../net/session";
import type { Panel } from "./registry";

const kRefreshMs = 250;

// Every part has a word beside its number; empty parts are left out. driver: null where nobody can drive, as in a recording.
export function stateText(connection: SessionState, status: SimulationStatus | null, driver: string | null, roundTripMs: number, drops: readonly string[]): string {
  if (connection !== "open") return connection === "connecting" ? "connecting …" : "not connected";
  const parts = [
    driver === null ? "recorded" : status ? (status.isPaused ? "paused" : "running") : "",
    status?.isCollision ? "collision" : "",
    status?.isOffroad ? "off the road" : "",
    driver === null ? "" : driver ? `${driver} drives` : "nobody drives",
    status ? `${(Number(status.simTimeNs) / 1e9).toFixed(1)} s` : "",
    status && driver !== null ? `real time × ${status.realTimeFactor.toFixed(2)}` : "",
    Number.isFinite(roundTripMs) ? `round trip ${roundTripMs.toFixed(0)} ms` : "",
    drops.length > 0 ? `slow: ${drops.join(", ")}` : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

export const stateBar: Panel = {
  place: "top",
  title: "",
  mount(root, { session }) {
    root.className = "state-bar";
    let connection: SessionState = "closed";
    let status: SimulationStatus | null = null;
    let driver = "";
    const show = () => {
      const { roundTripMs, drops } = session.stats();
      const text = stateText(connection, status, session.recorded() ? null : driver, roundTripMs, drops);
      if (root.textContent !== text) root.textContent = text;
      root.title = text;
    };
    const endings = [
      session.onState((state) => {
        connection = state;
        if (state !== "open") [status, driver] = [null, ""];
        show();
      }),
      session.subscribe("/sim/status", (bytes) => (status = decodeStatus(bytes))),
      session.subscribe("/studio/driver", (bytes) => (driver = parseReport(bytes).driver)),
    ];
    const timer = setInterval(show, kRefreshMs);
    return () => {
      clearInterval(timer);
      endings.forEach((end) => end());
    };
  },
};
