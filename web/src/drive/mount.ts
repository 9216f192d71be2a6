// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Driving in the page: listens to keyboard, gamepad and touch pads, shows who drives, and brakes whenever the person may no
// longer be there: focus lost, tab hidden, page left, connection lost.
import "./drive.css";
import { decodeStatus, decodeVehicleState } from "../net/messages";
import type { Session } from "../net/session";
import { isTyping } from "../shell/elements";
import { type Controls, gamepadControls, kDrivingKeys, Keyboard, kReleased, type PadState, touchControls } from "./controls";
import { Driver, parseReport } from "./driver";
import { makeTouchPad } from "./touch_pad";

const kTopic = "/studio/drive";
const kPollMs = 20;  // of the gamepad and of the heartbeat

// Returns a function that ends driving and removes everything again.
export function mountDriving(root: HTMLElement, session: Session): () => void {
  const encoder = new TextEncoder();
  const keyboard = new Keyboard();
  // Numbers grow from page to page, so that the report about an input of an earlier page is not taken for ours.
  const driver = new Driver(
    { send: (json) => session.publish(kTopic, "", encoder.encode(json), "json"), release: () => session.unpublish(kTopic) },
    Math.floor(Date.now() * 10),
  );
  let speed = 0;
  let paused = false;
  let who = "";
  let mayUsePad = false;  // the gamepad was at rest since driving ended

  const box = document.createElement("div");
  box.className = "drive card";
  const text = document.createElement("span");
  text.setAttribute("role", "status");
  const latency = document.createElement("span");
  latency.className = "muted";
  const begin = document.createElement("button");
  begin.type = "button";
  box.append(text, latency, begin);
  const pads = document.createElement("div");
  pads.className = "touch-pads";
  root.append(box, pads);

  const pressed = (): Controls => {
    const fromKeys = keyboard.controls();
    if (keyboard.isHeld()) return fromKeys;
    return touchControls(touches) ?? padControls() ?? { ...kReleased, gear: fromKeys.gear };
  };
  const padControls = (): Controls | null => {
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (pad?.connected && pad.mapping === "standard") return gamepadControls(pad as PadState);
    }
    return null;
  };
  const show = () => {
    const drives = driver.state === "driving";
    box.dataset.state = drives ? "driving" : who ? "other" : "stopped";
    const viewOnly = !session.can("clientPublish");
    begin.hidden = viewOnly;
    const shown = viewOnly ? "View only: this simulator takes no inputs" : drives ? "You drive – Esc stops" : who ? `${who} drives` : `${driver.reason ? `Braking: ${driver.reason}. ` : ""}Press a driving key (W A S D) to drive`;
    if (text.textContent !== shown) text.textContent = shown;
    const answered = drives && Number.isFinite(driver.latencyMs) ? `${driver.latencyMs.toFixed(0)} ms` : "";
    if (latency.textContent !== answered) latency.textContent = answered;
    const label = drives ? "stop driving" : "drive";
    if (begin.textContent !== label) begin.textContent = label;
  };
  const start = () => {
    driver.begin(pressed(), performance.now());
    show();
  };
  const stop = (reason: string) => {
    keyboard.releaseAll();
    left.release();
    right.release();
    mayUsePad = false;
    driver.stop(reason, performance.now());
    show();
  };
  begin.addEventListener("click", () => (driver.state === "driving" ? stop("stopped") : start()));

  const touches = { steer: null as number | null, pedals: null as number | null };
  const touched = () => {
    if (driver.state === "driving") driver.update(pressed(), performance.now());
  };
  const left = makeTouchPad("steer", "steering", (x) => ((touches.steer = x), touched()), () => start());
  const right = makeTouchPad("pedals", "throttle up, brake down", (_, y) => ((touches.pedals = y), touched()), () => start());
  pads.append(left.root, right.root);

  const keyDown = (event: KeyboardEvent) => {
    if (event.code === "Escape" && driver.state === "driving") return stop("stopped");
    if (!kDrivingKeys.has(event.code) || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    // Space presses a button that has the focus.
    if (event.code === "Space" && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (event.repeat) return;
    keyboard.press(event.code, speed, session.parameter("vehicle.allow_reverse") === true);
    driver.begin(keyboard.controls(), performance.now());
    show();
  };
  const keyUp = (event: KeyboardEvent) => {
    if (keyboard.release(event.code)) driver.update(pressed(), performance.now());
  };
  const blurred = () => stop("the page has lost the focus");
  const hidden = () => document.hidden && stop("the page is hidden");
  const left_page = () => stop("the page was left");
  const focusIn = (event: FocusEvent) => isTyping(event.target) && stop("typing");

  const endings: (() => void)[] = [];
  const listen = <T extends EventTarget>(target: T, name: string, handler: (event: never) => void) => {
    target.addEventListener(name, handler as EventListener);
    endings.push(() => target.removeEventListener(name, handler as EventListener));
  };
  listen(window, "keydown", keyDown);
  listen(window, "keyup", keyUp);
  listen(window, "blur", blurred);
  listen(document, "visibilitychange", hidden);
  listen(window, "pagehide", left_page);
  listen(document, "focusin", focusIn);

  endings.push(
    session.subscribe("/studio/driver", (bytes) => {
      const report = parseReport(bytes);
      driver.reported(report, performance.now());
      who = driver.state === "driving" ? "" : report.driver;
      box.dataset.braking = report.braking;
      box.dataset.seq = String(report.seq);
      show();
    }),
    session.subscribe("/vehicle/state", (bytes) => (speed = decodeVehicleState(bytes).linear.x)),
    session.subscribe("/sim/status", (bytes) => (paused = decodeStatus(bytes).isPaused)),
    session.onState((state) => {
      if (state !== "open") {
        who = "";
        stop("the connection was lost");
      }
      box.hidden = state !== "open";
    }),
  );
  const timer = setInterval(() => {
    const now = performance.now();
    const pad = padControls();
    if (pad === null) mayUsePad = true;
    else if (mayUsePad && driver.state === "stopped" && document.hasFocus()) start();
    driver.update(pressed(), now);
    driver.watch(now, paused);
    show();
  }, kPollMs);

  show();
  return () => {
    stop("");
    clearInterval(timer);
    for (const end of endings) end();
    box.remove();
    pads.remove();
  };
}
