// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rendering with gradients, for training, one view at a time. Made by make_differentiable_rasterizer() (factory.h).
//
// All pointers are in the memory of the backend: host memory for the CPU, device memory for CUDA. The planes of clouds
// are padded to 16 floats, as in a GaussianCloud.
#pragma once

#include <cstddef>
#include <span>
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

// A cloud and the camera in its frame: the background, or an asset seen at the pose of an instance (instance.h).
struct ScenePart {
  CloudView cloud;
  ViewF view;
  const float* light = nullptr;  // [N] factors on the colours, in images only; null: all are 1
  uint32_t instance = 0;         // value of the plane `instance`, below 2^24
};

// Gradients of one part.
struct PartGradient {
  MutableCloudView cloud;     // where dL/d(cloud) goes, same layout as the cloud of the part
  PoseGrad<float> pose = {};  // dL/d(motion of the camera in the frame of the part), camera axes
};

// Renders a view and computes the gradient of a loss on the image. Not thread-safe: forward() stores intermediate
// results for backward().
class DifferentiableRasterizer {
 public:
  virtual ~DifferentiableRasterizer() = default;
  // Backend for messages, for example "cpu (avx2, 8 threads)".
  virtual std::string name() const = 0;

  // Renders all parts in one pass into the planes that are not null; colour without background. Splats of equal depth
  // are blended in the order of their parts. Errors: limit_exceeded, out of memory.
  virtual Result<FrameStatistics> forward(std::span<const ScenePart> parts, const Planes& image) = 0;

  // Backward pass of the last forward(), with the same parts. `image` holds the planes that forward() wrote (every
  // plane that has a gradient), `grad` = dL/d(image) with null for planes without gradient; median_depth has none.
  // Overwrites the gradients of all parts. The camera's own dL/d(pose) is the sum of those of the parts.
  virtual Result<void> backward(std::span<const ScenePart> parts, const ConstPlanes& image, const ConstPlanes& grad,
                                std::span<PartGradient> out) = 0;

  // The same for a cloud alone; backward() returns dL/d(pose).
  Result<FrameStatistics> forward(const CloudView& cloud, const ViewF& view, const Planes& image) {
    const ScenePart part{cloud, view};
    return forward({&part, 1}, image);
  }
  Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                   const ConstPlanes& grad, const MutableCloudView& out) {
    const ScenePart part{cloud, view};
    PartGradient gradient{out};
    GS_CHECK(backward({&part, 1}, image, grad, {&gradient, 1}));
    return gradient.pose;
  }

  // dL/d(splat) of the Gaussians of the first part in the last backward(), [N] each; input of density control.
  virtual SplatGradPlanes splat_gradients() const = 0;
};

}  // namespace gs::splat
