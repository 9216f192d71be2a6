// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in the 32-byte form that Spark 2.2.0 draws without loss of position ("ext"), with spherical harmonics in words of
// our own: Spark's encoder clamps the largest component of each coefficient to a power of two (up to half of it is lost).

const kTextureSide = 2048;  // Spark keeps Gaussians in textures of this width
const scratch = new DataView(new ArrayBuffer(4));

// Bits of the nearest 16-bit float (ties to even); too large values become infinite.
export function half(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  const mantissa = bits & 0x7fffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && mantissa !== 0 ? 0x200 : 0);
  if (exponent <= 0) {
    if (exponent < -10) return sign;
    const full = mantissa | 0x800000;
    const shift = 14 - exponent;
    const rounded = full >>> shift;
    const rest = full & ((1 << shift) - 1);
    const middle = 1 << (shift - 1);
    return sign | (rest > middle || (rest === middle && (rounded & 1) === 1) ? rounded + 1 : rounded);
  }
  const rounded = (exponent << 10) | (mantissa >>> 13);
  const rest = mantissa & 0x1fff;
  return sign | (rest > 0x1000 || (rest === 0x1000 && (rounded & 1) === 1) ? rounded + 1 : rounded);
}

// One coefficient of the spherical harmonics: 8 bits a colour, 3 signs, and an exponent that the largest colour fits in.
export function sphericalHarmonicsWord(r: number, g: number, b: number): number {
  const largest = Math.max(Math.abs(r), Math.abs(g), Math.abs(b));
  if (!(largest > 0)) return 0;
  const exponent = Math.min(31, Math.max(0, Math.floor(Math.log2(largest)) + 16));
  const step = 2 ** (exponent - 15) / 255;
  const level = (value: number) => Math.min(255, Math.round(Math.abs(value) / step));
  const signs = (r < 0 ? 1 : 0) | (g < 0 ? 2 : 0) | (b < 0 ? 4 : 0);
  return (level(r) | (level(g) << 8) | (level(b) << 16) | (((exponent << 3) | signs) << 24)) >>> 0;
}

// A rotation: octahedral axis in 2 x 10 bits, angle from 0 to pi in 12 bits. The quaternion need not be normalised.
export function rotationWord(x: number, y: number, z: number, w: number): number {
  const norm = Math.hypot(x, y, z, w) * (w < 0 ? -1 : 1);
  if (!(Math.abs(norm) > 0)) return rotationWord(0, 0, 0, 1);
  const halfAngle = Math.acos(Math.min(1, w / norm));
  const sum = (Math.abs(x) + Math.abs(y) + Math.abs(z)) * Math.sign(norm);
  let u = 1;
  let v = 0;
  if (sum !== 0) {
    u = x / sum;
    v = y / sum;
    if (z / sum < 0) [u, v] = [(1 - Math.abs(v)) * (u >= 0 ? 1 : -1), (1 - Math.abs(u)) * (v >= 0 ? 1 : -1)];
  }
  const level = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value * most)));
  const angle = level((2 * halfAngle) / Math.PI, 4095);
  return ((angle << 20) | (level(v * 0.5 + 0.5, 1023) << 10) | level(u * 0.5 + 0.5, 1023)) >>> 0;
}

// Gaussians ready for Spark's ExtSplats; every array has four words a Gaussian and is as long as a texture.
export interface ExtArrays {
  count: number;
  degree: number;  // of the spherical harmonics, 0 to 3
  words: [Uint32Array, Uint32Array];
  harmonics: Uint32Array[];  // sh1, sh2, sh3a, sh3b: as many as the degree needs
  importance: Float32Array;  // opacity times the area of the largest side [m^2]
}

// The capacity of a texture that holds `count` Gaussians.
export function textureCapacity(count: number): number {
  const height = Math.max(1, Math.min(kTextureSide, Math.ceil(count / kTextureSide)));
  return kTextureSide * height * Math.max(1, Math.ceil(count / (kTextureSide * height)));
}

// Empty arrays for `capacity` Gaussians.
export function makeExtArrays(capacity: number, degree: number): ExtArrays {
  const words = 4 * textureCapacity(capacity);
  return {
    count: 0,
    degree,
    words: [new Uint32Array(words), new Uint32Array(words)],
    harmonics: Array.from({ length: [0, 1, 2, 4][degree] ?? 0 }, () => new Uint32Array(words)),
    importance: new Float32Array(capacity),
  };
}

// One Gaussian as a bundle stores it: position [m], ln of the scales [m], quaternion, logit of the opacity, colour terms.
export interface Gaussian {
  position: [number, number, number];
  logScale: [number, number, number];
  rotationXyzw: [number, number, number, number];
  opacityLogit: number;
  dc: [number, number, number];
  rest: Float32Array;  // coefficients of red, then of green, then of blue
}

const kDegreeZero = 0.28209479177387814;  // 1 / (2 sqrt(pi))

// Appends a Gaussian.
export function push(out: ExtArrays, g: Gaussian): void {
  const at = 4 * out.count;
  const [a, b] = out.words;
  const alpha = 1 / (1 + Math.exp(-g.opacityLogit));
  for (let i = 0; i < 3; ++i) {
    scratch.setFloat32(0, g.position[i]);
    a[at + i] = scratch.getUint32(0);
  }
  a[at + 3] = half(alpha);
  const colour = g.dc.map((value) => half(0.5 + kDegreeZero * value));
  b[at] = colour[0] | (colour[1] << 16);
  b[at + 1] = colour[2] | (half(g.logScale[0]) << 16);
  b[at + 2] = half(g.logScale[1]) | (half(g.logScale[2]) << 16);
  b[at + 3] = rotationWord(...g.rotationXyzw);
  const coefficients = (out.degree + 1) ** 2 - 1;
  const stride = g.rest.length / 3;
  for (let k = 0; k < coefficients; ++k) {
    out.harmonics[k >> 2][at + (k & 3)] = sphericalHarmonicsWord(g.rest[k], g.rest[stride + k], g.rest[2 * stride + k]);
  }
  const sorted = g.logScale.slice().sort((x, y) => y - x);
  out.importance[out.count] = alpha * Math.exp(sorted[0] + sorted[1]);
  ++out.count;
}

// The `count` Gaussians that cover most, in their order; `from` itself if it has no more than that.
export function mostImportant(from: ExtArrays, count: number): ExtArrays {
  if (count >= from.count) return from;
  const threshold = from.importance.slice(0, from.count).sort()[from.count - count];
  const out = makeExtArrays(count, from.degree);
  const pairs: [Uint32Array, Uint32Array][] = [[from.words[0], out.words[0]], [from.words[1], out.words[1]], ...from.harmonics.map((words, i): [Uint32Array, Uint32Array] => [words, out.harmonics[i]])];
  for (let i = 0; i < from.count && out.count < count; ++i) {
    if (from.importance[i] < threshold) continue;
    for (const [source, target] of pairs) target.set(source.subarray(4 * i, 4 * i + 4), 4 * out.count);
    out.importance[out.count++] = from.importance[i];
  }
  return out;
}
