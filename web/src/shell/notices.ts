// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Short messages at the edge of the page; one with the id of an open one takes its place.
import { button, element, place } from "./elements";

const kMost = 4;  // open at a time

export function notice(id: string, text: string): void {
  const root = place("notices");
  for (const open of root.querySelectorAll<HTMLElement>(".notice")) if (open.dataset.id === id) open.remove();
  if (!text) return;
  const card = element("div", "notice");
  card.dataset.id = id;
  card.append(element("span", "", text), button("×", "close the message", () => card.remove()));
  root.append(card);
  while (root.children.length > kMost) root.firstElementChild?.remove();
}
