// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/spz/spz.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "gs/assets/deflate/deflate.h"
#include "gs/assets/spz/zstd_streams.h"
#include "gs/core/file.h"
#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

// Constants of the format; the magic number is "NGSP".
constexpr uint32_t kMagic = 0x5053474e;
constexpr std::size_t kHeaderBytes = 16;
constexpr int kUsualFractionalBits = 12;
constexpr uint8_t kAntialiased = 1;
constexpr uint8_t kExtensions = 2;
constexpr uint32_t kNewestVersion = 4;
constexpr float kColorScale = 0.15f;
constexpr float kSqrtHalf = 0.70710678f;

// Header of a file.
struct SpzHeader {
  uint32_t version = 2;
  uint32_t count = 0;
  int sh_degree = 0;
  int fractional_bits = kUsualFractionalBits;
  uint8_t flags = 0;
  uint8_t streams = 0;  // version 4: number of zstd streams
};

// Offset of each array behind the header, and sizes per Gaussian.
struct Layout {
  std::size_t alphas, colors, scales, rotations, sh, end;
  std::size_t rotation_bytes, rest;  // per Gaussian: bytes of the rotation, SH coefficients per channel above degree 0

  explicit Layout(const SpzHeader& header) {
    const std::size_t n = header.count;
    rotation_bytes = header.version >= 3 ? 4 : 3;
    rest = static_cast<std::size_t>(splat::sh_coefficients(header.sh_degree)) - 1;
    alphas = 9 * n;
    colors = alphas + n;
    scales = colors + 3 * n;
    rotations = scales + 3 * n;
    sh = rotations + rotation_bytes * n;
    end = sh + 3 * rest * n;
  }

  // Size of each array, in order.
  std::array<std::size_t, 6> sizes() const {
    return {alphas, colors - alphas, scales - colors, rotations - scales, sh - rotations, end - sh};
  }
};

uint8_t to_byte(float value) { return static_cast<uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f))); }
float from_byte(std::byte b) { return static_cast<float>(std::to_integer<int>(b)); }

// 24-bit signed integers, little endian.
int32_t load_fixed24(const std::byte* from) {
  const uint32_t bits = std::to_integer<uint32_t>(from[0]) | std::to_integer<uint32_t>(from[1]) << 8 |
                        std::to_integer<uint32_t>(from[2]) << 16;
  return static_cast<int32_t>(bits << 8) >> 8;
}
void store_fixed24(int32_t value, std::byte* to) {
  for (int k = 0; k < 3; ++k) to[k] = static_cast<std::byte>(value >> (8 * k));
}

// Normalised, or the identity for a zero quaternion.
Quaternionf unit(Quaternionf q) {
  const float length = norm(q);
  return length > 0 ? normalized(q) : Quaternionf{};
}

// x, y, z as bytes; w follows from the unit length.
Quaternionf rotation_v2(const std::byte* from) {
  const float x = from_byte(from[0]) / 127.5f - 1, y = from_byte(from[1]) / 127.5f - 1;
  const float z = from_byte(from[2]) / 127.5f - 1;
  return unit({x, y, z, std::sqrt(std::max(0.0f, 1 - x * x - y * y - z * z))});
}

// Two bits give the index of the largest component; then, from the highest bits down, sign and 9 bits of magnitude of
// the other three in the order x y z w.
Quaternionf rotation_v3(const std::byte* from) {
  uint32_t bits = load_le<uint32_t>(from);
  const std::size_t largest = bits >> 30;
  float q[4] = {};
  float squares = 0;
  for (std::size_t k = 4; k-- > 0;) {
    if (k == largest) continue;
    const float magnitude = kSqrtHalf * static_cast<float>(bits & 511) / 511.0f;
    q[k] = (bits >> 9 & 1) != 0 ? -magnitude : magnitude;
    squares += magnitude * magnitude;
    bits >>= 10;
  }
  q[largest] = std::sqrt(std::max(0.0f, 1 - squares));
  return unit({q[0], q[1], q[2], q[3]});
}

