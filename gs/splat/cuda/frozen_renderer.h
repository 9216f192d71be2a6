// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Renders a frozen scene on the GPU: all views of a tick in one batch, no host synchronisation inside a frame.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/packed_cloud.h"
#include "gs/splat/cuda/phase_timer.h"
#include "gs/splat/rasterizer.h"

namespace gs::cuda {

// What the last frame consisted of.
struct FrozenStatistics {
  double milliseconds = 0;  // on the GPU, first kernel to last
  std::size_t visible = 0, pairs = 0;
  std::size_t looked_at = 0;  // Gaussians of seen chunks
  std::size_t device_bytes = 0;
};

class FrozenRenderer {
 public:
  static Result<FrozenRenderer> create();
  FrozenRenderer(FrozenRenderer&&) noexcept;
  ~FrozenRenderer();

  Result<void> upload(const PackedCloud& cloud);
  Result<void> set_sky(const Sky& sky);
  // Renders into GPU memory and returns when that is done; repeats the frame with larger buffers if they did not
  // suffice.
  Result<FrozenStatistics> render(std::span<const RenderView> views, const RenderSettings& settings);
  // The frame once more with clocks between its parts, which makes it a little slower.
  Result<std::vector<Phase>> time_phases(std::span<const RenderView> views, const RenderSettings& settings);
  // The pictures of the last frame, copied to the host.
  Result<std::vector<SplatImage>> download();

 private:
  struct State;
  explicit FrozenRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gs::cuda
