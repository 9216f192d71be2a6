// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as GLB; the indices of an accepted mesh must be in range.
#include <cstdlib>

#include "gs/assets/glb/glb.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  if (const auto mesh = gs::assets::parse_glb(file, {.max_vertices = 1 << 20})) {
    for (const uint32_t index : mesh->indices) {
      if (index >= mesh->positions.size()) std::abort();
    }
  }
  return 0;
}
