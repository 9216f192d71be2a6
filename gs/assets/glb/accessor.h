// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Typed, bounds-checked access to the buffers of a GLB file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/json/json.h"
#include "gs/core/result.h"

namespace gs::assets::glb {

// Component types with their glTF codes (glTF 2.0, section 5.1.3).
enum class Component : uint32_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

// A typed array inside the file. find_accessor() has checked that every element lies inside the file.
struct Accessor {
  const std::byte* data = nullptr;
  uint64_t count = 0;
  uint64_t stride = 0;
  uint32_t width = 1;  // components per element
  Component component = Component::f32;
  bool normalized = false;

  // Component c of element i; normalised integers are mapped to [0, 1] or [-1, 1].
  float value(uint64_t i, uint32_t c) const;
  uint32_t index(uint64_t i) const;  // element i of an index array (u8, u16, u32)
};

// The two chunks of a GLB file.
struct Document {
  Node json;
  Bytes binary;  // the BIN chunk
};

// Parses header and chunks (glTF 2.0, section 4.4). Errors: corrupt, version_mismatch, truncated, limit_exceeded (JSON
// over 16 MB).
Result<Document> parse_document(Bytes file);

// Looks up accessor `index` and checks its bounds. Errors: corrupt, truncated, unsupported (sparse, external buffer).
Result<Accessor> find_accessor(const Document& document, uint64_t index);

}  // namespace gs::assets::glb
