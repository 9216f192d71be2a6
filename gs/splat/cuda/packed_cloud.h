// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clouds in the format of SceneRenderer: Morton order, 32 bytes of geometry per Gaussian, SH in half precision, in
// chunks with bounding spheres so that chunks outside a view are skipped.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/splat/model/cloud_view.h"

namespace gs::splat::cuda {

inline constexpr int kChunk = 256;  // Gaussians per chunk; also the threads that project a chunk

// Geometry of one Gaussian.
struct alignas(16) PackedGeometry {
  float position[3];
  uint16_t log_scale[3];  // fixed point, see quantize()
  uint16_t opacity_logit;
  int16_t rotation[4];  // unit quaternion x y z w times 32767
  uint32_t is_ground;   // not 0: shadows fall on it
};
static_assert(sizeof(PackedGeometry) == 32);

// Fixed point for values in [-16, 16) with steps of 1/2048: rounding changes a scale by at most 0.02 %.
GS_HD inline float dequantize(uint16_t q) { return static_cast<float>(q) * (1.0f / 2048.0f) - 16.0f; }
inline uint16_t quantize(float value) {
  const float q = (value + 16.0f) * 2048.0f + 0.5f;
  return q > 0.0f ? static_cast<uint16_t>(q < 65535.0f ? q : 65535.0f) : uint16_t{0};
}

// Sphere that contains the visible extent of all Gaussians of a chunk, in the frame of its cloud [m].
struct alignas(16) ChunkBounds {
  float center[3];
  float radius;
};

// Half-precision numbers per Gaussian for SH, padded to 16 bytes.
GS_HD constexpr int packed_sh_halfs(int sh_degree) { return (3 * sh_coefficients(sh_degree) + 7) / 8 * 8; }

// Chunks [first, first + count).
struct ChunkRange {
  uint32_t first = 0, count = 0;
};

// The cloud of a scene and the assets of its instances, one behind the other, in host memory.
struct PackedScene {
  std::size_t size = 0;                  // Gaussians kept; those with non-finite values are dropped
  int sh_degree = 0;                     // the highest of all clouds
  std::vector<PackedGeometry> geometry;  // [chunks * kChunk]; padding entries are transparent
  std::vector<uint16_t> sh;              // IEEE half, [chunks * kChunk, packed_sh_halfs]: [3, K] and padding
  std::vector<ChunkBounds> chunks;
  ChunkRange cloud;
  std::vector<ChunkRange> assets;
};

// Sorts, quantises and divides the clouds into chunks. `is_ground` marks the ground layer of the cloud, or is empty.
// The result does not depend on the number of threads.
PackedScene pack(CloudView cloud, std::span<const CloudView> assets = {}, std::span<const uint8_t> is_ground = {});

// IEEE half of a float, rounded to nearest even; values beyond the range become the largest half, NaN becomes 0.
uint16_t to_half(float value);

}  // namespace gs::splat::cuda
