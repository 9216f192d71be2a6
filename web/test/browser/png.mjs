// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads 8-bit RGB and RGBA PNG images (ISO/IEC 15948, without interlacing) and compares them.
import { inflateSync } from "node:zlib";

// Paeth's predictor (section 9.4).
function paeth(left, above, corner) {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

// { width, height, rgb } of a PNG in memory.
export function readPng(file) {
  const parts = [];
  let width = 0, height = 0, channels = 0;
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const body = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = { 2: 3, 6: 4 }[body[9]];
      if (body[8] !== 8 || !channels || body[12] !== 0) throw new Error("only 8-bit RGB and RGBA without interlacing is read");
    }
    if (type === "IDAT") parts.push(body);
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = rows[y * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const at = y * stride + i;
      const left = i >= channels ? pixels[at - channels] : 0;
      const above = y > 0 ? pixels[at - stride] : 0;
      const corner = i >= channels && y > 0 ? pixels[at - stride - channels] : 0;
      pixels[at] = rows[y * (stride + 1) + 1 + i] + [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
    }
  }
  const rgb = Buffer.alloc(3 * width * height);
  for (let i = 0; i < width * height; ++i) pixels.copy(rgb, 3 * i, channels * i, channels * i + 3);
  return { width, height, rgb };
}

// Peak signal-to-noise ratio of two images of equal size [dB].
export function psnr(a, b) {
  if (a.width !== b.width || a.height !== b.height) throw new Error(`sizes differ: ${a.width}x${a.height}, ${b.width}x${b.height}`);
  let sum = 0;
  for (let i = 0; i < a.rgb.length; ++i) sum += (a.rgb[i] - b.rgb[i]) ** 2;
  return sum === 0 ? Infinity : 10 * Math.log10((255 ** 2 * a.rgb.length) / sum);
}
