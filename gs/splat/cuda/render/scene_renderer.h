// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU renderer for a fixed cloud and instances of assets: all views of a time step in one batch, without host
// synchronisation inside a frame.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gs/splat/api/rasterizer.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/packed_cloud.h"
#include "gs/splat/cuda/phase_timer.h"

namespace gs::splat::cuda {

// Counts and time of one frame.
struct RenderStatistics {
  double milliseconds = 0;  // GPU time from the first kernel to the last
  std::size_t visible = 0, pairs = 0;
  std::size_t looked_at = 0;  // Gaussians of visible chunks
  std::size_t device_bytes = 0;
};

// Renders into device memory; not thread-safe.
class SceneRenderer {
 public:
  // Errors: no_device without a usable GPU.
  static Result<SceneRenderer> create();
  SceneRenderer(SceneRenderer&&) noexcept;
  ~SceneRenderer();

  // Replaces the clouds or the sky. After an error the scene has no clouds, or no sky.
  Result<void> upload(const PackedScene& scene);
  Result<void> set_sky(const SkyImage& sky);
  // Renders into device memory and waits for it. Repeats the frame with larger buffers if they did not suffice.
  Result<RenderStatistics> render(std::span<const RenderView> views, const RenderSettings& settings);
  // Renders once more with timers between the kernels, which is slightly slower; returns the time of each phase.
  Result<std::vector<Phase>> time_phases(std::span<const RenderView> views, const RenderSettings& settings);
  // Copies the images of the last frame to the host; empty after a failed frame.
  Result<std::vector<SplatImage>> download();

 private:
  struct State;
  explicit SceneRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gs::splat::cuda
