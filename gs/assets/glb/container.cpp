// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/glb/container.h"

namespace gs::assets::glb {
Result<std::vector<std::byte>> to_container(std::string json, std::span<const Bytes> pieces) {
  uint64_t buffer_bytes = 0;
  for (const Bytes piece : pieces) {
    GS_EXPECT(piece.size() % 4 == 0);
    buffer_bytes += piece.size();
  }
  // Chunks are padded to 4 bytes, the JSON chunk with spaces.
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const uint64_t total = 12 + 8 + json.size() + 8 + buffer_bytes;
  if (total > UINT32_MAX) return fail(ErrorCode::limit_exceeded, "the file needs {} bytes, glTF holds 4 GB", total);
  ByteWriter out;
  out.reserve(total);
  out.u32(kMagic);
  out.u32(2);
  out.u32(static_cast<uint32_t>(total));
  out.u32(static_cast<uint32_t>(json.size()));
  out.u32(kJsonChunk);
  out.text(json);
  out.u32(static_cast<uint32_t>(buffer_bytes));
  out.u32(kBinaryChunk);
  for (const Bytes piece : pieces) out.bytes(piece);
  return std::move(out).take();
}

}  // namespace gs::assets::glb
