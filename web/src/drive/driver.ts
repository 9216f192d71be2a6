// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whether the person drives, and when an input is sent: at every change, and every 100 ms so that the server knows that the
// person and the link are there. Time is given by the caller.
import { type Controls, inputJson, kReleased } from "./controls";

export const kHeartbeatMs = 100;
// Without a report about our inputs for this long, driving ends. Steps that render images may take some hundred ms; the
// server itself brakes 300 ms after the last input.
export const kAnswerMs = 1000;

// stopped: nobody drives here. driving: inputs are sent.
export type DriverState = "stopped" | "driving";

// The report of the server on /studio/driver.
export interface DriverReport {
  driver: string;
  seq: number;
  step: number;
  steer: number;
  throttle: number;
  brake: number;
  gear: string;
  braking: string;
}

// Parses a report. Throws an Error for anything else.
export function parseReport(bytes: Uint8Array): DriverReport {
  const json = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const number = (name: string) => (typeof json[name] === "number" ? (json[name] as number) : 0);
  const text = (name: string) => (typeof json[name] === "string" ? (json[name] as string) : "");
  if (typeof json !== "object" || json === null) throw new Error("the report about the driver is no object");
  return {
    driver: text("driver"), seq: number("seq"), step: number("step"), steer: number("steer"), throttle: number("throttle"), brake: number("brake"),
    gear: text("gear"), braking: text("braking"),
  };
}

// Where inputs go.
export interface DriverLink {
  send(json: string): boolean;  // false: not connected
  release(): void;  // nothing more will be sent
}

export class Driver {
  state: DriverState = "stopped";
  reason = "";  // why driving ended
  latencyMs = NaN;  // from the newest answered change to the report about it
  private seq: number;
  private sent: Controls = kReleased;
  private sentAt = -Infinity;
  private answeredAt = -Infinity;
  private other = "";  // client that drives instead of us
  private readonly unanswered: { seq: number; at: number }[] = [];

  // firstSeq: inputs of an earlier page must not be taken for ours.
  constructor(private readonly link: DriverLink, firstSeq: number) {
    this.seq = firstSeq;
  }

  // A fresh action of the person: begins to drive.
  begin(controls: Controls, now: number): void {
    if (this.state === "driving") return this.update(controls, now);
    this.state = "driving";
    this.reason = "";
    this.other = "";
    this.answeredAt = now;
    this.unanswered.length = 0;
    this.transmit(controls, now);
  }

  // The wanted positions; sends them if they have changed or it is time.
  update(controls: Controls, now: number): void {
    if (this.state !== "driving") return;
    const changed = (Object.keys(controls) as (keyof Controls)[]).some((key) => controls[key] !== this.sent[key]);
    if (changed || now - this.sentAt >= kHeartbeatMs) this.transmit(controls, now);
  }

  // Brakes and leaves the wheel; a fresh action is needed to drive again.
  stop(reason: string, now: number): void {
    if (this.state === "stopped") return;
    if (this.state === "driving") this.transmit({ ...kReleased, gear: this.sent.gear, brakeNow: true }, now);
    this.link.release();
    this.state = "stopped";
    this.reason = reason;
    this.latencyMs = NaN;
  }

  // The report of a step.
  reported(report: DriverReport, now: number): void {
    const newest = this.unanswered.findIndex((entry) => entry.seq === report.seq);
    if (newest < 0) {
      this.other = report.driver;
      return;
    }
    this.latencyMs = now - this.unanswered[newest].at;
    this.unanswered.splice(0, newest + 1);
    this.answeredAt = now;
  }

  // Ends driving when answers stay away for too long although inputs wait for one. paused: no steps are made, so there are no
  // reports. Call it often.
  watch(now: number, paused: boolean): void {
    if (paused) this.answeredAt = now;
    if (this.state !== "driving" || this.unanswered.length === 0) return;
    if (now - Math.max(this.answeredAt, this.unanswered[0].at) <= kAnswerMs) return;
    this.stop(this.other ? `${this.other} drives` : "the simulator does not answer", now);
  }

  private transmit(controls: Controls, now: number): void {
    const seq = ++this.seq;
    if (!this.link.send(inputJson(seq, controls))) {
      this.state = "stopped";
      this.reason = "not connected";
      return;
    }
    this.sent = { ...controls };
    this.sentAt = now;
    this.unanswered.push({ seq, at: now });
    if (this.unanswered.length > 100) this.unanswered.shift();
  }
}
