// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small curve as SVG.
const kWidth = 320, kHeight = 120, kEdge = 4;  // [px]

export type Sample = readonly [x: number, y: number];

// Points of the line in the drawing. All values fit; equal ones lie in the middle.
export function linePoints(samples: readonly Sample[], width = kWidth, height = kHeight, edge = kEdge): Sample[] {
  const range = (axis: 0 | 1) => {
    const values = samples.map((sample) => sample[axis]);
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    return { low, size: values.reduce((a, b) => Math.max(a, b), -Infinity) - low };
  };
  const [x, y] = [range(0), range(1)];
  const part = (value: number, { low, size }: { low: number; size: number }) => (size > 0 ? (value - low) / size : 0.5);
  return samples.map((sample) => [edge + part(sample[0], x) * (width - 2 * edge), height - edge - part(sample[1], y) * (height - 2 * edge)]);
}

// The namespace of SVG, from the parser of HTML: no source of the page names an address.
const svgNamespace = () => new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg")?.namespaceURI ?? "";

function shape<K extends "svg" | "polyline" | "circle">(name: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
  const out = document.createElementNS(svgNamespace(), name) as SVGElementTagNameMap[K];
  for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, String(value));
  return out;
}

// A figure with the newest value and its range. Without samples it says so.
export function curve(title: string, unit: string, samples: readonly Sample[]): HTMLElement {
  const out = document.createElement("figure");
  out.className = "curve card";
  const caption = document.createElement("figcaption");
  out.append(caption);
  const newest = samples.at(-1);
  if (!newest) {
    caption.textContent = `${title}: no evaluation yet`;
    return out;
  }
  const text = (value: number) => `${Number(value.toPrecision(4))}${unit && ` ${unit}`}`;
  const values = samples.map(([, y]) => y);
  const range = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  caption.textContent = `${title}: ${text(newest[1])} at iteration ${newest[0]} (${text(range[0])} to ${text(range[1])})`;
  const svg = shape("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img" });
  svg.setAttribute("aria-label", caption.textContent);
  const points = linePoints(samples);
  const [x, y] = points[points.length - 1];
  svg.append(shape("polyline", { points: points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ") }), shape("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 3 }));
  out.append(svg);
  return out;
}
