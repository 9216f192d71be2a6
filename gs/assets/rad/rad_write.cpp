// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "gs/assets/deflate/deflate.h"
#include "gs/assets/rad/rad.h"
#include "gs/assets/rad/rad_format.h"
#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/numbers/half.h"
#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

using namespace rad;
using splat::lod::kChunkNodes;
using splat::lod::LodGaussian;
using splat::lod::LodTree;

constexpr std::size_t kChunksAtOnce = 16;  // encoded in parallel, then written
constexpr float kMaxShRange = 4;           // larger SH coefficients are clamped
constexpr float kMaxRgbRange = 1.05f;      // colours with a larger range are stored as float16

// One property of a chunk under construction.
struct Plane {
  Property property;
  Encoding encoding;
  std::vector<std::byte> bytes{};
  bool compressed = false;
  bool has_range = false;
  float min = 0, max = 0;
};

// Nodes of a chunk, gathered once.
struct ChunkNodes {
  const LodTree& tree;
  std::size_t base, count;
  std::vector<LodGaussian> gaussians;

  ChunkNodes(const LodTree& whole, std::size_t first, std::size_t size) : tree(whole), base(first), count(size) {
    gaussians.reserve(size);
    for (std::size_t i = 0; i < size; ++i) gaussians.push_back(whole.gaussian(first + i));
  }
};

// Makes a plane property: value(node, component) gives the stored integer of type T.
template <class T, class Value>
Plane plane_of(Property property, Encoding encoding, std::size_t count, Value value) {
  Plane plane{property, encoding};
  const std::size_t components = kProperties[index_of(property)].components;
  plane.bytes.resize(components * count * sizeof(T));
  std::byte* to = plane.bytes.data();
  for (std::size_t c = 0; c < components; ++c) {
    for (std::size_t i = 0; i < count; ++i, to += sizeof(T)) {
      const T stored = value(i, c);
      std::memcpy(to, &stored, sizeof(T));
    }
  }
  return plane;
}

float component(Vec3f v, std::size_t c) { return c == 0 ? v.x : c == 1 ? v.y : v.z; }

// float32, byte 0 of all values first: the exponents compress well when they stand together.
Plane center_plane(const ChunkNodes& nodes) {
  Plane plane{Property::center, Encoding::f32_lebytes};
  const std::size_t values = 3 * nodes.count;
  plane.bytes.resize(4 * values);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < nodes.count; ++i) {
      const auto bits = std::bit_cast<uint32_t>(component(nodes.gaussians[i].position, c));
      for (std::size_t b = 0; b < 4; ++b) {
        plane.bytes[b * values + c * nodes.count + i] = static_cast<std::byte>(bits >> (8 * b) & 255);
      }
    }
  }
  return plane;
}

Plane orientation_plane(const ChunkNodes& nodes) {
  return plane_of<uint16_t>(Property::orientation, Encoding::f16, nodes.count, [&](std::size_t i, std::size_t c) {
    const Quaternionf& q = nodes.gaussians[i].rotation;
    const float value = component({q.x, q.y, q.z}, c);
    return to_half(q.w < 0 ? -value : value);
  });
}

Plane rgb_plane(const ChunkNodes& nodes) {
  const auto coefficients = static_cast<std::size_t>(splat::sh_coefficients(nodes.tree.sh_degree()));
  std::vector<float> rgb(3 * nodes.count);
  for (std::size_t i = 0; i < nodes.count; ++i) {
    const float* sh = nodes.tree.sh(nodes.base + i);
    for (std::size_t c = 0; c < 3; ++c) rgb[c * nodes.count + i] = 0.5f + kSh0 * sh[c * coefficients];
  }
  const auto [low, high] = std::minmax_element(rgb.begin(), rgb.end());
  const float min = std::fmin(*low, 0.0f), max = std::fmax(*high, 1.0f);
  const auto at = [&](std::size_t i, std::size_t c) { return rgb[c * nodes.count + i]; };
  if (!(max - min <= kMaxRgbRange)) {
    return plane_of<uint16_t>(Property::rgb, Encoding::f16, nodes.count,
                              [&](std::size_t i, std::size_t c) { return to_half(at(i, c)); });
  }
  // Differences to the node before, modulo 256.
  const auto level = [&](std::size_t i, std::size_t c) {
    return static_cast<uint8_t>(std::lround((at(i, c) - min) / (max - min) * 255.0f));
  };
  Plane plane = plane_of<uint8_t>(Property::rgb, Encoding::r8_delta, nodes.count, [&](std::size_t i, std::size_t c) {
    return static_cast<uint8_t>(level(i, c) - (i == 0 ? 0 : level(i - 1, c)));
  });
  plane.has_range = true;
  plane.min = min, plane.max = max;
  return plane;
}

