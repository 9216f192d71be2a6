// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rendering with gradients, for training. One view at a time; forward() keeps what backward() needs. Made by
// make_differentiable_rasterizer() (factory.h).
//
// All pointers lie in the memory of the backend: host memory for the CPU, device memory for CUDA. The planes of clouds
// are padded to 16 floats, as those of a GaussianCloud are.
#pragma once

#include <cstddef>
#include <string>

#include "gs/core/result.h"
#include "gs/splat/image/planes.h"
#include "gs/splat/image/splat_grad_planes.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud.h"

namespace gs {

// What a frame consisted of.
struct FrameStatistics {
  std::size_t visible = 0;  // splats that touch the image
  std::size_t pairs = 0;    // splat-tile pairs
};

class DifferentiableRasterizer {
 public:
  virtual ~DifferentiableRasterizer() = default;
  virtual std::string name() const = 0;

  // Fills the planes that are not null; colour without background.
  virtual Result<FrameStatistics> forward(const CloudView& cloud, const ViewF& view, const Planes& image) = 0;

  // After forward() with the same cloud and view. `image` is what forward() gave (every plane that has a gradient),
  // `grad` is dL/d(image) with null for planes without one; the median depth has none. Overwrites `out`, which has the
  // layout of the cloud, with dL/d(cloud), and returns dL/d(pose).
  virtual Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                           const ConstPlanes& grad, const MutableCloudView& out) = 0;

  // dL/d(splat) of the last backward(); what steers densification.
  virtual SplatGradPlanes splat_gradients() const = 0;
};

}  // namespace gs
