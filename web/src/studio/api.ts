// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What gs-studio tells of a folder (docs/studio.md), and how its figures are written.
export type EntryState = "starting" | "running" | "ended";
export interface Entry {
  id: string;
  kind: "world" | "run" | "build";
  name: string;
  folder: string;
  bytes: number;  // of a run
  changed_s: number;  // since the UNIX epoch
  problem?: string;
  state?: EntryState;  // of what was opened
}
export interface List {
  entries: Entry[];
  complete: boolean;
}
export interface Opened {
  state: EntryState;
  url?: string;
  reason?: string;
}
export interface Step {
  name: string;
  state: "done" | "running" | "waiting" | "skipped";
  seconds: number;
}
export interface Evaluation {
  iteration: number | null;
  loss: number | null;
  psnr: number | null;  // [dB]
  ssim: number | null;
  gaussians: number | null;
}
export interface Build {
  state: "running" | "finished" | "failed" | "stopped";
  steps: Step[];
  training: { held_out: boolean; iterations: number | null; eta_s: number | null; evaluations: Evaluation[] };
  images: { name: string; url: string }[];
  report: string | null;
  build_report: string | null;
}

// Asks the server; the result is null if there is no such thing. Throws an Error that says what went wrong.
export async function get<T>(path: string): Promise<T | null> {
  const response = await fetch(path, { cache: "no-store" });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path}: the server answers ${response.status}`);
  return (await response.json()) as T;
}
export async function post(path: string): Promise<void> {
  const response = await fetch(path, { method: "POST" });
  if (!response.ok) throw new Error(await response.text());
}

// Repeats a task: it returns the time until its next turn [ms]. A hidden page waits. Returns a function that ends it.
export function repeat(task: () => Promise<number>): { now(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let ended = false;
  const turn = async () => {
    if (running || ended) return;
    clearTimeout(timer);
    running = true;
    const next = document.hidden ? null : await task();
    running = false;
    if (next !== null && !ended) timer = setTimeout(() => void turn(), next);
  };
  const now = () => void turn();
  document.addEventListener("visibilitychange", now);
  now();
  return {
    now,
    end: () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", now);
    },
  };
}

// "1.5 MB", with three digits.
export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (bytes >= 999.5 && unit + 1 < units.length) {
    bytes /= 1000;
    ++unit;
  }
  return `${unit === 0 ? bytes : Number(bytes.toPrecision(3))} ${units[unit]}`;
}

// "2 h 05 min", "3 min 20 s", "7 s".
export function durationText(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds));
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return `${h} h ${String(min).padStart(2, "0")} min`;
  return min > 0 ? `${min} min ${String(s).padStart(2, "0")} s` : `${s} s`;
}

// Size and time of an entry.
export function factsText({ bytes, changed_s }: Entry): string {
  const parts = [bytes > 0 ? sizeText(bytes) : "", changed_s > 0 ? new Date(1000 * changed_s).toLocaleString() : ""];
  return parts.filter((part) => part !== "").join(" · ");
}