// Coefficients of one degree: coefficient-major, colour fastest; 127 stands for the largest value of the chunk.
Plane sh_plane(const ChunkNodes& nodes, Property property) {
  const int degree = sh_degree_of(index_of(property));
  const auto coefficients = static_cast<std::size_t>(splat::sh_coefficients(nodes.tree.sh_degree()));
  const auto first = static_cast<std::size_t>(splat::sh_coefficients(degree - 1));
  const std::size_t components = kProperties[index_of(property)].components;
  const auto at = [&](std::size_t i, std::size_t c) {
    return nodes.tree.sh(nodes.base + i)[(c % 3) * coefficients + first + c / 3];
  };
  float largest = 1e-3f;
  for (std::size_t i = 0; i < nodes.count; ++i) {
    for (std::size_t c = 0; c < components; ++c) largest = std::fmax(largest, std::abs(at(i, c)));
  }
  largest = std::fmin(largest, kMaxShRange);
  Plane plane = plane_of<int8_t>(property, Encoding::s8, nodes.count, [&](std::size_t i, std::size_t c) {
    return static_cast<int8_t>(std::lround(std::clamp(at(i, c) / largest, -1.0f, 1.0f) * 127.0f));
  });
  plane.has_range = true;
  plane.min = -largest, plane.max = largest;
  return plane;
}

std::vector<Plane> planes_of(const ChunkNodes& nodes) {
  std::vector<Plane> planes;
  planes.push_back(center_plane(nodes));
  planes.push_back(plane_of<uint16_t>(Property::alpha, Encoding::f16, nodes.count, [&](std::size_t i, std::size_t) {
    return to_half(stored_alpha(nodes.gaussians[i].alpha));
  }));
  planes.push_back(rgb_plane(nodes));
  planes.push_back(plane_of<uint16_t>(
      Property::scales, Encoding::ln_f16, nodes.count,
      [&](std::size_t i, std::size_t c) { return to_half(component(nodes.gaussians[i].log_scale, c)); }));
  planes.push_back(orientation_plane(nodes));
  constexpr std::array<Property, 3> kSh{Property::sh1, Property::sh2, Property::sh3};
  for (int degree = 1; degree <= nodes.tree.sh_degree(); ++degree) {
    planes.push_back(sh_plane(nodes, kSh[static_cast<std::size_t>(degree - 1)]));
  }
  planes.push_back(plane_of<uint16_t>(
      Property::child_count, Encoding::u16, nodes.count,
      [&](std::size_t i, std::size_t) { return static_cast<uint16_t>(nodes.tree.child_count(nodes.base + i)); }));
  planes.push_back(
      plane_of<uint32_t>(Property::child_start, Encoding::u32, nodes.count,
                         [&](std::size_t i, std::size_t) { return nodes.tree.child_start(nodes.base + i); }));
  return planes;
}

// Deflates a property, unless that saves less than a tenth.
Result<void> compress_plane(Plane& plane, int level) {
  GS_TRY(std::vector<std::byte> small, compress(plane.bytes, DeflateFormat::raw, level));
  if (small.size() * 10 > plane.bytes.size() * 9) return {};
  plane.bytes = std::move(small);
  plane.compressed = true;
  return {};
}

void write_encoding(JsonWriter& json) {
  json.key("splatEncoding").begin_object();
  json.field("rgbMin", 0).field("rgbMax", 1).field("lnScaleMin", -12).field("lnScaleMax", 9);
  json.field("sh1Max", 1).field("sh2Max", 1).field("sh3Max", 1).field("lodOpacity", true).end_object();
}

std::string chunk_json(const ChunkNodes& nodes, const std::vector<Plane>& planes, uint64_t payload) {
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().field("version", kVersion).field("base", nodes.base).field("count", nodes.count);
  json.field("payloadBytes", payload).field("maxSh", nodes.tree.sh_degree()).field("lodTree", true);
  write_encoding(json);
  json.key("properties").begin_array();
  uint64_t offset = 0;
  for (const Plane& plane : planes) {
    json.begin_object().field("offset", offset).field("bytes", plane.bytes.size());
    json.field("property", kProperties[index_of(plane.property)].name);
    json.field("encoding", name_of(plane.encoding).name);
    if (plane.compressed) json.field("compression", "gz");
    if (plane.has_range) {
      json.key("min").raw(json_number_of_float(plane.min)).key("max").raw(json_number_of_float(plane.max));
    }
    json.end_object();
    offset += padded(plane.bytes.size());
  }
  json.end_array().end_object();
  return json.text();
}

// Appends bytes and the zeros that follow them.
void put_padded(ByteWriter& out, Bytes bytes) {
  out.bytes(bytes);
  for (uint64_t k = bytes.size(); k < padded(bytes.size()); ++k) out.u8(0);
}

