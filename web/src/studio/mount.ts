// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pages of a folder: its list, and #/build/ID.
import "./studio.css";
import { element, place } from "../shell/elements";
import { showBuild } from "./build";
import { get, type List } from "./api";
import { showList } from "./list";

// The build that an address names; null: the list.
export function buildOfAddress(hash: string): string | null {
  return /^#\/build\/([0-9a-f]{16})$/.exec(hash)?.[1] ?? null;
}

async function nameOfBuild(id: string): Promise<string> {
  const found = (await get<List>("api/list.json"))?.entries.find((entry) => entry.id === id);
  return found ? `build: ${found.folder ? `${found.folder}/` : ""}${found.name}` : "build";
}

export function mountStudio(setName: (text: string) => void): void {
  for (const drawer of document.querySelectorAll("#top .drawer")) drawer.remove();
  const stage = place("stage");
  stage.setAttribute("aria-label", "folder");
  let end = () => {};
  const show = () => {
    end();
    const root = element("div", "studio");
    stage.replaceChildren(root);
    const id = buildOfAddress(location.hash);
    setName(id ? "build" : "worlds, runs and builds");
    // A server that does not answer is told by the view of the build.
    if (id) nameOfBuild(id).then((name) => root.isConnected && setName(name), () => {});
    end = id ? showBuild(root, id) : showList(root);
  };
  window.addEventListener("hashchange", show);
  show();
}
