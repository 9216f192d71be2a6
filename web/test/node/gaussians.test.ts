// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians from a PLY file to the words that Spark draws.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splatsText } from "../../src/shell/layers_panel";
import { cameraOfAddress } from "../../src/view/address";
import { Budget, kFirstSplats } from "../../src/view/budget";
import { half, mostImportant, rotationWord, sphericalHarmonicsWord, textureCapacity } from "../../src/view/ext_splats";
import { parsePlyHeader, type PlyCloud, type PlyOptions, readPly } from "../../src/view/ply";

// Value of the bits of a 16-bit float.
function ofHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 0x3ff;
  if (exponent === 31) return mantissa ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15));
}

test("a 16-bit float is the nearest one, ties to even", () => {
  for (const [value, bits] of [[0, 0], [1, 0x3c00], [-2, 0xc000], [65504, 0x7bff], [1e6, 0x7c00], [2 ** -24, 1], [2 ** -26, 0], [1 + 1 / 2048, 0x3c00], [1 + 3 / 2048, 0x3c02]]) {
    assert.equal(half(value), bits, String(value));
  }
  for (let i = 0; i < 1000; ++i) {
    const value = Math.sin(i) * 10 ** ((i % 9) - 5);
    assert.ok(Math.abs(ofHalf(half(value)) - value) <= Math.max(Math.abs(value) / 2048, 2 ** -25), String(value));
  }
  assert.ok(Number.isNaN(ofHalf(half(NaN))));
});

test("coefficients keep their largest colour: the error is at most a step of 1/255 of the next power of two", () => {
  const decode = (word: number) => {
    const step = 2 ** ((word >>> 27) - 15) / 255;
    return [0, 1, 2].map((k) => ((word >>> (8 * k)) & 255) * step * ((word >>> (24 + k)) & 1 ? -1 : 1));
  };
  for (let i = 1; i < 500; ++i) {
    const rgb = [Math.sin(i), Math.sin(3 * i) / 3, Math.sin(7 * i) / 50].map((value) => value * 2 ** ((i % 7) - 4));
    const largest = Math.max(...rgb.map(Math.abs));
    decode(sphericalHarmonicsWord(rgb[0], rgb[1], rgb[2])).forEach((value, k) => assert.ok(Math.abs(value - rgb[k]) <= largest / 254, `${rgb}: ${value}`));
  }
  assert.equal(sphericalHarmonicsWord(0, 0, 0), 0);
  assert.equal(sphericalHarmonicsWord(NaN, 0, 0), 0);
});

test("rotations come back within half a degree, whatever their sign and length", () => {
  const decode = (word: number) => {
    const [u, v] = [(word & 1023) / 511.5 - 1, ((word >>> 10) & 1023) / 511.5 - 1];
    let [x, y, z] = [u, v, 1 - Math.abs(u) - Math.abs(v)];
    const t = Math.max(-z, 0);
    x += x >= 0 ? -t : t;
    y += y >= 0 ? -t : t;
    const s = Math.sin(((word >>> 20) / 4095) * (Math.PI / 2)) / Math.hypot(x, y, z);
    return [x * s, y * s, z * s, Math.cos(((word >>> 20) / 4095) * (Math.PI / 2))];
  };
  for (let i = 0; i < 500; ++i) {
    const q = [Math.sin(i), Math.sin(2 * i + 1), Math.sin(3 * i + 2), Math.sin(5 * i + 3)].map((value) => value * (1 + (i % 3)));
    const dot = decode(rotationWord(q[0], q[1], q[2], q[3])).reduce((sum, value, k) => sum + (value * q[k]) / Math.hypot(...q), 0);
    assert.ok(2 * Math.acos(Math.min(1, Math.abs(dot))) < 0.0087, String(q));
  }
  assert.deepEqual(decode(rotationWord(0, 0, 0, 0)).map(Math.abs), [0, 0, 0, 1]);
});

const kNames = ["x", "y", "z", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3", "opacity", "f_dc_0", "f_dc_1", "f_dc_2"];

// A file of Gaussians at x = 0, 1, 2, ...; larger ones later.
function plyOf(count: number, { names = kNames, order = "comment quaternion_order xyzw\n", said = count } = {}): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`ply\nformat binary_little_endian 1.0\n${order}element vertex ${said}\n${names.map((name) => `property float ${name}\n`).join("")}end_header\n`);
  const rows = new Float32Array(count * names.length);
  for (let i = 0; i < count; ++i) rows.set([i, 10, 20, i * 0.01, 0, 0, 0, 0, 0, 1], i * names.length);
  const out = new Uint8Array(header.length + rows.byteLength);
  out.set(header);
  out.set(new Uint8Array(rows.buffer), header.length);
  return out;
}

// Reads it in pieces of `piece` bytes.
function read(file: Uint8Array<ArrayBuffer>, piece: number, options: Partial<PlyOptions> = {}): Promise<PlyCloud> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < file.length; at += piece) controller.enqueue(file.subarray(at, at + piece));
      controller.close();
    },
  });
  return readPly(stream, { most: 1e6, order: null, origin: [0, 0, 0], bytes: file.length, progress: () => {}, ...options });
}

