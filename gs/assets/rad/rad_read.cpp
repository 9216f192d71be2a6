// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "gs/assets/deflate/deflate.h"
#include "gs/assets/rad/rad.h"
#include "gs/assets/rad/rad_header.h"
#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/numbers/half.h"

namespace gs::assets {
namespace {

using namespace rad;
using splat::lod::LodGaussian;

// Values of the properties of one chunk: [components, count].
struct ChunkValues {
  std::size_t count = 0;
  std::array<std::vector<float>, kProperties.size()> values{};
  std::vector<uint32_t> child_count{}, child_start{};

  float at(Property property, std::size_t component, std::size_t i) const {
    return values[index_of(property)][component * count + i];
  }
};

// The bytes of a property without compression; exactly as many as its numbers need.
Result<std::vector<std::byte>> plain_bytes(const StoredProperty& property, std::size_t numbers) {
  const uint64_t expected = uint64_t{numbers} * name_of(property.encoding).bytes;
  if (property.compressed) {
    Inflater inflater(property.bytes, DeflateFormat::raw);
    GS_TRY(std::vector<std::byte> plain, inflater.take(expected));
    GS_CHECK(inflater.expect_end());
    return plain;
  }
  if (property.bytes.size() != expected) {
    return fail(ErrorCode::corrupt, "{} bytes, expected {}", property.bytes.size(), expected);
  }
  return std::vector<std::byte>(property.bytes.begin(), property.bytes.end());
}

// float32 whose bytes are stored apart.
float load_split_float(const std::byte* from, std::size_t numbers, std::size_t i) {
  uint32_t bits = 0;
  for (std::size_t b = 0; b < 4; ++b) bits |= std::to_integer<uint32_t>(from[b * numbers + i]) << (8 * b);
  return std::bit_cast<float>(bits);
}

// Whether the reader knows a property in this encoding.
bool is_allowed(std::size_t property, Encoding encoding) {
  switch (static_cast<Property>(property)) {
    case Property::center:
      return encoding == Encoding::f32_lebytes;
    case Property::alpha:
    case Property::orientation:
      return encoding == Encoding::f16;
    case Property::rgb:
      return encoding == Encoding::f16 || encoding == Encoding::r8 || encoding == Encoding::r8_delta;
    case Property::scales:
      return encoding == Encoding::ln_f16;
    case Property::child_count:
      return encoding == Encoding::u16;
    case Property::child_start:
      return encoding == Encoding::u32;
    default:
      return encoding == Encoding::s8;
  }
}

std::vector<float> floats_of(const StoredProperty& property, const std::vector<std::byte>& bytes,
                             std::size_t components, std::size_t count) {
  std::vector<float> values(components * count);
  const float unit = (property.max - property.min) / 255.0f;
  uint8_t level = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    switch (property.encoding) {
      case Encoding::f32_lebytes:
        values[i] = load_split_float(bytes.data(), values.size(), i);
        break;
      case Encoding::f16:
      case Encoding::ln_f16:
        values[i] = from_half(load_le<uint16_t>(bytes.data() + 2 * i));
        break;
      case Encoding::s8:
        values[i] = property.max * static_cast<float>(load_le<int8_t>(bytes.data() + i)) / 127.0f;
        break;
      default:  // r8, r8_delta: each plane begins anew
        if (i % count == 0 || property.encoding == Encoding::r8) level = 0;
        level = static_cast<uint8_t>(level + std::to_integer<uint8_t>(bytes[i]));
        values[i] = property.min + unit * static_cast<float>(level);
    }
  }
  return values;
}

Result<void> decode_property(const ChunkHeader& header, std::size_t p, ChunkValues& chunk) {
  const StoredProperty& property = header.properties[p];
  if (!is_allowed(p, property.encoding)) {
    return fail(ErrorCode::unsupported, "encoding '{}' is not supported here", name_of(property.encoding).name);
  }
  const std::size_t components = kProperties[p].components;
  GS_TRY(const std::vector<std::byte> bytes, plain_bytes(property, components * header.count));
  if (p == index_of(Property::child_count)) {
    for (std::size_t i = 0; i < header.count; ++i) chunk.child_count.push_back(load_le<uint16_t>(bytes.data() + 2 * i));
    return {};
  }
  if (p == index_of(Property::child_start)) {
    for (std::size_t i = 0; i < header.count; ++i) chunk.child_start.push_back(load_le<uint32_t>(bytes.data() + 4 * i));
    return {};
  }
  chunk.values[p] = floats_of(property, bytes, components, header.count);
  const auto bad =
      std::find_if(chunk.values[p].begin(), chunk.values[p].end(), [](float v) { return !std::isfinite(v); });
  if (bad == chunk.values[p].end()) return {};
  const auto at = static_cast<std::size_t>(bad - chunk.values[p].begin());
  return fail(ErrorCode::invalid_data, "node {} has a value that is not finite", header.base + at % header.count);
}

Result<ChunkValues> decode_chunk(const FileHeader& file, std::size_t index) {
  GS_TRY(const ChunkHeader header, parse_chunk_header(file, index));
  ChunkValues chunk{.count = header.count};
  for (std::size_t p = 0; p < kProperties.size(); ++p) {
    if (!header.properties[p].present) continue;
    GS_CHECK(decode_property(header, p, chunk).with_context(format("property '{}'", kProperties[p].name)));
  }
  return chunk;
}

// Checks that nodes form one tree: children behind their parent, every node but the first with one parent.
class TreeCheck {
 public:
  explicit TreeCheck(uint32_t nodes) : has_parent_(nodes, false) {}

