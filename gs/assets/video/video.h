// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Video files (.mp4) by FFmpeg: H.264 where the libraries have an encoder, MPEG-4 elsewhere.
//
//   GS_TRY(VideoWriter video, VideoWriter::create("drive.mp4", {.width = 1280, .height = 720, .fps = 10}));
//   for (const Image& frame : frames) GS_CHECK(video.write(frame));
//   GS_CHECK(video.finish());
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gs/assets/image/image.h"
#include "gs/core/result.h"

namespace gs {

enum class VideoCodec { best, h264, mpeg4 };

struct VideoOptions {
  int width = 0, height = 0;
  double fps = 10;   // 0.1 to 1000
  int quality = 80;  // 1 to 100
  VideoCodec codec = VideoCodec::best;
};

// The file appears at finish(), whole; a writer destroyed before leaves nothing. The same frames give the same bytes
// (with the same version of FFmpeg), whatever the number of threads. Odd sizes are padded by repeating the border.
class VideoWriter {
 public:
  static Result<VideoWriter> create(const std::filesystem::path& path, const VideoOptions& options);
  ~VideoWriter();
  VideoWriter(VideoWriter&&) noexcept;
  VideoWriter& operator=(VideoWriter&&) noexcept;

  // 8-bit gray, RGB or RGBA of the size given.
  Result<void> write(const Image& frame);
  Result<void> finish();
  std::string codec_name() const;

 private:
  struct State;
  explicit VideoWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Frames of a video as RGB, in order. For tests and for looking at what was written.
class VideoReader {
 public:
  static Result<VideoReader> open(const std::filesystem::path& path);
  ~VideoReader();
  VideoReader(VideoReader&&) noexcept;
  VideoReader& operator=(VideoReader&&) noexcept;

  double fps() const;
  // Nothing after the last frame.
  Result<std::optional<Image>> next();

 private:
  struct State;
  explicit VideoReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gs
