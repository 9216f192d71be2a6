// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A run as a video: the cameras, the LiDAR from above beside them, and a line with time, speed and steering below.
//
//   GS_TRY(RunVideo video, RunVideo::create("run.mp4", simulator, {}));
//   hooks.observed = [&](const sim::Observation& now, const RunStatus&) { video.observed(simulator, now); };
//   GS_CHECK(video.finish());
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "gs/assets/image/image.h"
#include "gs/bridge/video/top_view.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

struct RunVideoOptions {
  std::optional<double> fps{};  // of simulated time; default: the first camera's rate, 10 without cameras
  int quality = 85;             // 1 to 100
  TopViewOptions top_view{};
};

// The file appears at finish(), whole. The same run gives the same frames.
class RunVideo {
 public:
  static Result<RunVideo> create(const std::filesystem::path& path, const sim::Simulator& simulator,
                                 const RunVideoOptions& options);
  RunVideo(RunVideo&&) noexcept;
  RunVideo& operator=(RunVideo&&) noexcept;
  ~RunVideo();

  // After every step, and for step 0.
  Result<void> observed(const sim::Simulator& simulator, const sim::Observation& now);
  Result<void> finish();
  uint64_t frames() const;
  // The frame shown last; empty before the first.
  const Image& last_frame() const;

 private:
  struct Impl;
  explicit RunVideo(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::bridge
