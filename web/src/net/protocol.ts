// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames of the Foxglove WebSocket protocol (subprotocols foxglove.websocket.v1 and foxglove.sdk.v1, which are equal), as
// pure functions. Everything is little endian. Frames come from outside: every length is checked before it is read.

export const kSubprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

export interface Channel {
  id: number;
  topic: string;
  encoding: string;
  schemaName: string;
}
export interface Service {
  id: number;
  name: string;
  type: string;
}
export interface Parameter {
  name: string;
  value?: unknown;
  type?: string;
}

// The time of a recording that a server plays.
export interface RecordedTime {
  startNs: bigint;
  endNs: bigint;
}
export type PlaybackStatus = "playing" | "paused" | "buffering" | "ended";
const kPlaybackStatus: readonly PlaybackStatus[] = ["playing", "paused", "buffering", "ended"];

// Text frames of the server that the page uses; others have the op "other".
export type ServerText =
  | { op: "serverInfo"; capabilities: string[]; recorded: RecordedTime | null }
  | { op: "advertise"; channels: Channel[] }
  | { op: "unadvertise"; channelIds: number[] }
  | { op: "advertiseServices"; services: Service[] }
  | { op: "serviceCallFailure"; callId: number; message: string }
  | { op: "parameterValues"; parameters: Parameter[]; id: string }
  | { op: "status"; level: number; message: string; id: string }
  | { op: "removeStatus"; statusIds: string[] }
  | { op: "other" };

// Binary frames of the server.
export type ServerBinary =
  | { op: "message"; subscription: number; logTimeNs: bigint; payload: Uint8Array }
  | { op: "time"; timeNs: bigint }
  | { op: "serviceResponse"; service: number; call: number; encoding: string; payload: Uint8Array }
  | { op: "playback"; status: PlaybackStatus; timeNs: bigint; speed: number }
  | { op: "other" };

type Json = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === "string") : []);
const isId = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
// Objects of a list; anything else is left out.
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null && !Array.isArray(item)) : []);

// { sec, nsec } in nanoseconds; null for anything else.
function timeNs(value: unknown): bigint | null {
  const { sec, nsec } = (typeof value === "object" && value !== null ? value : {}) as Json;
  return Number.isSafeInteger(sec) && isId(nsec) ? BigInt(sec as number) * 1_000_000_000n + BigInt(nsec) : null;
}

function recordedTime(root: Json): RecordedTime | null {
  const [startNs, endNs] = [timeNs(root.dataStartTime), timeNs(root.dataEndTime)];
  return startNs === null || endNs === null || endNs < startNs ? null : { startNs, endNs };
}

// Parses a text frame. Throws an Error for text that is no JSON object.
export function parseText(frame: string): ServerText {
  const json: unknown = JSON.parse(frame);
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new Error("a text frame is no JSON object");
  const root = json as Json;
  switch (root.op) {
    case "serverInfo":
      return { op: root.op, capabilities: texts(root.capabilities), recorded: recordedTime(root) };
    case "advertise":
      return {
        op: root.op,
        channels: objects(root.channels)
          .filter((channel) => isId(channel.id))
          .map((channel) => ({ id: channel.id as number, topic: text(channel.topic), encoding: text(channel.encoding), schemaName: text(channel.schemaName) })),
      };
    case "unadvertise":
      return { op: root.op, channelIds: Array.isArray(root.channelIds) ? root.channelIds.filter(isId) : [] };
    case "advertiseServices":
      return {
        op: root.op,
        services: objects(root.services)
          .filter((service) => isId(service.id))
          .map((service) => ({ id: service.id as number, name: text(service.name), type: text(service.type) })),
      };
    case "serviceCallFailure":
      return { op: root.op, callId: isId(root.callId) ? root.callId : -1, message: text(root.message) };
    case "parameterValues":
      return { op: root.op, id: text(root.id), parameters: objects(root.parameters).map((item) => ({ name: text(item.name), value: item.value, type: text(item.type) })) };
    case "status":
      return { op: root.op, level: Number(root.level) || 0, message: text(root.message), id: text(root.id) };
    case "removeStatus":
      return { op: root.op, statusIds: texts(root.statusIds) };
    default:
      return { op: "other" };
  }
}

// Parses a binary frame; payloads borrow from it. Throws an Error for a frame that ends too early.
export function parseBinary(frame: ArrayBuffer): ServerBinary {
  const view = new DataView(frame);
  const need = (bytes: number) => {
    if (frame.byteLength < bytes) throw new Error(`a binary frame of ${frame.byteLength} bytes ends before byte ${bytes}`);
  };
  need(1);
  switch (view.getUint8(0)) {
    case 1:
      need(13);
      return { op: "message", subscription: view.getUint32(1, true), logTimeNs: view.getBigUint64(5, true), payload: new Uint8Array(frame, 13) };
    case 2:
      need(9);
      return { op: "time", timeNs: view.getBigUint64(1, true) };
    case 3: {
      need(13);
      const length = view.getUint32(9, true);
      need(13 + length);
      const encoding = new TextDecoder().decode(new Uint8Array(frame, 13, length));
      return { op: "serviceResponse", service: view.getUint32(1, true), call: view.getUint32(5, true), encoding, payload: new Uint8Array(frame, 13 + length) };
    }
    case 5: {
      need(19);
      const status = kPlaybackStatus[view.getUint8(1)];
      if (!status) throw new Error(`${view.getUint8(1)} is no status of a playback`);
      return { op: "playback", status, timeNs: view.getBigUint64(2, true), speed: view.getFloat32(10, true) };
    }
    default:
      return { op: "other" };
  }
}

// Play or pause, the speed [recorded s per s], and a time to go to; null: the playback stays where it is.
export function playbackFrame(pause: boolean, speed: number, seekNs: bigint | null): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(19);
  const view = new DataView(out.buffer);
  view.setUint8(0, 3);
  view.setUint8(1, pause ? 1 : 0);
  view.setFloat32(2, speed, true);
  view.setUint8(6, seekNs === null ? 0 : 1);
  view.setBigUint64(7, seekNs ?? 0n, true);
  return out;  // the last 4 bytes: no request id
}

// A message on a channel of the client.
export function messageFrame(channel: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(5 + payload.length);
  const view = new DataView(out.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, channel, true);
  out.set(payload, 5);
  return out;
}

// A call of a service in CDR.
export function callFrame(service: number, call: number, request: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoding = new TextEncoder().encode("cdr");
  const out = new Uint8Array(13 + encoding.length + request.length);
  const view = new DataView(out.buffer);
  view.setUint8(0, 2);
  view.setUint32(1, service, true);
  view.setUint32(5, call, true);
  view.setUint32(9, encoding.length, true);
  out.set(encoding, 13);
  out.set(request, 13 + encoding.length);
  return out;
}
