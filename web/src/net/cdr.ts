// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads and writes CDR (XCDR1, little endian), the encoding of ROS 2 messages: after a header of 4 bytes, numbers are
// aligned to their size.

const kHeader = 4;

// Reads one message. Every function throws a RangeError behind the end of the bytes.
export class CdrReader {
  private readonly view: DataView;
  private at = kHeader;

  // Throws an Error if the header is not that of little-endian CDR.
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < kHeader || bytes[0] !== 0 || bytes[1] !== 1) throw new Error("the message is not little-endian CDR");
  }

  private take(size: number, alignment = size): number {
    const at = this.at + ((alignment - ((this.at - kHeader) % alignment)) % alignment);
    if (at + size > this.bytes.length) throw new RangeError(`a message of ${this.bytes.length} bytes ends before byte ${at + size}`);
    this.at = at + size;
    return at;
  }
  u8 = (): number => this.view.getUint8(this.take(1));
  bool = (): boolean => this.u8() !== 0;
  i32 = (): number => this.view.getInt32(this.take(4), true);
  u32 = (): number => this.view.getUint32(this.take(4), true);
  u64 = (): bigint => this.view.getBigUint64(this.take(8), true);
  f32 = (): number => this.view.getFloat32(this.take(4), true);
  f64 = (): number => this.view.getFloat64(this.take(8), true);
  text = (): string => {
    const length = this.u32();
    const at = this.take(length, 1);
    return new TextDecoder().decode(this.bytes.subarray(at, at + Math.max(0, length - 1)));  // without the final 0
  };
  // Bytes of a sequence of u8; they borrow from the message.
  blob = (): Uint8Array => {
    const length = this.u32();
    const at = this.take(length, 1);
    return this.bytes.subarray(at, at + length);
  };
  // `least`: bytes that one item takes at least, so that a wrong count is found before anything is made.
  list<T>(least: number, read: () => T): T[] {
    const count = this.u32();
    if (count * least > this.bytes.length - this.at) throw new RangeError(`a list of ${count} items does not fit its message`);
    return Array.from({ length: count }, read);
  }
}

// Writes one message.
export class CdrWriter {
  private bytes: number[] = [0, 1, 0, 0];

  private put(size: number, write: (view: DataView) => void): this {
    while ((this.bytes.length - kHeader) % size !== 0) this.bytes.push(0);
    const part = new Uint8Array(size);
    write(new DataView(part.buffer));
    this.bytes.push(...part);
    return this;
  }
  bool = (value: boolean): this => this.put(1, (view) => view.setUint8(0, value ? 1 : 0));
  u8 = (value: number): this => this.put(1, (view) => view.setUint8(0, value));
  f64 = (value: number): this => this.put(8, (view) => view.setFloat64(0, value, true));
  take = (): Uint8Array => new Uint8Array(this.bytes);
}