// The inverse of rotation_v3().
void store_rotation_v3(Quaternionf rotation, std::byte* to) {
  const float q[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
  std::size_t largest = 0;
  for (std::size_t k = 1; k < 4; ++k) {
    if (std::abs(q[k]) > std::abs(q[largest])) largest = k;
  }
  auto bits = static_cast<uint32_t>(largest);
  for (std::size_t k = 0; k < 4; ++k) {
    if (k == largest) continue;
    const bool negative = (q[k] < 0) != (q[largest] < 0);
    const auto magnitude = static_cast<uint32_t>(std::min(511.0f, 511.0f * std::abs(q[k]) / kSqrtHalf + 0.5f));
    bits = bits << 10 | (negative ? 512u : 0u) | magnitude;
  }
  std::memcpy(to, &bits, sizeof(bits));
}

// q and -q are the same rotation; version 2 stores x, y, z of the one with w >= 0.
void store_rotation_v2(Quaternionf q, std::byte* to) {
  const float sign = q.w < 0 ? -127.5f : 127.5f;
  to[0] = std::byte{to_byte(q.x * sign + 127.5f)};
  to[1] = std::byte{to_byte(q.y * sign + 127.5f)};
  to[2] = std::byte{to_byte(q.z * sign + 127.5f)};
}

// Parses and checks the 16 bytes that all versions share.
Result<SpzHeader> parse_header(Bytes bytes) {
  ByteReader in(bytes);
  SpzHeader header;
  GS_TRY(const uint32_t magic, in.u32());
  if (magic != kMagic) return fail(ErrorCode::corrupt, "not an SPZ file");
  GS_TRY(header.version, in.u32());
  if (header.version < 2 || header.version > kNewestVersion) {
    return fail(ErrorCode::version_mismatch, "SPZ has version {}, supported are 2 to {}", header.version,
                kNewestVersion);
  }
  GS_TRY(header.count, in.u32());
  GS_TRY(const uint8_t degree, in.u8());
  GS_TRY(const uint8_t fractional_bits, in.u8());
  GS_TRY(header.flags, in.u8());
  GS_TRY(header.streams, in.u8());
  if (degree > splat::kMaxShDegree)
    return fail(ErrorCode::unsupported, "SPZ has SH degree {}, allowed: 0 to 3", degree);
  if (fractional_bits > 23) return fail(ErrorCode::corrupt, "SPZ has {} fractional bits", fractional_bits);
  header.sh_degree = degree;
  header.fractional_bits = fractional_bits;
  return header;
}

// Decodes Gaussian i.
void unpack(const SpzHeader& header, const Layout& at, const std::byte* data, splat::MutableCloudView cloud,
            std::size_t i) {
  const float unit_m = std::ldexp(1.0f, -header.fractional_bits);
  const auto position = [&](std::size_t k) { return static_cast<float>(load_fixed24(data + 9 * i + 3 * k)) * unit_m; };
  const auto scale = [&](std::size_t k) { return from_byte(data[at.scales + 3 * i + k]) / 16.0f - 10.0f; };
  cloud.set_position(i, {position(0), position(1), position(2)});
  cloud.set_log_scale(i, {scale(0), scale(1), scale(2)});
  const std::byte* rotation = data + at.rotations + at.rotation_bytes * i;
  cloud.set_rotation(i, header.version >= 3 ? rotation_v3(rotation) : rotation_v2(rotation));
  // Alpha 0 and 255 would have infinite logits; they are moved inwards by half a step.
  const float alpha = std::clamp(from_byte(data[at.alphas + i]), 0.5f, 254.5f) / 255.0f;
  cloud.opacity_logit[i] = std::log(alpha / (1 - alpha));
  for (std::size_t c = 0; c < 3; ++c) {
    float* sh = cloud.sh_of(i) + c * (at.rest + 1);
    sh[0] = (from_byte(data[at.colors + 3 * i + c]) / 255.0f - 0.5f) / kColorScale;
    for (std::size_t k = 0; k < at.rest; ++k) {
      sh[1 + k] = (from_byte(data[at.sh + 3 * (at.rest * i + k) + c]) - 128.0f) / 128.0f;
    }
  }
}

// Rounds to buckets of 2^(8 - bits), such that 0 stays 0.
uint8_t quantized(float value, int bits) {
  const int bucket = 1 << (8 - bits);
  const int level = static_cast<int>(std::lround(std::clamp(value, -2.0f, 2.0f) * 128.0f)) + 128;
  return static_cast<uint8_t>(std::clamp((level + bucket / 2) / bucket * bucket, 0, 255));
}

// Encodes Gaussian i.
void pack(const SpzHeader& header, const Layout& at, const SpzOptions& options, splat::CloudView cloud, std::size_t i,
          std::byte* data) {
  const float steps = std::ldexp(1.0f, header.fractional_bits);
  for (std::size_t k = 0; k < 3; ++k) {
    store_fixed24(static_cast<int32_t>(std::lround(cloud.position[k][i] * steps)), data + 9 * i + 3 * k);
    data[at.scales + 3 * i + k] = std::byte{to_byte((cloud.log_scale[k][i] + 10) * 16)};
  }
  const Quaternionf q = unit(cloud.rotation_of(i));
  std::byte* rotation = data + at.rotations + at.rotation_bytes * i;
  if (header.version >= 3) {
    store_rotation_v3(q, rotation);
  } else {
    store_rotation_v2(q, rotation);
  }
  data[at.alphas + i] = std::byte{to_byte(255 / (1 + std::exp(-cloud.opacity_logit[i])))};
  for (std::size_t c = 0; c < 3; ++c) {
    const float* sh = cloud.sh_of(i) + c * (at.rest + 1);
    data[at.colors + 3 * i + c] = std::byte{to_byte((sh[0] * kColorScale + 0.5f) * 255)};
    for (std::size_t k = 0; k < at.rest; ++k) {
      const int bits = k < 3 ? options.sh1_bits : options.sh_rest_bits;
      data[at.sh + 3 * (at.rest * i + k) + c] = std::byte{quantized(sh[1 + k], bits)};
    }
  }
}

// The largest number of fractional bits, at most 12, with which every position fits into 24 bits.
Result<int> fractional_bits_for(splat::CloudView cloud) {
  float largest = 0;
  for (const float* plane : cloud.position) {
    for (std::size_t i = 0; i < cloud.size; ++i) largest = std::max(largest, std::abs(plane[i]));
  }
  for (int bits = kUsualFractionalBits; bits >= 0; --bits) {
    if (std::ldexp(largest, bits) < 8388607.0f) return bits;
  }
  return fail(ErrorCode::invalid_data, "a Gaussian lies {} m from the origin, too far for SPZ", largest);
}

// Arrays of versions 2 and 3: one gzip stream, whose header and claims are checked before the rest is read.
Result<std::vector<std::byte>> parse_gzip_arrays(Bytes file, SpzHeader& header) {
  Inflater inflater(file, DeflateFormat::gzip);
  std::byte head[kHeaderBytes];
  GS_CHECK(inflater.read(head));
  GS_TRY(header, parse_header(head));
  if (header.version > 3) return fail(ErrorCode::corrupt, "SPZ of version {} inside gzip", header.version);
  const Layout at(header);
  if (at.end > file.size() * kMaxDeflateRatio) {
    return fail(ErrorCode::truncated, "SPZ claims {} Gaussians, but has only {} bytes", header.count, file.size());
  }
  GS_TRY(std::vector<std::byte> data, inflater.take(at.end));
  // Newer writers append extensions, which are ignored.
  if ((header.flags & kExtensions) == 0) GS_CHECK(inflater.expect_end());
  return data;
}

// Arrays of version 4: zstd streams. Files that expand more than deflate could are refused, too.
Result<std::vector<std::byte>> parse_zstd_arrays(Bytes file, SpzHeader& header) {
  GS_TRY(header, parse_header(file.first(std::min(file.size(), kHeaderBytes))));
  if (header.version < 4) return fail(ErrorCode::corrupt, "SPZ of version {} without gzip", header.version);
  const Layout at(header);
  if (at.end > file.size() * kMaxDeflateRatio) {
    return fail(ErrorCode::truncated, "SPZ claims {} Gaussians, but has only {} bytes", header.count, file.size());
  }
  const auto sizes = at.sizes();
  if (header.streams != spz_stream_count(sizes)) {
    return fail(ErrorCode::corrupt, "SPZ has {} streams, expected {}", header.streams, spz_stream_count(sizes));
  }
  return parse_spz_streams(file, (header.flags & kExtensions) != 0, sizes);
}

bool begins_with_magic(Bytes file) { return file.size() >= 4 && load_le<uint32_t>(file.data()) == kMagic; }

}  // namespace

