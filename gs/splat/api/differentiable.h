// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rendering with gradients, for training, one view at a time. Made by make_differentiable_rasterizer() (factory.h).
//
// All pointers are in the memory of the backend: host memory for the CPU, device memory for CUDA. The planes of clouds
// are padded to 16 floats, as in a GaussianCloud.
#pragma once

#include <cstddef>
#include <string>

#include "gs/core/result.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/planes/planes.h"
#include "gs/splat/planes/splat_grad_planes.h"

namespace gs::splat {

// Counts of one rendered frame.
struct FrameStatistics {
  std::size_t visible = 0;  // splats that touch the image
  std::size_t pairs = 0;    // splat-tile pairs
};

// Renders a view and computes the gradient of a loss on the image. Not thread-safe: forward() stores intermediate
// results for backward().
class DifferentiableRasterizer {
 public:
  virtual ~DifferentiableRasterizer() = default;
  // Backend for messages, for example "cpu (avx2, 8 threads)".
  virtual std::string name() const = 0;

  // Renders into the planes that are not null; colour without background. Errors: limit_exceeded, out of memory.
  virtual Result<FrameStatistics> forward(const CloudView& cloud, const ViewF& view, const Planes& image) = 0;

  // Backward pass of the last forward(), with the same cloud and view. `image` holds the planes that forward() wrote
  // (every plane that has a gradient), `grad` = dL/d(image) with null for planes without gradient; median_depth has
  // none. Overwrites `out` (same layout as the cloud) with dL/d(cloud) and returns dL/d(pose).
  virtual Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                           const ConstPlanes& grad, const MutableCloudView& out) = 0;

  // dL/d(splat) of the last backward(), [N] each; input of density control.
  virtual SplatGradPlanes splat_gradients() const = 0;
};

}  // namespace gs::splat
