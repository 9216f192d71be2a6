// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A WebSocket client over a plain TCP connection (RFC 6455), for tests: Node 20 has none. Text, binary, ping and close of a
// server that sends no fragments.
import { randomBytes } from "node:crypto";
import { connect, type Socket as TcpSocket } from "node:net";
import type { Socket } from "../../src/net/session";

export class NodeSocket implements Socket {
  binaryType = "arraybuffer";
  readyState = 0;
  protocol = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event?: unknown) => void) | null = null;
  private readonly tcp: TcpSocket;
  private waiting: Buffer = Buffer.alloc(0);
  private closing = { code: 1006, reason: "" };

  constructor(address: string, protocols: string[]) {
    const url = new URL(address);
    this.tcp = connect(Number(url.port), url.hostname);
    this.tcp.setNoDelay(true);
    this.tcp.on("connect", () =>
      this.tcp.write(
        `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Protocol: ${protocols.join(", ")}\r\n\r\n`,
      ),
    );
    this.tcp.on("data", (data: Buffer) => this.received(data));
    this.tcp.on("error", () => this.onerror?.());
    this.tcp.on("close", () => {
      this.readyState = 3;
      this.onclose?.(this.closing);
    });
  }

  send(data: string | Uint8Array): void {
    this.write(typeof data === "string" ? 1 : 2, typeof data === "string" ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }
  close(): void {
    if (this.readyState === 1) this.write(8, Buffer.alloc(0));
    this.readyState = 2;
    this.tcp.end();
  }

  private write(opcode: number, payload: Buffer): void {
    const size = payload.length;
    const head = Buffer.alloc(size < 126 ? 6 : size < 65536 ? 8 : 14);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (size < 126 ? size : size < 65536 ? 126 : 127);
    if (size >= 65536) head.writeBigUInt64BE(BigInt(size), 2);
    else if (size >= 126) head.writeUInt16BE(size, 2);
    this.tcp.write(Buffer.concat([head, payload]));  // a mask of zeros changes nothing
  }

  private received(data: Buffer): void {
    this.waiting = this.waiting.length > 0 ? Buffer.concat([this.waiting, data]) : data;
    if (this.readyState === 0) {
      const end = this.waiting.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = this.waiting.subarray(0, end).toString();
      this.waiting = this.waiting.subarray(end + 4);
      if (!head.startsWith("HTTP/1.1 101")) return void this.tcp.destroy();
      this.protocol = /sec-websocket-protocol: *(\S+)/i.exec(head)?.[1] ?? "";
      this.readyState = 1;
      this.onopen?.();
    }
    while (this.readyState === 1 && this.readFrame()) {}
  }

  private readFrame(): boolean {
    const bytes = this.waiting;
    if (bytes.length < 2) return false;
    let size = bytes[1] & 127;
    const at = size < 126 ? 2 : size === 126 ? 4 : 10;
    if (bytes.length < at) return false;
    if (size === 126) size = bytes.readUInt16BE(2);
    else if (size === 127) size = Number(bytes.readBigUInt64BE(2));
    if (bytes.length < at + size) return false;
    const payload = bytes.subarray(at, at + size);
    this.waiting = bytes.subarray(at + size);
    const opcode = bytes[0] & 15;
    if (opcode === 1) this.onmessage?.({ data: payload.toString() });
    else if (opcode === 2) this.onmessage?.({ data: payload.buffer.slice(payload.byteOffset, payload.byteOffset + size) });
    else if (opcode === 9) this.write(10, payload);
    else if (opcode === 8) {
      if (size >= 2) this.closing = { code: payload.readUInt16BE(0), reason: payload.subarray(2).toString() };
      this.tcp.end();
    }
    return true;
  }
}
