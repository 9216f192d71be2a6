// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Video files (.mp4) by FFmpeg: H.264 if the libraries have an encoder for it, else MPEG-4.
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
#include "gs/core/ownership.h"
#include "gs/core/result.h"

namespace gs::assets {

// best: H.264 if available, else MPEG-4.
enum class VideoCodec { best, h264, mpeg4 };

// Format of a video.
struct VideoOptions {
  int width = 0, height = 0;
  double fps = 10;   // 0.1 to 1000
  int quality = 80;  // 1 to 100
  VideoCodec codec = VideoCodec::best;
};

// Writes a video. The file appears at finish(); a writer destroyed before leaves no file. The same frames give the same
// bytes for any number of threads (with the same FFmpeg version). Odd sizes are padded by repeating the border.
class VideoWriter {
 public:
  // Errors: invalid_argument for size or frame rate out of range, unsupported without an encoder, those of the file.
  static Result<VideoWriter> create(const std::filesystem::path& path, const VideoOptions& options);

  // Appends a frame: 8-bit gray, RGB or RGBA of the size of the video.
  Result<void> write(const Image& frame);
  // Flushes the encoder and makes the file appear; call once.
  Result<void> finish();
  // FFmpeg's name of the encoder, for example "libx264".
  std::string codec_name() const;

 private:
  struct State;
  explicit VideoWriter(Hidden<State> state);
  Hidden<State> state_;
};

// Reads the frames of a video as RGB, in order. For tests and inspection.
class VideoReader {
 public:
  // Errors: those of the file, corrupt, unsupported (no video stream or decoder).
  static Result<VideoReader> open(const std::filesystem::path& path);

  // Average frame rate [1/s].
  double fps() const;
  // The next frame; empty after the last.
  Result<std::optional<Image>> next();

 private:
  struct State;
  explicit VideoReader(Hidden<State> state);
  Hidden<State> state_;
};

}  // namespace gs::assets