Result<SpzCloud> parse_spz(Bytes file) {
  SpzHeader header;
  GS_TRY(const std::vector<std::byte> data,
         begins_with_magic(file) ? parse_zstd_arrays(file, header) : parse_gzip_arrays(file, header));
  const Layout at(header);
  SpzCloud out{.antialiased = (header.flags & kAntialiased) != 0};
  GS_TRY(out.cloud, splat::GaussianCloud::create(header.count, header.sh_degree));
  const splat::MutableCloudView cloud = out.cloud.view();
  parallel_for(cloud.size, [&](std::size_t i) { unpack(header, at, data.data(), cloud, i); });
  return out;
}

Result<SpzCloud> load_spz(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_spz(file.bytes()).with_context(path.string());
}

Result<std::vector<std::byte>> to_spz(splat::CloudView cloud, const SpzOptions& options) {
  GS_EXPECT(options.sh1_bits >= 1 && options.sh1_bits <= 8 && options.sh_rest_bits >= 1 && options.sh_rest_bits <= 8);
  if (cloud.size > UINT32_MAX) return fail(ErrorCode::limit_exceeded, "SPZ cannot hold {} Gaussians", cloud.size);
  GS_EXPECT(options.version >= 2 && options.version <= static_cast<int>(kNewestVersion));
  SpzHeader header{.version = static_cast<uint32_t>(options.version),
                   .count = static_cast<uint32_t>(cloud.size),
                   .sh_degree = cloud.sh_degree};
  GS_TRY(header.fractional_bits, fractional_bits_for(cloud));
  const Layout at(header);
  ByteWriter out;
  out.reserve(kHeaderBytes);
  out.u32(kMagic);
  out.u32(header.version);
  out.u32(header.count);
  out.u8(static_cast<uint8_t>(header.sh_degree));
  out.u8(static_cast<uint8_t>(header.fractional_bits));
  out.u8(options.antialiased ? kAntialiased : 0);
  const auto sizes = at.sizes();
  out.u8(header.version >= 4 ? static_cast<uint8_t>(spz_stream_count(sizes)) : 0);
  // Header, then the arrays, filled in parallel.
  std::vector<std::byte> plain = std::move(out).take();
  plain.resize(kHeaderBytes + at.end);
  parallel_for(cloud.size, [&](std::size_t i) { pack(header, at, options, cloud, i, plain.data() + kHeaderBytes); });
  if (header.version < 4) return gzip(plain);
  GS_TRY(const std::vector<std::byte> streams, to_spz_streams(Bytes(plain).subspan(kHeaderBytes), sizes));
  plain.resize(kHeaderBytes);
  plain.insert(plain.end(), streams.begin(), streams.end());
  return plain;
}

Result<void> save_spz(const std::filesystem::path& path, splat::CloudView cloud, const SpzOptions& options) {
  GS_TRY(const std::vector<std::byte> bytes, to_spz(cloud, options));
  return write_file(path, bytes);
}

}  // namespace gs::assets
