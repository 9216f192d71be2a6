// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Container of SPZ version 4: behind the 16 bytes that all versions share, uint32 offset of the table and 12 zero
// bytes; extension records (uint32 type, uint32 length, bytes); the table, two uint64 (compressed and plain size) for
// each stream; then one zstd frame for each. Arrays without bytes have no stream.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// Bytes of a version 4 header.
inline constexpr std::size_t kSpzStreamHeaderBytes = 32;

// Number of streams for arrays of these sizes [bytes].
std::size_t spz_stream_count(std::span<const std::size_t> sizes);

// Compresses the arrays, which lie one behind the other in `arrays`, and returns what follows the first 16 bytes of a
// file. The bytes do not depend on the number of threads. Errors: out_of_memory.
Result<std::vector<std::byte>> to_spz_streams(Bytes arrays, std::span<const std::size_t> sizes);

// Reads the arrays of a whole file, whose sizes follow from its header. Errors: truncated, corrupt; they name the
// stream.
Result<std::vector<std::byte>> parse_spz_streams(Bytes file, bool has_extensions, std::span<const std::size_t> sizes);

}  // namespace gs::assets
