// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CRC-32 (IEEE 802.3, the one of zlib, MCAP, PNG and ZIP), by carry-less multiplication where the processor has it.
#pragma once

#include <cstdint>

#include "gs/core/bytes.h"

namespace gs {

// The checksum of bytes; previous continues an earlier part: crc32(b, crc32(a)) is that of a and b together.
uint32_t crc32(Bytes bytes, uint32_t previous = 0);

// The ways to compute it, all with the same result; crc32() takes the last one this processor has.
enum class Crc32Method { table, clmul_128, clmul_512 };
bool available(Crc32Method method);
uint32_t crc32_by(Crc32Method method, Bytes bytes, uint32_t previous = 0);

}  // namespace gs
