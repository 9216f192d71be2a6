// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Keys of the page and the list of them that "?" shows. Keys are places on the keyboard (event.code), whatever its layout.
import { button, element, isTyping } from "./elements";

export interface Key {
  code: string;
  shown: string;  // "1"
  meaning: string;
  pressed(): void;
}

// Keys that other parts of the page handle; listed only.
const noop = () => {};
export const kDrivingKeys: Key[] = [
  { code: "", shown: "W A S D, arrows", meaning: "drive", pressed: noop },
  { code: "", shown: "Space", meaning: "brake", pressed: noop },
  { code: "", shown: "Esc", meaning: "stop driving", pressed: noop },
];
export const kPlaybackKeys: Key[] = [{ code: "", shown: "P", meaning: "play or pause", pressed: noop }];
export const kPointerKeys: Key[] = [
  { code: "", shown: "drag, wheel", meaning: "turn the view, change its distance", pressed: noop },
  { code: "", shown: "Shift + drag", meaning: "move the free view", pressed: noop },
];

// Handles keys until the returned function is called.
export function listenToKeys(keys: Key[]): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    if (event.code === "Slash" && event.shiftKey) return showHelp(keys);
    if (event.shiftKey) return;
    keys.find((key) => key.code === event.code)?.pressed();
  };
  window.addEventListener("keydown", pressed);
  return () => window.removeEventListener("keydown", pressed);
}

// Shows or hides the list of keys.
export function showHelp(keys: Key[]): void {
  const open = document.querySelector<HTMLDialogElement>("dialog.help");
  if (open) return open.close();
  const dialog = element("dialog", "help");
  dialog.append(element("h2", "", "Keys"));
  const list = element("dl");
  for (const { shown, meaning } of [...keys, { shown: "?", meaning: "this list" }]) {
    list.append(element("dt", "", shown), element("dd", "", meaning));
  }
  const licences = element("a", "", "licences");
  licences.href = "page/licences.txt";
  const row = element("p", "row");
  row.append(button("close", "close", () => dialog.close()), licences);
  dialog.append(list, row);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
