// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/glb/accessor.h"

#include <algorithm>

#include "gs/assets/glb/container.h"

namespace gs::assets::glb {
namespace {

constexpr uint32_t kMaxJsonBytes = 16 << 20;

// Error text with the index of the accessor.
Error bad(std::string_view what, uint64_t index) {
  return fail(ErrorCode::corrupt, "glTF: {} (accessor {})", what, index);
}

// Components of an accessor type; matrices are not needed.
std::optional<uint32_t> width_of(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4") return 4;
  return std::nullopt;
}

// Bytes of a component type.
std::optional<uint32_t> bytes_of(uint64_t component) {
  switch (component) {
    case 5120:
    case 5121:
      return 1;
    case 5122:
    case 5123:
      return 2;
    case 5125:
    case 5126:
      return 4;
    default:
      return std::nullopt;
  }
}

// Optional index: the default if absent, empty if present but not an index.
std::optional<uint64_t> index_or(const Node& json, uint64_t otherwise) {
  return !json.is_null() ? json.index() : std::optional(otherwise);
}

// A bufferView: bytes and stride.
struct View {
  Bytes bytes;
  uint64_t stride = 0;
};

// Looks up a bufferView; only the buffer inside the file (index 0, without uri) is supported.
Result<View> find_view(const Document& document, uint64_t index, uint64_t accessor) {
  const auto& views = document.json["bufferViews"].items;
  if (index >= views.size()) return bad("bufferView does not exist", accessor);
  const Node& json = views[index];
  const auto buffer = json["buffer"].index(), length = json["byteLength"].index();
  const auto offset = index_or(json["byteOffset"], 0), stride = index_or(json["byteStride"], 0);
  if (!buffer || !length || !offset || !stride || *stride > 252) return bad("bufferView is damaged", accessor);
  const auto& buffers = document.json["buffers"].items;
  if (*buffer >= buffers.size()) return bad("buffer does not exist", accessor);
  if (*buffer != 0 || !buffers[0]["uri"].is_null()) {
    return fail(ErrorCode::unsupported, "glTF: a buffer lies outside the .glb").with_hint("pack it into one .glb file");
  }
  if (*offset > document.binary.size() || *length > document.binary.size() - *offset) {
    return fail(ErrorCode::truncated, "glTF: bufferView {} extends beyond the data", index);
  }
  return View{document.binary.subspan(*offset, *length), *stride};
}

}  // namespace

float Accessor::value(uint64_t i, uint32_t c) const {
  const std::byte* at = data + i * stride;
  switch (component) {
    case Component::f32:
      return load_le<float>(at + 4 * c);
    case Component::u8: {
      const auto v = static_cast<float>(load_le<uint8_t>(at + c));
      return normalized ? v / 255.0f : v;
    }
    case Component::u16: {
      const auto v = static_cast<float>(load_le<uint16_t>(at + 2 * c));
      return normalized ? v / 65535.0f : v;
    }
    // Signed normalized integers map both -128 and -127 to -1; likewise with 16 bits.
    case Component::i8: {
      const auto v = static_cast<float>(load_le<int8_t>(at + c));
      return normalized ? std::max(v / 127.0f, -1.0f) : v;
    }
    case Component::i16: {
      const auto v = static_cast<float>(load_le<int16_t>(at + 2 * c));
      return normalized ? std::max(v / 32767.0f, -1.0f) : v;
    }
    case Component::u32:
      return static_cast<float>(load_le<uint32_t>(at + 4 * c));
  }
  return 0;
}

uint32_t Accessor::index(uint64_t i) const {
  const std::byte* at = data + i * stride;
  if (component == Component::u8) return load_le<uint8_t>(at);
  if (component == Component::u16) return load_le<uint16_t>(at);
  return load_le<uint32_t>(at);
}

// 12-byte header, JSON chunk, then optional chunks of which only BIN is used.
Result<Document> parse_document(Bytes file) {
  ByteReader in(file);
  GS_TRY(const uint32_t magic, in.u32());
  if (magic != kMagic) return fail(ErrorCode::corrupt, "not a binary glTF file");
  GS_TRY(const uint32_t version, in.u32());
  if (version != 2) return fail(ErrorCode::version_mismatch, "glTF has version {}, supported is 2", version);
  GS_TRY(const uint32_t length, in.u32());
  if (length > file.size()) {
    return fail(ErrorCode::truncated, "glTF claims {} bytes, the file has {}", length, file.size());
  }
  // A chunk is its length in bytes, its type and its data.
  GS_TRY(const uint32_t json_bytes, in.u32());
  GS_TRY(const uint32_t json_type, in.u32());
  if (json_type != kJsonChunk) return fail(ErrorCode::corrupt, "glTF does not start with its JSON chunk");
  if (json_bytes > kMaxJsonBytes) {
    return fail(ErrorCode::limit_exceeded, "glTF has {} bytes of JSON, the limit is {}", json_bytes, kMaxJsonBytes);
  }
  GS_TRY(const Bytes json, in.bytes(json_bytes));
  Document document;
  GS_TRY(document.json, parse_json(as_text(json), kManyValues));
  while (in.remaining() >= 8) {
    GS_TRY(const uint32_t bytes, in.u32());
    GS_TRY(const uint32_t type, in.u32());
    GS_TRY(const Bytes body, in.bytes(bytes));
    if (type != kBinaryChunk) continue;
    document.binary = body;
    break;
  }
  return document;
}

Result<Accessor> find_accessor(const Document& document, uint64_t index) {
  const auto& accessors = document.json["accessors"].items;
  if (index >= accessors.size()) return bad("accessor does not exist", index);
  const Node& json = accessors[index];
  if (!json["sparse"].is_null()) return fail(ErrorCode::unsupported, "glTF: accessor {} is sparse", index);
  const auto view_index = json["bufferView"].index();
  if (!view_index) return bad("accessor without a bufferView", index);
  GS_TRY(const View view, find_view(document, *view_index, index));
  const auto offset = index_or(json["byteOffset"], 0), count = json["count"].index();
  const auto component = json["componentType"].index();
  const auto width = width_of(json["type"].text);
  const auto component_bytes = component ? bytes_of(*component) : std::nullopt;
  if (!offset || !count || !width || !component_bytes) return bad("accessor is damaged", index);
  // Without byteStride the elements are tightly packed.
  const uint64_t element_bytes = static_cast<uint64_t>(*component_bytes) * *width;
  const uint64_t stride = view.stride != 0 ? view.stride : element_bytes;
  if (stride < element_bytes) return bad("byteStride is smaller than an element", index);
  if (*offset > view.bytes.size()) return bad("accessor starts beyond its bufferView", index);
  const uint64_t available = view.bytes.size() - *offset;
  // (count - 1) * stride + element_bytes <= available, without overflow.
  if (*count > 0 && (available < element_bytes || *count - 1 > (available - element_bytes) / stride)) {
    return fail(ErrorCode::truncated, "glTF: accessor {} claims {} elements, more than its data contain", index,
                *count);
  }
  return Accessor{.data = view.bytes.data() + *offset,
                  .count = *count,
                  .stride = stride,
                  .width = *width,
                  .component = static_cast<Component>(*component),
                  .normalized = json["normalized"].boolean};
}

}  // namespace gs::assets::glb