const floats = (words: Uint32Array) => new Float32Array(words.buffer);

test("a file gives the same Gaussians in pieces of any size, relative to the origin", async () => {
  const file = plyOf(50);
  const whole = await read(file, file.length, { origin: [0, 10, 19] });
  assert.equal(whole.arrays.count, 50);
  assert.deepEqual([...floats(whole.arrays.words[0]).slice(4 * 7, 4 * 7 + 3)], [7, 0, 1]);
  for (const piece of [1, 13, 57, 1000]) {
    assert.deepEqual((await read(file, piece, { origin: [0, 10, 19] })).arrays, whole.arrays, `pieces of ${piece} bytes`);
  }
});

test("the order of quaternions is that of the world, then of the header, then xyzw", async () => {
  const word = async (order: string, given: "xyzw" | "wxyz" | null) => (await read(plyOf(1, { order }), 1000, { order: given })).arrays.words[1][3];
  const identity = rotationWord(0, 0, 0, 1);
  assert.equal(await word("", null), identity);
  assert.equal(await word("comment quaternion_order wxyz\n", "xyzw"), identity);
  assert.notEqual(await word("comment quaternion_order wxyz\n", null), identity);
});

test("of too many Gaussians every k-th is kept, and memory follows the bytes, not the header", async () => {
  const cloud = await read(plyOf(100), 333, { most: 30 });
  assert.equal(cloud.fileCount, 100);
  assert.deepEqual([...Array(25).keys()].map((i) => floats(cloud.arrays.words[0])[4 * i]), [...Array(25).keys()].map((i) => 4 * i));
  await assert.rejects(read(plyOf(3, { said: 4e9 }), 1000), /ends after 3 of 4000000000/);
});

test("a bad header is an error that names what is wrong", async () => {
  await assert.rejects(read(plyOf(1, { names: kNames.slice(1) }), 1000), /lacks x/);
  await assert.rejects(read(plyOf(1, { names: [...kNames, "f_rest_0"] }), 1000), /1 properties f_rest/);
  await assert.rejects(read(new TextEncoder().encode("not a ply\nend_header\n"), 1000), /no PLY/);
  await assert.rejects(read(new TextEncoder().encode("ply\n"), 1000), /no end_header/);
  assert.throws(() => parsePlyHeader(new Uint8Array(70_000)), /64 kB/);
  assert.throws(() => parsePlyHeader(new TextEncoder().encode("ply\nformat ascii 1.0\nend_header\n")), /ascii/);
});

test("fewer Gaussians are those that cover most, in their order", async () => {
  const { arrays } = await read(plyOf(100), 500);
  const fewer = mostImportant(arrays, 10);
  assert.equal(fewer.count, 10);
  assert.deepEqual([...Array(10).keys()].map((i) => floats(fewer.words[0])[4 * i]), [...Array(10).keys()].map((i) => 90 + i));
  assert.equal(mostImportant(arrays, 100), arrays);
});

test("textures hold what is asked for in rows of 2048", () => {
  for (const [count, capacity] of [[0, 2048], [1, 2048], [2049, 4096], [2048 * 2048, 2048 * 2048], [2048 * 2048 + 1, 2 * 2048 * 2048]]) assert.equal(textureCapacity(count), capacity);
});

// The count at which a device ends whose frames take `base` ms and `slope` ms a thousand Gaussians.
function countOf(total: number, base: number, slope: number): number {
  const budget = new Budget();
  let drawn = Math.min(total, kFirstSplats);
  for (let i = 0; i < 200 && !budget.isFound; ++i) drawn = budget.next(drawn, total, base + (slope * drawn) / 1000);
  assert.ok(budget.isFound);
  return drawn;
}

test("as many Gaussians are drawn as 100 ms allow, all of them on a fast device and never none", () => {
  assert.equal(countOf(3_000_000, 17, 0.01), 3_000_000);
  assert.equal(countOf(200, 1, 1), 200);
  assert.equal(countOf(1_000_000, 2000, 0), 1_000, "a device that is slow without any");
  for (const slope of [0.2, 1, 5, 20]) {
    const count = countOf(4_000_000, 10, slope);
    assert.ok(10 + (slope * count) / 1000 <= 100 && 10 + (slope * count) / 1000 > 50, `${slope} ms a thousand: ${count}`);
  }
});

test("the page says how many are drawn and why not all", () => {
  assert.match(splatsText(9_000, 50_000, 50_000), /^9,000 of 50,000 splats.*100 ms/);
  assert.match(splatsText(4_000, 4_000, 8_000), /^4,000 of 8,000 splats.*holds no more/);
  assert.equal(splatsText(8_000, 8_000, 8_000), "8,000 splats");
});

test("the address may name a camera", () => {
  assert.deepEqual(cameraOfAddress("#at=1,2,-3.5,90,0,60"), [1, 2, -3.5, 90, 0, 60]);
  for (const wrong of ["", "#at=", "#at=1,2,3,4,5", "#at=1,2,3,4,5,x", "#at=1,2,3,4,5,0", "#at=1,2,3,4,5,180", "#at=1,2,3,4,5,Infinity"]) assert.equal(cameraOfAddress(wrong), null, wrong);
});
