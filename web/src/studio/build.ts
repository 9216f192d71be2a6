// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A build: its steps, curves of the training, images, and reports. Asked every second while the build runs and the page is visible.
import { element } from "../shell/elements";
import { notice } from "../shell/notices";
import { type Build, durationText, type Evaluation, get, repeat, type Step } from "./api";
import { curve, type Sample } from "./curve";

const kRunningMs = 1000, kIdleMs = 5000;
const kMostImages = 12;  // the last ones of the list
const kMarks: Record<Step["state"], string> = { done: "✓", running: "▶", waiting: "○", skipped: "–" };

// Values of the evaluations that have one.
export function samplesOf(evaluations: readonly Evaluation[], key: "loss" | "psnr"): Sample[] {
  return evaluations.flatMap((one) => (one.iteration !== null && one[key] !== null ? [[one.iteration, one[key]] as Sample] : []));
}

// State of the build, progress and remaining time of its training.
export function progressText({ state, training }: Build): string {
  const done = training.evaluations.at(-1)?.iteration;
  const parts = [
    `The build ${state === "running" ? "runs" : state === "stopped" ? "was stopped" : `has ${state}`}`,
    done != null && training.iterations !== null ? `iteration ${done.toLocaleString("en")} of ${training.iterations.toLocaleString("en")}` : "",
    training.eta_s !== null ? `training ends in about ${durationText(training.eta_s)}` : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function stepRow({ name, state, seconds }: Step): HTMLElement {
  const row = element("li", "step");
  row.dataset.state = state;
  row.append(element("span", "mark", kMarks[state] ?? "?"), element("span", "", name), element("span", "muted", state === "done" ? `${state}, ${durationText(seconds)}` : state));
  return row;
}

function imageFigure({ name, url }: { name: string; url: string }): HTMLElement {
  const figure = element("figure", "preview");
  const image = element("img");
  image.src = `${url.replace(/^\//, "")}?name=${encodeURIComponent(name)}`;  // the numbers in addresses go to other images later
  image.alt = name;
  image.loading = "lazy";
  figure.append(image, element("figcaption", "muted", name));
  return figure;
}

function reportLink(text: string, url: string): HTMLAnchorElement {
  const link = element("a", "", text);
  link.href = url.replace(/^\//, "");
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

// Shows a build until the returned function is called.
export function showBuild(root: HTMLElement, id: string): () => void {
  const back = element("a", "", "← all worlds, runs and builds");
  back.href = "#/";
  const state = element("p", "build-state");
  state.setAttribute("role", "status");
  const [steps, curves, images, reports] = [element("ol", "steps card"), element("div", "curves"), element("div", "previews"), element("p", "row")];
  root.append(back, state, reports, steps, curves, images);
  const shown = new Map<HTMLElement, string>();
  // Fills a part again if what it shows has changed.
  const fill = (part: HTMLElement, what: unknown, make: () => HTMLElement[]) => {
    const text = JSON.stringify(what);
    if (shown.get(part) === text) return;
    shown.set(part, text);
    part.replaceChildren(...make());
  };
  const show = (build: Build) => {
    state.textContent = progressText(build);
    state.dataset.state = build.state;
    fill(steps, build.steps, () => build.steps.map(stepRow));
    const { evaluations, held_out } = build.training;
    fill(curves, build.training.evaluations, () => [
      curve(held_out ? "PSNR of held-out images" : "PSNR of training images", "dB", samplesOf(evaluations, "psnr")),
      curve("loss", "", samplesOf(evaluations, "loss")),
    ]);
    fill(images, build.images, () => build.images.slice(-kMostImages).map(imageFigure));
    fill(reports, [build.report, build.build_report], () => [
      ...(build.report ? [reportLink("report of the build", build.report)] : []),
      ...(build.build_report ? [reportLink("build_report.json", build.build_report)] : []),
    ]);
  };
  const looking = repeat(async () => {
    try {
      const build = await get<Build>(`api/builds/${id}.json`);
      notice("lost", "");
      if (build) show(build);
      else state.textContent = "This build is gone from the folder.";
      return build?.state === "running" ? kRunningMs : kIdleMs;
    } catch (error) {
      notice("lost", `gs-studio does not answer: ${error instanceof Error ? error.message : String(error)}`);
      return kIdleMs;
    }
  });
  return () => looking.end();
}