  Result<void> add(std::size_t node, uint32_t count, uint32_t start) {
    if (count == 0) {
      ++leaves_;
      return {};
    }
    if (start <= node || uint64_t{start} + count > has_parent_.size()) {
      return fail(ErrorCode::invalid_data, "node {} has children {} to {}, allowed: {} to {}", node, start,
                  uint64_t{start} + count - 1, node + 1, has_parent_.size() - 1);
    }
    for (uint32_t child = start; child < start + count; ++child) {
      if (has_parent_[child]) return fail(ErrorCode::invalid_data, "node {} is the child of two nodes", child);
      has_parent_[child] = true;
    }
    return {};
  }
  Result<uint32_t> leaves() const {
    const auto lost = std::find(has_parent_.begin() + 1, has_parent_.end(), false);
    if (lost == has_parent_.end()) return leaves_;
    return fail(ErrorCode::invalid_data, "node {} is the child of no node", lost - has_parent_.begin());
  }

 private:
  std::vector<bool> has_parent_;
  uint32_t leaves_ = 0;
};

// Decodes and checks all chunks; use(header, chunk) gets them in order.
template <class Use>
Result<RadInfo> read_chunks(Bytes file, Use use) {
  GS_TRY(const FileHeader header, parse_file_header(file));
  RadInfo info{.nodes = header.nodes, .sh_degree = header.sh_degree, .chunks = header.chunks.size()};
  info.comment = header.comment;
  TreeCheck tree(header.nodes);
  std::size_t node = 0;
  for (std::size_t k = 0; k < header.chunks.size(); ++k) {
    const std::string where = format("chunk {}", k);
    GS_TRY(const ChunkValues chunk, decode_chunk(header, k).with_context(where));
    for (std::size_t i = 0; i < chunk.count; ++i, ++node) {
      GS_CHECK(tree.add(node, chunk.child_count[i], chunk.child_start[i]).with_context(where));
    }
    use(header, chunk);
  }
  GS_TRY(info.leaves, tree.leaves());
  return info;
}

LodGaussian gaussian_of(const ChunkValues& chunk, std::size_t i) {
  const auto vector = [&](Property p) { return Vec3f{chunk.at(p, 0, i), chunk.at(p, 1, i), chunk.at(p, 2, i)}; };
  const Vec3f q = vector(Property::orientation);
  const float w = std::sqrt(std::max(0.0f, 1 - dot(q, q)));
  return {vector(Property::center), vector(Property::scales), normalized(Quaternionf{q.x, q.y, q.z, w}),
          alpha_of_stored(chunk.at(Property::alpha, 0, i))};
}

// SH coefficients [3, K] of a node.
void append_sh(const ChunkValues& chunk, std::size_t i, int degree, std::vector<float>& sh) {
  for (std::size_t c = 0; c < 3; ++c) {
    sh.push_back((chunk.at(Property::rgb, c, i) - 0.5f) / kSh0);
    for (std::size_t p = index_of(Property::sh1); p < index_of(Property::sh1) + static_cast<std::size_t>(degree); ++p) {
      for (std::size_t k = 0; k < kProperties[p].components / 3; ++k) {
        sh.push_back(chunk.values[p][(3 * k + c) * chunk.count + i]);
      }
    }
  }
}

}  // namespace

Result<RadInfo> check_rad(Bytes file) {
  return read_chunks(file, [](const FileHeader&, const ChunkValues&) {});
}

Result<RadInfo> check_rad(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return check_rad(file.bytes()).with_context(path.string());
}

Result<RadNodes> parse_rad(Bytes file) {
  RadNodes out;
  GS_TRY(out.info, read_chunks(file, [&](const FileHeader& header, const ChunkValues& chunk) {
           for (std::size_t i = 0; i < chunk.count; ++i) {
             out.gaussians.push_back(gaussian_of(chunk, i));
             append_sh(chunk, i, header.sh_degree, out.sh);
             out.child_count.push_back(static_cast<uint16_t>(chunk.child_count[i]));
             out.child_start.push_back(chunk.child_start[i]);
           }
         }));
  return out;
}

Result<RadNodes> load_rad(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_rad(file.bytes()).with_context(path.string());
}

}  // namespace gs::assets
