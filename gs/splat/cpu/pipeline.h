// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CPU renderer: project, sort by depth, distribute to tiles, blend; and the backward pass.
#pragma once

#include <span>

#include "gs/splat/api/differentiable.h"
#include "gs/splat/cpu/binning.h"
#include "gs/splat/cpu/executor.h"

namespace gs::splat::cpu {

// Reuses its memory between frames. Not thread-safe; uses all cores itself. The planes of clouds must be padded to 16
// floats, as in a GaussianCloud.
class Pipeline {
 public:
  explicit Pipeline(const Executor& executor) : executor_(executor) {}

  // Renders into the planes that are not null. `for_backward` keeps the data that backward() needs. Errors:
  // limit_exceeded, out_of_memory.
  Result<FrameStatistics> render(const CloudView& cloud, const ViewF& view, const Planes& out,
                                 bool for_backward = false);
  // Renders several clouds in one pass. Splats of equal depth are blended in the order of their parts.
  Result<FrameStatistics> render(std::span<const ScenePart> parts, const Planes& out, bool for_backward = false);

  // Backward pass of the last frame, which was rendered with for_backward and the same cloud and view. `image` as
  // rendered, `grad` = dL/d(image) with null for planes without gradient; `out` (layout of the cloud) is overwritten.
  // Returns dL/d(pose).
  Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                   const ConstPlanes& grad, const MutableCloudView& out);
  // The same for several parts: overwrites the gradients of each.
  Result<void> backward(std::span<const ScenePart> parts, const ConstPlanes& image, const ConstPlanes& grad,
                        std::span<PartGradient> out);
  // dL/d(splat) of the Gaussians of the first part in the last backward(), [N] each; input of density control.
  SplatGradPlanes splat_gradients() const;

 private:
  Result<void> project(std::span<const ScenePart> parts, bool numbered);
  Result<void> sum_moments(std::size_t slots);
  SplatGradPlanes gradients_from(std::size_t slot) const;
  const Executor& executor_;
  Scratch<SplatRecord> records_;
  Scratch<SplatBox> boxes_;           // boxes of records_
  Scratch<std::size_t> first_block_;  // of each part, then the number of blocks
  Scratch<std::size_t> first_slot_;   // of each part: where its Gaussians are in splat_grads_; then their number
  Scratch<uint32_t> block_count_, block_begin_, block_keys_;
  Scratch<KeyValue> order_;
  RadixSort sorter_;
  Binning binning_;
  Scratch<SplatMoments> moments_;  // one per splat-tile pair
  Scratch<float> splat_grads_;     // [SplatGradPlanes::kCount, plane_stride_]
  std::size_t plane_stride_ = 0;
};

}  // namespace gs::splat::cpu