Result<std::vector<std::byte>> encode_chunk(const LodTree& tree, std::size_t chunk, int level) {
  const std::size_t base = chunk * kChunkNodes;
  const ChunkNodes nodes(tree, base, std::min<std::size_t>(kChunkNodes, tree.size() - base));
  std::vector<Plane> planes = planes_of(nodes);
  uint64_t payload = 0;
  for (Plane& plane : planes) {
    GS_CHECK(compress_plane(plane, level));
    payload += padded(plane.bytes.size());
  }
  const std::string json = chunk_json(nodes, planes, payload);
  ByteWriter out;
  out.reserve(kPrefixBytes + padded(json.size()) + 8 + payload);
  out.u32(kChunkMagic);
  out.u32(static_cast<uint32_t>(json.size()));
  put_padded(out, as_bytes(json));
  out.u64(payload);
  for (const Plane& plane : planes) put_padded(out, plane.bytes);
  return std::move(out).take();
}

// Magic, length and JSON text of a file whose chunks have these sizes, without padding.
std::string header_json(const LodTree& tree, std::span<const uint64_t> sizes, const std::string& comment) {
  uint64_t all = 0;
  for (const uint64_t size : sizes) all += size;
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().field("version", kVersion).field("type", "gsplat").field("count", tree.size());
  json.field("maxSh", tree.sh_degree()).field("lodTree", true).field("chunkSize", kChunkNodes);
  if (!comment.empty()) json.field("comment", comment);
  write_encoding(json);
  json.field("allChunkBytes", all).key("chunks").begin_array();
  uint64_t offset = 0;
  for (const uint64_t size : sizes) {
    json.begin_object().field("offset", offset).field("bytes", size).end_object();
    offset += size;
  }
  json.end_array().end_object();
  return json.text();
}

// Begin of a file. Its length depends only on the number of chunks: it is written again when their sizes are known,
// and spaces fill what shorter numbers leave.
std::vector<std::byte> file_header(const LodTree& tree, std::span<const uint64_t> sizes, const std::string& comment) {
  constexpr uint64_t kLongestChunk = 99'999'999;
  const std::size_t length = header_json(tree, std::vector<uint64_t>(sizes.size(), kLongestChunk), comment).size();
  std::string json = header_json(tree, sizes, comment);
  json.resize(std::max(length, json.size()), ' ');
  ByteWriter out;
  out.u32(kFileMagic);
  out.u32(static_cast<uint32_t>(json.size()));
  put_padded(out, as_bytes(json));
  return std::move(out).take();
}

// Calls write(chunk bytes) in order, and returns the sizes.
template <class Write>
Result<std::vector<uint64_t>> write_chunks(const LodTree& tree, int level, Write write) {
  const std::size_t count = (tree.size() + kChunkNodes - 1) / kChunkNodes;
  std::vector<uint64_t> sizes;
  for (std::size_t begin = 0; begin < count; begin += kChunksAtOnce) {
    std::vector<Result<std::vector<std::byte>>> chunks(std::min(kChunksAtOnce, count - begin),
                                                       std::vector<std::byte>{});
    parallel_for(
        chunks.size(), [&](std::size_t k) { chunks[k] = encode_chunk(tree, begin + k, level); }, 1);
    for (const auto& chunk : chunks) {
      if (!chunk) return chunk.error();
      GS_CHECK(write(Bytes(*chunk)));
      sizes.push_back(chunk->size());
    }
  }
  return sizes;
}

Result<void> check_writable(const LodTree& tree, const RadOptions& options) {
  GS_EXPECT(options.compression_level >= 1 && options.compression_level <= 9);
  if (tree.size() > 0) return {};
  return fail(ErrorCode::invalid_argument, "a RAD file needs at least one Gaussian, the cloud has none");
}

std::vector<uint64_t> no_sizes(const LodTree& tree) {
  return std::vector<uint64_t>((tree.size() + kChunkNodes - 1) / kChunkNodes, 0);
}

}  // namespace

Result<void> save_rad(const std::filesystem::path& path, const LodTree& tree, const RadOptions& options) {
  GS_CHECK(check_writable(tree, options));
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  GS_CHECK(file.write(file_header(tree, no_sizes(tree), options.comment)));
  GS_TRY(const std::vector<uint64_t> sizes,
         write_chunks(tree, options.compression_level, [&](Bytes chunk) { return file.write(chunk); }));
  GS_CHECK(file.write_at(0, file_header(tree, sizes, options.comment)));
  return file.commit();
}

Result<std::vector<std::byte>> to_rad(const LodTree& tree, const RadOptions& options) {
  GS_CHECK(check_writable(tree, options));
  ByteWriter out(file_header(tree, no_sizes(tree), options.comment));
  GS_TRY(const std::vector<uint64_t> sizes, write_chunks(tree, options.compression_level, [&](Bytes chunk) {
           out.bytes(chunk);
           return Result<void>{};
         }));
  std::vector<std::byte> file = std::move(out).take();
  const std::vector<std::byte> header = file_header(tree, sizes, options.comment);
  std::copy(header.begin(), header.end(), file.begin());
  return file;
}

}  // namespace gs::assets
