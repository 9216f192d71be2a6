// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A frozen cloud as the renderer reads it: Morton ordered, 32 bytes of geometry a Gaussian and SH in half precision, in
// chunks with bounds, so that whole chunks outside a view are skipped.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/model/cloud_view.h"

namespace gs::cuda {

inline constexpr int kChunk = 256;  // Gaussians; also the threads that project a chunk

struct alignas(16) PackedGeometry {
  float position[3];
  uint16_t log_scale[3];  // fixed point, see quantize()
  uint16_t opacity_logit;
  int16_t rotation[4];  // unit quaternion x y z w times 32767
  uint32_t unused;
};
static_assert(sizeof(PackedGeometry) == 32);

// Values in [-16, 16) in steps of 1/2048: 0.02 % of a scale.
GS_HD inline float dequantize(uint16_t q) { return static_cast<float>(q) * (1.0f / 2048.0f) - 16.0f; }
inline uint16_t quantize(float value) {
  const float q = (value + 16.0f) * 2048.0f + 0.5f;
  return q > 0.0f ? static_cast<uint16_t>(q < 65535.0f ? q : 65535.0f) : uint16_t{0};
}

// A sphere around everything its Gaussians can cover.
struct alignas(16) ChunkBounds {
  float center[3];
  float radius;
};

// Halfs a Gaussian's SH takes: padded to 16 bytes.
GS_HD constexpr int packed_sh_halfs(int sh_degree) { return (3 * sh_coefficients(sh_degree) + 7) / 8 * 8; }

struct PackedCloud {
  std::size_t size = 0;  // Gaussians kept: those with non-finite values are left out
  int sh_degree = 0;
  std::vector<PackedGeometry> geometry;  // [chunks * kChunk], padding is transparent
  std::vector<uint16_t> sh;              // IEEE half, [chunks * kChunk, packed_sh_halfs]: [3, K] and padding
  std::vector<ChunkBounds> chunks;
};

PackedCloud pack(CloudView cloud);

// Round to nearest even; beyond the range of half: the largest.
uint16_t to_half(float value);

}  // namespace gs::cuda
