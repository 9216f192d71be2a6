// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/cloud.h"

#include <algorithm>

#include "gs/core/parallel.h"

namespace gs::splat {
namespace {

constexpr std::size_t kPlanes = 11;         // position 3, log_scale 3, rotation 4, opacity 1
constexpr std::size_t kCloudBlock = 16384;  // Gaussians per parallel task

// Copies one Gaussian; the SH degrees may differ.
void copy_one(CloudView from, std::size_t i, MutableCloudView to, std::size_t j) {
  to.set_position(j, from.position_of(i));
  to.set_log_scale(j, from.log_scale_of(i));
  to.set_rotation(j, from.rotation_of(i));
  to.opacity_logit[j] = from.opacity_logit[i];
  const auto kept = static_cast<std::size_t>(std::min(from.coefficients(), to.coefficients()));
  const auto width = static_cast<std::size_t>(to.coefficients());
  for (std::size_t c = 0; c < 3; ++c) {
    const float* source = from.sh_of(i) + c * static_cast<std::size_t>(from.coefficients());
    float* target = to.sh_of(j) + c * width;
    std::copy_n(source, kept, target);
    std::fill(target + kept, target + width, 0.0f);
  }
}

// New cloud whose Gaussian j is Gaussian index_of(j) of `from`.
template <class Index>
Result<GaussianCloud> copy_selected(CloudView from, std::size_t count, int sh_degree, Index index_of) {
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(count, sh_degree));
  const MutableCloudView to = cloud.view();
  parallel_for(
      count, [&](std::size_t j) { copy_one(from, index_of(j), to, j); }, kCloudBlock);
  return cloud;
}

}  // namespace

Result<GaussianCloud> GaussianCloud::create(std::size_t size, int sh_degree) {
  if (sh_degree < 0 || sh_degree > kMaxShDegree) {
    return fail(ErrorCode::invalid_argument, "SH degree {} is not one of 0 to {}", sh_degree, kMaxShDegree);
  }
  if (size > SIZE_MAX / (sizeof(float) * 64) - 16) {
    return fail(ErrorCode::limit_exceeded, "{} Gaussians are more than memory can address", size);
  }
  GaussianCloud cloud;
  cloud.size_ = size;
  cloud.sh_degree_ = sh_degree;
  const std::size_t stride = cloud.plane_stride();
  const std::size_t record = 3 * static_cast<std::size_t>(cloud.coefficients());
  GS_TRY(cloud.buffer_, FloatBuffer::allocate(kPlanes * stride + size * record));
  // Zero padding: SIMD packs read beyond the last Gaussian.
  for (std::size_t plane = 0; plane < kPlanes && size > 0; ++plane) {
    std::fill(cloud.buffer_.data() + plane * stride + size, cloud.buffer_.data() + (plane + 1) * stride, 0.0f);
  }
  return cloud;
}

Result<GaussianCloud> copy_of(CloudView cloud) { return with_sh_degree(cloud, cloud.sh_degree); }

Result<GaussianCloud> gather(CloudView cloud, std::span<const uint32_t> indices) {
  for (const uint32_t index : indices) {
    if (index >= cloud.size) {
      return fail(ErrorCode::invalid_argument, "Gaussian {} does not exist in a cloud of {}", index, cloud.size);
    }
  }
  return copy_selected(cloud, indices.size(), cloud.sh_degree, [&](std::size_t j) { return indices[j]; });
}

Result<GaussianCloud> with_sh_degree(CloudView cloud, int sh_degree) {
  return copy_selected(cloud, cloud.size, sh_degree, [](std::size_t j) { return j; });
}

}  // namespace gs::splat
