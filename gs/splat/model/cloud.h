// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The Gaussian cloud: a structure of float32 arrays in one block of memory.
//
// Layout, for N Gaussians of SH degree d, K = (d + 1)^2 coefficients per channel:
//   geometry  11 planes of N floats: position x y z, log_scale 0..2, rotation x y z w, opacity_logit.
//             Planes, because every Gaussian's geometry is read for every image: SIMD packs and warps load them
//             directly. Each plane starts on a cache line and is padded to 16 floats, so a pack may run over the end.
//   sh        records [N, 3, K]: red, green, blue, each the degree-0 coefficient followed by the others.
//             Records, because only visible Gaussians need them: at degree 3 one record is three cache lines, and a
//             channel's colour is the dot product of 16 floats with the 16 basis functions.
//
// Encodings are those of the Gaussian PLY (docs/conventions.md): log_scale is the natural logarithm of the standard
// deviation [m], opacity a logit, rotation a unit quaternion [x, y, z, w]; colour = 0.5 + 0.28209479 sh[c][0] + ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gs/core/result.h"
#include "gs/splat/model/buffer.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::splat {

// Owns the parameters of N Gaussians. Movable, not copyable: use copy_of().
class GaussianCloud {
 public:
  GaussianCloud() = default;
  // Allocates a cloud with uninitialised values; only the padding is zero. Errors: invalid_argument (SH degree),
  // limit_exceeded, out_of_memory.
  static Result<GaussianCloud> create(std::size_t size, int sh_degree);

  // Number of Gaussians, SH degree, SH coefficients per channel, and size of the block [bytes].
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int sh_degree() const { return sh_degree_; }
  int coefficients() const { return sh_coefficients(sh_degree_); }
  std::size_t memory_bytes() const { return buffer_.size() * sizeof(float); }

  // Pointers to all planes, valid as long as the cloud.
  CloudView view() const { return view_of_block<const float>(buffer_.data(), plane_stride(), size_, sh_degree_); }
  MutableCloudView view() { return view_of_block<float>(buffer_.data(), plane_stride(), size_, sh_degree_); }

  // All floats of the block, padding included: 11 planes of plane_stride() floats, then sh. For copies to a device or
  // file.
  std::span<const float> block() const { return {buffer_.data(), buffer_.size()}; }
  // Distance between planes [floats].
  std::size_t plane_stride() const { return (size_ + 15) / 16 * 16; }

 private:
  FloatBuffer buffer_;
  std::size_t size_ = 0;
  int sh_degree_ = 0;
};

// Copies the whole cloud, or the Gaussians with the given indices (for pruning and sorting; indices may repeat).
// Errors: invalid_argument for an index out of range, out_of_memory.
Result<GaussianCloud> copy_of(CloudView cloud);
Result<GaussianCloud> gather(CloudView cloud, std::span<const uint32_t> indices);

// Copies the cloud with another SH degree: higher coefficients are dropped or set to zero.
Result<GaussianCloud> with_sh_degree(CloudView cloud, int sh_degree);

}  // namespace gs::splat
