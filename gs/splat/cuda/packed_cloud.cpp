// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/packed_cloud.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/model/bounding_sphere.h"
#include "gs/splat/model/morton_order.h"

namespace gs::splat::cuda {
namespace {

// Usable Gaussians along a Morton curve, so that consecutive ones are neighbours in space.
std::vector<uint32_t> usable_order(CloudView cloud) {
  std::vector<uint32_t> order = morton_order(cloud);
  std::erase_if(order, [&](uint32_t i) { return !is_usable(cloud, i); });
  return order;
}

// Quantises the geometry of one Gaussian.
PackedGeometry pack_one(CloudView cloud, std::size_t i) {
  PackedGeometry g{};
  const Vec3f p = cloud.position_of(i), s = cloud.log_scale_of(i);
  const Quaternionf q = normalized(cloud.rotation_of(i));
  g.position[0] = p.x, g.position[1] = p.y, g.position[2] = p.z;
  g.log_scale[0] = quantize(s.x), g.log_scale[1] = quantize(s.y), g.log_scale[2] = quantize(s.z);
  g.opacity_logit = quantize(cloud.opacity_logit[i]);
  const float parts[4] = {q.x, q.y, q.z, q.w};
  for (int k = 0; k < 4; ++k) g.rotation[k] = static_cast<int16_t>(std::lrint(parts[k] * 32767.0f));
  return g;
}

// Coefficients of one Gaussian in half precision. Degrees above that of the cloud stay zero.
void pack_sh(CloudView cloud, std::size_t i, int sh_degree, uint16_t* out) {
  const int from = cloud.coefficients(), to = sh_coefficients(sh_degree);
  const float* sh = cloud.sh_of(i);
  for (int c = 0; c < 3; ++c) {
    for (int k = 0; k < from; ++k) out[c * to + k] = to_half(sh[c * from + k]);
  }
}

// Appends the chunks of a cloud. Without `is_ground` it has no ground layer.
ChunkRange append(CloudView cloud, std::span<const uint8_t> is_ground, PackedScene& out) {
  const std::vector<uint32_t> order = usable_order(cloud);
  const std::size_t first = out.chunks.size(), count = (order.size() + kChunk - 1) / kChunk;
  const auto halfs = static_cast<std::size_t>(packed_sh_halfs(out.sh_degree));
  out.size += order.size();
  // Padding of the last chunk: transparent Gaussians.
  PackedGeometry nothing{};
  nothing.rotation[3] = 32767;
  nothing.opacity_logit = 0;  // a logit of -16
  out.geometry.resize((first + count) * kChunk, nothing);
  out.sh.resize((first + count) * kChunk * halfs, 0);
  out.chunks.resize(first + count);
  parallel_blocks(order.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t at = first * kChunk + k;
      out.geometry[at] = pack_one(cloud, order[k]);
      if (!is_ground.empty()) out.geometry[at].is_ground = is_ground[order[k]];
      pack_sh(cloud, order[k], out.sh_degree, out.sh.data() + at * halfs);
    }
    const BoundingSphere sphere = bounding_sphere(cloud, std::span(order).subspan(begin, end - begin));
    out.chunks[first + chunk] = {{sphere.center.x, sphere.center.y, sphere.center.z}, sphere.radius};
  });
  return {static_cast<uint32_t>(first), static_cast<uint32_t>(count)};
}

}  // namespace

uint16_t to_half(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
  const float size = std::fabs(value);
  // Too large: the largest finite half, not infinity; NaN becomes 0.
  if (!(size < 65504.0f)) return static_cast<uint16_t>(sign | (std::isnan(value) ? 0u : 0x7BFFu));
  if (size < 6.103515625e-5f) return static_cast<uint16_t>(sign | std::lrint(size * 16777216.0f));  // subnormal
  // To the nearest half, ties to even: 13 bits of the fraction go. The exponent's bias changes from 127 to 15.
  const uint32_t rounded = (bits & 0x7FFFFFFFu) + 0xFFFu + (bits >> 13 & 1u);
  return static_cast<uint16_t>(sign | std::min<uint32_t>((rounded - (112u << 23)) >> 13, 0x7BFFu));
}

PackedScene pack(CloudView cloud, std::span<const CloudView> assets, std::span<const uint8_t> is_ground) {
  PackedScene out;
  out.sh_degree = cloud.sh_degree;
  for (const CloudView& asset : assets) out.sh_degree = std::max(out.sh_degree, asset.sh_degree);
  out.cloud = append(cloud, is_ground, out);
  for (const CloudView& asset : assets) out.assets.push_back(append(asset, {}, out));
  return out;
}

}  // namespace gs::splat::cuda
