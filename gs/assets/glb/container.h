// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The container of binary glTF 2.0: header, JSON chunk, BIN chunk (glTF 2.0, section 4.4).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets::glb {

// Codes of the file and of its chunks: "glTF", "JSON", "BIN".
inline constexpr uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

// Makes a file of a JSON text and the pieces of its one buffer, whose sizes are multiples of 4. Errors: limit_exceeded
// beyond 4 GB.
Result<std::vector<std::byte>> to_container(std::string json, std::span<const Bytes> pieces);

}  // namespace gs::assets::glb
