// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/packed_cloud.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "gs/core/parallel.h"
#include "gs/splat/model/morton_order.h"

namespace gs::splat::cuda {
namespace {

constexpr double kReach = 3.4;  // standard deviations: alpha of the most opaque splat falls below 1/255 there

// True if all geometry values are finite and the rotation can be normalised.
bool is_usable(CloudView cloud, std::size_t i) {
  const Vec3f p = cloud.position_of(i), s = cloud.log_scale_of(i);
  const Quaternionf q = cloud.rotation_of(i);
  return is_finite(p) && is_finite(s) && std::isfinite(norm(q)) && norm(q) > 0.0f &&
         std::isfinite(cloud.opacity_logit[i]);
}

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

// Sphere around the centre of the bounding box that contains all Gaussians of a chunk up to kReach.
ChunkBounds bounds_of(CloudView cloud, const uint32_t* begin, const uint32_t* end) {
  Vec3d low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
  for (const uint32_t* k = begin; k != end; ++k) {
    const Vec3d p = cast<double>(cloud.position_of(*k));
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3d center = (low + high) * 0.5;
  double radius = 0;
  for (const uint32_t* k = begin; k != end; ++k) {
    const Vec3f s = cloud.log_scale_of(*k);
    const double sigma = std::exp(static_cast<double>(std::max({s.x, s.y, s.z})));
    radius = std::max(radius, norm(cast<double>(cloud.position_of(*k)) - center) + kReach * sigma);
  }
  // A huge scale gives a radius that no float holds. The margin is for the rounding of centre and radius to float.
  const auto f = [](double x) { return static_cast<float>(std::min(x, 1e30)); };
  return {{f(center.x), f(center.y), f(center.z)}, f(radius * 1.0001 + 1e-4)};
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

PackedCloud pack(CloudView cloud) {
  const std::vector<uint32_t> order = usable_order(cloud);
  PackedCloud out;
  out.size = order.size();
  out.sh_degree = cloud.sh_degree;
  const std::size_t chunks = (order.size() + kChunk - 1) / kChunk;
  const auto halfs = static_cast<std::size_t>(packed_sh_halfs(cloud.sh_degree));
  // Padding of the last chunk: transparent Gaussians.
  PackedGeometry nothing{};
  nothing.rotation[3] = 32767;
  nothing.opacity_logit = 0;  // a logit of -16
  out.geometry.assign(chunks * kChunk, nothing);
  out.sh.assign(chunks * kChunk * halfs, 0);
  out.chunks.resize(chunks);
  parallel_blocks(order.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    for (std::size_t k = begin; k < end; ++k) {
      out.geometry[k] = pack_one(cloud, order[k]);
      const float* sh = cloud.sh_of(order[k]);
      for (int j = 0; j < 3 * cloud.coefficients(); ++j)
        out.sh[k * halfs + static_cast<std::size_t>(j)] = to_half(sh[j]);
    }
    out.chunks[chunk] = bounds_of(cloud, order.data() + begin, order.data() + end);
  });
  return out;
}

}  // namespace gs::splat::cuda
