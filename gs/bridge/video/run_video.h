// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a run as a video: camera images, the view from above beside them, and a footer with time, speed and steering.
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

// Frame rate, quality and size.
struct RunVideoOptions {
  std::optional<double> fps{};  // frames per simulated second; default: rate of the first camera, 10 without cameras
  int quality = 85;             // 1 to 100
  TopViewOptions top_view{};
};

// The file appears under its name only at finish(). The same run gives the same frames.
class RunVideo {
 public:
  // Opens the file. Errors: those of VideoWriter.
  static Result<RunVideo> create(const std::filesystem::path& path, const sim::Simulator& simulator,
                                 const RunVideoOptions& options);
  RunVideo(RunVideo&&) noexcept;
  RunVideo& operator=(RunVideo&&) noexcept;
  ~RunVideo();

  // Adds an observation; call it for step 0 and after every step. A frame is drawn when one is due.
  Result<void> observed(const sim::Simulator& simulator, const sim::Observation& now);
  // Completes the file.
  Result<void> finish();
  // Number of frames written so far.
  uint64_t frames() const;
  // The last frame written; empty before the first.
  const assets::Image& last_frame() const;

 private:
  struct Impl;
  explicit RunVideo(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::bridge
