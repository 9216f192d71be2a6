// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CRC-32 (IEEE 802.3; used by zlib, MCAP, PNG and ZIP), by carry-less multiplication where the processor has it.
#pragma once

#include <cstdint>

#include "gs/core/bytes.h"

namespace gs {

// Checksum of `bytes`. To continue an earlier part, pass its checksum as `previous`: crc32(b, crc32(a)) is the checksum
// of a followed by b.
uint32_t crc32(Bytes bytes, uint32_t previous = 0);

// Implementations with the same result, slowest first. crc32() takes the last one that this processor supports; tests
// and benchmarks choose one with crc32_by(), which must be available().
enum class Crc32Method { table, clmul_128, clmul_512 };
bool available(Crc32Method method);
uint32_t crc32_by(Crc32Method method, Bytes bytes, uint32_t previous = 0);

}  // namespace gs
