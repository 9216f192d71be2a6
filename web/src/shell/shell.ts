// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Top bar, keys, drawers of narrow windows; starts what belongs to the kind of server.
import { askServerKind } from "../net/server_kind";
import { button, element, place } from "./elements";
import { type Key, listenToKeys, showHelp } from "./keys";
import { notice } from "./notices";
import { restoreTheme, switchTheme } from "./theme";
import { showWorld } from "./world";

// Opens and closes one side of a narrow window.
function drawer(id: string, text: string): HTMLButtonElement {
  const side = place(id);
  const out = button(text, `show or hide: ${text}`, () => {
    const open = side.classList.toggle("open");
    out.setAttribute("aria-expanded", String(open));
  });
  out.className = "drawer";
  out.setAttribute("aria-controls", id);
  out.setAttribute("aria-expanded", "false");
  return out;
}

export async function startShell(): Promise<void> {
  restoreTheme();
  const keys: Key[] = [{ code: "KeyT", shown: "T", meaning: "light or dark", pressed: switchTheme }];
  listenToKeys(keys);
  const { name, status } = fillTop(keys);
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/`;
  try {
    const kind = await askServerKind(url);
    const setName = (text: string) => {
      name.textContent = text;
      document.title = `${text} – gs studio`;
    };
    if (kind === "folder") {
      const { mountStudio } = await import("../studio/mount");
      return mountStudio(setName);
    }
    await showWorld(kind, url, {
      addKeys: (more) => keys.push(...more),
      setName,
      setStatus: (text) => (status.textContent = text),
    });
  } catch (error) {
    notice("world", error instanceof Error ? error.message : String(error));
  }
}

// Name of the world, what happens, and tools.
function fillTop(keys: Key[]): { name: HTMLElement; status: HTMLElement } {
  const name = element("strong", "name", "gs studio");
  const status = element("span", "muted status");
  status.setAttribute("role", "status");
  const tools = element("span", "tools");
  tools.append(drawer("left", "view"), drawer("right", "sensors"), button("◐", "light or dark (T)", switchTheme), button("?", "keys (?)", () => showHelp(keys)));
  place("top").append(name, status, tools);
  return { name, status };
}
