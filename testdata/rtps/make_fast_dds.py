#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
"""Writes discovery datagrams as Fast DDS 2.6, 2.14 and 3.2 would send them: the parameters and their order are those of
the functions that write participants, writers and readers in the sources of v2.6.9, v2.14.4 and v3.2.2. Constructed, not
captured. Usage: make_fast_dds.py FOLDER"""
import struct
import sys

OWN = b'\x01\x0f' + b'\x11' * 10
ADDRESS = '10.77.0.2'


def u32(value): return struct.pack('<I', value)
def text(value): return padded(u32(len(value) + 1) + value.encode() + b'\0')
def octets(value): return padded(u32(len(value)) + value)
def padded(value): return value + b'\0' * (-len(value) % 4)
def locator(port, kind=1): return struct.pack('<iI', kind, port) + b'\0' * 12 + bytes([10, 77, 0, 2])
def multicast(port): return struct.pack('<iI', 1, port) + b'\0' * 12 + bytes([239, 255, 0, 1])


def payload(parameters):
    return b'\0\3\0\0' + b''.join(struct.pack('<HH', pid, len(v)) + v for pid, v in parameters) + struct.pack('<HH', 1, 0)


def submessage(kind, flags, body): return struct.pack('<BBH', kind, flags, len(body)) + body


def data(reader, writer, sequence, body):
    fields = struct.pack('<HH', 0, 16) + bytes.fromhex(reader + writer) + struct.pack('<iI', 0, sequence)
    return submessage(0x15, 5, fields + body)


def heartbeat(reader, writer, first, last, count):
    return submessage(7, 1, bytes.fromhex(reader + writer) + struct.pack('<iIiII', 0, first, 0, last, count))


class Version:
    def __init__(self, number, pid):
        self.number = number
        self.prefix = b'\x01\x0f' + bytes([0xc0 + number[0], number[1]]) + struct.pack('<II', pid, 0)
        self.is_new = number >= (2, 14)  # network configuration, data sharing before the type
        self.is_3 = number[0] >= 3

    def guid(self, entity): return self.prefix + bytes.fromhex(entity)

    def message(self, *submessages, to_us=True):
        timestamp = submessage(9, 1, struct.pack('<iI', 1700000000, 0))
        statistics = submessage(0x80, 1, b'\0' * 56)  # of builds with statistics; its content is not checked
        to = submessage(0x0e, 1, OWN) if to_us else b''
        return b'RTPS' + b'\2\3' + b'\x01\x0f' + self.prefix + to + timestamp + b''.join(
            submessages) + statistics

    def participant(self):
        p = [(0x15, b'\2\3\0\0'), (0x16, b'\x01\x0f\0\0')]
        if self.is_3: p += [(0x8000, bytes([*self.number, 2, 0])), (0x0f, u32(0))]
        p += [(0x50, self.guid('000001c1'))]
        if self.is_new: p += [(0x8007, u32(0))]
        if self.is_3: p += [(0x8003, text('a1b2c3d4e5f6'))]
        p += [(0x33, multicast(7400)), (0x32, locator(7412)), (0x31, locator(7413)), (0x31, locator(7413, 16))]
        p += [(2, struct.pack('<iI', 20, 0)), (0x58, u32(0x3f3f if self.is_3 else 0xc3f)), (0x62, text('/'))]
        p += [(0x2c, octets(b'enclave=/;')), (0x59, u32(1) + text('PARTICIPANT_TYPE') + text('SIMPLE'))]
        return payload(p)

    def endpoint(self, entity, is_writer):
        own = [(0x5a, self.guid(entity))]
        p = own + [(0x8007, u32(0))] if self.is_new else []
        p += [(0x2f, locator(7413)), (0x2f, locator(7413, 16))]
        if not is_writer: p += [(0x43, b'\0\0\0\0')]
        p += [(0x50, self.guid('000001c1')), (5, text('rt/chatter')), (7, text('std_msgs::msg::dds_::String_'))]
        p += [(0x70, self.guid(entity))]
        if not self.is_new: p += own
        if is_writer: p += [(0x60, u32(267))]
        p += [(0x15, b'\2\3\0\0'), (0x16, b'\x01\x0f\0\0'), (0x1d, u32(0))]
        if is_writer or not self.is_3: p += [(0x1e, b'\0' * 28)]
        forever = struct.pack('<iI', 0x7fffffff, 0xffffffff)
        p += [(0x23, forever), (0x27, b'\0' * 8), (0x1b, u32(0) + forever), (0x1a, u32(2) + struct.pack('<iI', 0, 100000))]
        p += [(0x2b, forever), (0x2c, octets(b'typehash=RIHS01_' + b'd' * 64 + b';'))]
        if not (self.is_3 and is_writer): p += [(4, b'\0' * 8)]
        p += [(0x1f, u32(0))] + ([(6, u32(0))] if is_writer else []) + [(0x25, u32(0)), (0x21, b'\0' * 8)]
        p += [(0x29, u32(0)), (0x2e, u32(0)), (0x8006, u32(1) + u32(0) + struct.pack('<Q', 0x1234)), (0x2d, u32(0))]
        if not is_writer: p += [(0x74, b'\0' * 8)]
        p += [(0x73, u32(1) + b'\0\0\0\0')]
        # TypeInformation of 3.x; 2.x sends none for ROS 2 types. Only its length matters here.
        if self.is_3: p += [(0x75, bytes(range(92)))]
        return payload(p)

    def datagrams(self):
        yield 'participant', self.message(data('000100c7', '000100c2', 1, self.participant()), to_us=False)
        yield 'writer', self.message(data('000003c7', '000003c2', 1, self.endpoint('00001203', True)))
        yield 'reader', self.message(data('000004c7', '000004c2', 1, self.endpoint('00001304', False)))
        beats = [heartbeat('000003c7', '000003c2', 1, 1, 1), heartbeat('000004c7', '000004c2', 1, 1, 1)]
        if self.is_3: beats.append(heartbeat('000300c4', '000300c3', 1, 0, 1))  # type lookup
        yield 'heartbeats', self.message(*beats)


def main():
    for number, name in (((2, 6), '2_6'), ((2, 14), '2_14'), ((3, 2), '3_2')):
        lines = [f'# Fast DDS {number[0]}.{number[1]}, constructed by make_fast_dds.py.', 'to ' + OWN.hex()]
        for what, message in Version(number, 4711).datagrams():
            lines += ['# ' + what, ADDRESS + ' ' + message.hex()]
        with open(f'{sys.argv[1]}/fast_dds_{name}.txt', 'w', encoding='ascii') as out:
            out.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
