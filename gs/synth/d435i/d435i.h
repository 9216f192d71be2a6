// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Synthetic bags with the layout of a RealSense SDK recording of a D435i (file version 4), of any length: textured,
// noisy, moving images that compress about as little as those of a real sensor, depth with holes, and IMU samples.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "gs/core/options/options.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"

namespace gs::synth {

// Length, rates and sizes of the recording.
struct D435iOptions {
  double seconds = 2;
  double fps = 30;
  uint32_t color_width = 1920, color_height = 1080;
  uint32_t depth_width = 1280, depth_height = 720;
  bool imu = false;  // accelerometer at 63 Hz, gyroscope at 200 Hz
  std::string compression = "none";
  uint64_t seed = 1;
};

void describe(auto& visit, D435iOptions& o) {
  visit("seconds", o.seconds, "length of the recording [s]", Range{0.01, 86400});
  visit("fps", o.fps, "frame rate of both cameras [Hz]", Range{1, 300});
  visit("imu", o.imu, "also record accelerometer (63 Hz) and gyroscope (200 Hz)");
  visit("compression", o.compression, "compression of the bag's chunks", Choices{{"none", "lz4"}});
  visit("seed", o.seed, "seed of the noise");
}

// Numbers of recorded samples, and the size of the file.
struct D435iReport {
  uint64_t color_frames = 0, depth_frames = 0, accel_samples = 0, gyro_samples = 0;
  uint64_t bag_bytes = 0;
};

// Writes the bag. Equal options give equal bytes, whatever the number of threads. Errors: interrupted; those of the
// file system.
Result<D435iReport> write_d435i_bag(const std::filesystem::path& path, const D435iOptions& options, Progress& progress);

}  // namespace gs::synth
