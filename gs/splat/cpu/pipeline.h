// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From a cloud and a view to an image: project, sort by depth, bin into tiles, blend; and the gradient of that.
#pragma once

#include "gs/splat/cpu/binning.h"
#include "gs/splat/cpu/executor.h"

namespace gs::cpu {

// Keeps its memory between frames. Not for use by two threads at once; it uses all threads itself. The cloud's planes
// must be padded to 16 floats, as those of a GaussianCloud are.
class Pipeline {
 public:
  explicit Pipeline(const Executor& executor) : executor_(executor) {}

  // Fills the planes that are not null. `for_backward` keeps what backward() needs.
  Result<FrameStatistics> render(const CloudView& cloud, const ViewF& view, const Planes& out,
                                 bool for_backward = false);

  // Gradient of the frame rendered last (with for_backward, same cloud and view). `image` is what render() gave, `grad`
  // dL/d(image) with null for planes without gradient, `out` has the layout of the cloud and is overwritten.
  Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                   const ConstPlanes& grad, const MutableCloudView& out);
  // dL/d(splat) of every Gaussian in the last backward(), [N] each: the trainer steers densification by its centres.
  SplatGradPlanes splat_gradients() const;

 private:
  Result<void> project(const CloudView& cloud, const ViewF& view);
  Result<void> sum_moments(std::size_t size);
  const Executor& executor_;
  Scratch<SplatRecord> records_;
  Scratch<SplatBox> boxes_;  // of records_
  Scratch<uint32_t> block_count_, block_begin_, block_keys_;
  Scratch<KeyValue> order_;
  RadixSort sorter_;
  Binning binning_;
  Scratch<SplatMoments> moments_;  // of every pair
  Scratch<float> splat_grads_;     // [SplatGradPlanes::kCount, plane_stride_]
  std::size_t plane_stride_ = 0;
};

}  // namespace gs::cpu
