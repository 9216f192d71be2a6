// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the Gaussians of a bundle (binary little-endian PLY of float properties) from a stream, piece by piece.
import { type ExtArrays, type Gaussian, makeExtArrays, push } from "./ext_splats";

export type QuaternionOrder = "xyzw" | "wxyz";

// What the header says. `columns`: index of each property in a row of floats.
export interface PlyHeader {
  count: number;
  columns: Map<string, number>;
  order: QuaternionOrder | null;
  bytes: number;
}

const kMostHeaderBytes = 65536;
const kNeeded = ["x", "y", "z", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3", "opacity", "f_dc_0", "f_dc_1", "f_dc_2"];

// Parses the header at the start of `bytes`; null if more bytes are needed. Throws an Error that names what is wrong.
export function parsePlyHeader(bytes: Uint8Array): PlyHeader | null {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, kMostHeaderBytes));
  const end = /end_header\r?\n/.exec(text);
  if (!end) {
    if (bytes.length >= kMostHeaderBytes) throw new Error("the PLY header is longer than 64 kB");
    return null;
  }
  const columns = new Map<string, number>();
  const header: PlyHeader = { count: 0, columns, order: null, bytes: end.index + end[0].length };
  const lines = text.slice(0, end.index).split(/\r?\n/);
  if (lines[0] !== "ply") throw new Error("the file is no PLY");
  for (const line of lines) {
    const words = line.split(" ");
    if (words[0] === "format" && words[1] !== "binary_little_endian") throw new Error(`PLY format ${words[1]}: only binary_little_endian is read`);
    if (words[0] === "comment" && words[1] === "quaternion_order") header.order = words[2] === "wxyz" ? "wxyz" : "xyzw";
    if (words[0] === "element") {
      if (words[1] !== "vertex" || header.count > 0) throw new Error(`PLY element ${words[1]}: only one element 'vertex' is read`);
      header.count = Number(words[2]);
    }
    if (words[0] === "property") {
      if (words[1] !== "float") throw new Error(`PLY property ${words[2]} has type ${words[1]}: only float is read`);
      columns.set(words[2], columns.size);
    }
  }
  if (!Number.isSafeInteger(header.count) || header.count < 0) throw new Error("the PLY has no count of vertices");
  const absent = kNeeded.filter((name) => !columns.has(name));
  if (absent.length > 0) throw new Error(`the PLY lacks ${absent.join(", ")}`);
  return header;
}

// How to read a file: most Gaussians to keep (every k-th is kept of more), position that becomes the origin [m].
export interface PlyOptions {
  most: number;
  order: QuaternionOrder | null;  // overrides the header's comment
  origin: [number, number, number];
  bytes: number;  // length of the file: no header can ask for more memory
  progress(readBytes: number): void;
}

// Turns rows of floats into Gaussians.
class RowReader {
  readonly out: ExtArrays;
  readonly step: number;
  private readonly gaussian: Gaussian;
  private readonly at: number[];
  private readonly restAt: number[];
  private row = 0;

  get taken(): number {
    return this.row;
  }

  constructor(private readonly header: PlyHeader, private readonly options: PlyOptions) {
    const rowBytes = 4 * header.columns.size;
    const count = Math.min(header.count, Math.floor((options.bytes - header.bytes) / rowBytes));
    this.step = Math.max(1, Math.ceil(count / options.most));
    const rest = [...Array(45).keys()].filter((i) => header.columns.has(`f_rest_${i}`)).length;
    const degree = [0, 9, 24, 45].indexOf(rest);
    if (degree < 0) throw new Error(`the PLY has ${rest} properties f_rest; 0, 9, 24 or 45 are possible`);
    this.out = makeExtArrays(Math.ceil(count / this.step), degree);
    const order = (options.order ?? header.order ?? "xyzw") === "xyzw" ? [0, 1, 2, 3] : [1, 2, 3, 0];
    const names = ["x", "y", "z", "scale_0", "scale_1", "scale_2", ...order.map((i) => `rot_${i}`), "opacity", "f_dc_0", "f_dc_1", "f_dc_2"];
    this.at = names.map((name) => header.columns.get(name)!);
    this.restAt = [...Array(rest).keys()].map((i) => header.columns.get(`f_rest_${i}`)!);
    this.gaussian = { position: [0, 0, 0], logScale: [0, 0, 0], rotationXyzw: [0, 0, 0, 1], opacityLogit: 0, dc: [0, 0, 0], rest: new Float32Array(rest) };
  }

  // Takes whole rows.
  take(rows: DataView): void {
    const { gaussian: g, at, restAt, out, step, header, options } = this;
    const rowBytes = 4 * header.columns.size;
    for (let begin = 0; begin < rows.byteLength && this.row < header.count; begin += rowBytes, ++this.row) {
      if (this.row % step !== 0) continue;
      const value = (i: number) => rows.getFloat32(begin + 4 * at[i], true);
      for (let i = 0; i < 3; ++i) {
        g.position[i] = value(i) - options.origin[i];
        g.logScale[i] = value(3 + i);
        g.dc[i] = value(11 + i);
      }
      for (let i = 0; i < 4; ++i) g.rotationXyzw[i] = value(6 + i);
      g.opacityLogit = value(10);
      for (let i = 0; i < restAt.length; ++i) g.rest[i] = rows.getFloat32(begin + 4 * restAt[i], true);
      if (g.position.every(Number.isFinite) && g.logScale.every(Number.isFinite)) push(out, g);
    }
  }
}

// Gaussians of a file, and how many the file has.
export interface PlyCloud {
  arrays: ExtArrays;
  fileCount: number;
}

// Reads a stream to its end. Throws an Error on a bad header and if the stream ends before the last row.
export async function readPly(stream: ReadableStream<Uint8Array>, options: PlyOptions): Promise<PlyCloud> {
  let left = new Uint8Array(0);
  let header: PlyHeader | null = null;
  let rows: RowReader | null = null;
  let readBytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    readBytes += value.length;
    const joined = new Uint8Array(left.length + value.length);
    joined.set(left);
    joined.set(value, left.length);
    left = joined;
    if (!header || !rows) {
      header = parsePlyHeader(left);
      if (!header) continue;
      rows = new RowReader(header, options);
      left = left.slice(header.bytes);
    }
    const rowBytes = 4 * header.columns.size;
    const whole = left.length - (left.length % rowBytes);
    rows.take(new DataView(left.buffer, left.byteOffset, whole));
    left = left.slice(whole);
    options.progress(readBytes);
  }
  if (!header || !rows) throw new Error("the PLY has no end_header");
  if (rows.taken < header.count) throw new Error(`the PLY ends after ${rows.taken} of ${header.count} Gaussians`);
  return { arrays: rows.out, fileCount: header.count };
}
