// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The list of worlds, runs and builds of a folder. It follows the folder.
import { button, element } from "../shell/elements";
import { notice } from "../shell/notices";
import { type Entry, factsText, get, type List, type Opened, post, repeat } from "./api";

const kPeriodMs = 2000;
const kOpeningMs = 300;  // between two looks at what is being opened
const kSettledMs = 1000;  // the end of an earlier opening may be told for so long
const kKinds = [
  { kind: "world", title: "Worlds", none: "no world.yaml was found" },
  { kind: "run", title: "Recorded runs", none: "no MCAP of gs-simulator was found" },
  { kind: "build", title: "Builds", none: "no workspace of gs-world-builder was found" },
] as const;

interface Row {
  root: HTMLElement;
  update(entry: Entry): void;
}
interface RowEvents {
  open(id: string): void;
  close(id: string): void;
}

function makeRow({ id, kind }: Entry, events: RowEvents): Row {
  const root = element("li", "entry card");
  root.dataset.id = id;
  const [name, folder, facts] = [element("strong"), element("span", "muted folder"), element("span", "muted facts")];
  const [problem, state] = [element("span", "problem"), element("span", "state")];
  state.setAttribute("role", "status");
  const tools = element("span", "tools");
  root.append(name, folder, facts, problem, state, tools);
  let label = (_: string) => {};
  const close = button("close", "close", () => events.close(id));
  if (kind === "build") {
    const link = element("a", "", "show");
    link.href = `#/build/${encodeURIComponent(id)}`;
    label = (text) => link.setAttribute("aria-label", `show ${text}`);
    tools.append(link);
  } else {
    const open = button("open", "open", () => events.open(id));
    label = (text) => {
      open.setAttribute("aria-label", `open ${text}`);
      close.setAttribute("aria-label", `close ${text}`);
    };
    tools.append(open, close);
  }
  return {
    root,
    update(entry) {
      name.textContent = entry.name;
      folder.textContent = entry.folder ? `in ${entry.folder}` : "";
      facts.textContent = factsText(entry);
      problem.textContent = entry.problem ? `⚠ ${entry.problem}` : "";
      close.hidden = entry.state !== "running" && entry.state !== "starting";
      state.dataset.state = entry.state ?? "";
      if (entry.state === "starting") state.textContent = "opening …";
      if (entry.state === "running") state.textContent = "is open";
      if (!entry.state) state.textContent = "";
      label(entry.name);
    },
  };
}

// Shows the list until the returned function is called.
export function showList(root: HTMLElement): () => void {
  const rows = new Map<string, Row>();
  const incomplete = element("p", "muted");
  const lists = new Map(kKinds.map(({ kind, title }) => {
    const [list, none] = [element("ul", "entries"), element("p", "muted")];
    root.append(element("h2", "", title), list, none);
    return [kind, { list, none }];
  }));
  root.append(incomplete);
  let wanted: { id: string; since: number } | null = null;  // goes there as soon as it runs

  const act = async (path: string) => {
    try {
      await post(path);
      notice("studio", "");
    } catch (error) {
      wanted = null;
      notice("studio", error instanceof Error ? error.message : String(error));
    }
    looking.now();
  };
  const events: RowEvents = {
    open: (id) => {
      wanted = { id, since: performance.now() };
      void act(`api/open/${id}`);
    },
    close: (id) => void act(`api/close/${id}`),
  };

  const show = ({ entries, complete }: List) => {
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, row] of rows) if (!ids.has(id)) (row.root.remove(), rows.delete(id));
    for (const entry of entries) {
      const place = lists.get(entry.kind);
      if (!place) continue;
      let row = rows.get(entry.id);
      if (!row) rows.set(entry.id, (row = makeRow(entry, events)));
      row.update(entry);
      // Appending moves a row that is elsewhere; in its place it stays, and keeps the focus.
      const index = entries.filter(({ kind }) => kind === entry.kind).indexOf(entry);
      if (place.list.children[index] !== row.root) place.list.insertBefore(row.root, place.list.children[index] ?? null);
    }
    for (const { kind, none } of kKinds) lists.get(kind)!.none.textContent = entries.some((entry) => entry.kind === kind) ? "" : none;
    incomplete.textContent = complete ? "" : "The folder holds more than is listed: more than 5,000 entries, or deeper folders.";
  };
  // What was opened: goes there, or says why it ended.
  const follow = async (entry: Entry) => {
    if (entry.state === "running" && wanted?.id === entry.id) {
      const opened = await get<Opened>(`api/open/${entry.id}.json`);
      if (opened?.url && /^https?:/.test(opened.url)) location.assign(opened.url);
      wanted = null;
    }
    const state = rows.get(entry.id)?.root.querySelector(".state");
    if (entry.state !== "ended" || !state) return;
    if (wanted?.id === entry.id && performance.now() - wanted.since < kSettledMs) return;
    if (wanted?.id === entry.id) wanted = null;
    const opened = await get<Opened>(`api/open/${entry.id}.json`);
    if (opened?.reason) state.textContent = `✕ ${opened.reason}`;
  };
  const looking = repeat(async () => {
    try {
      const list = await get<List>("api/list.json");
      if (!list) throw new Error("the server has no list");
      show(list);
      for (const entry of list.entries) await follow(entry);
      notice("lost", "");
    } catch (error) {
      notice("lost", `gs-studio does not answer: ${error instanceof Error ? error.message : String(error)}`);
    }
    return wanted ? kOpeningMs : kPeriodMs;
  });
  return () => looking.end();
}
