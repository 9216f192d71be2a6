// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What single views say about quality, put together.
#pragma once

#include <string_view>
#include <vector>

#include "gs/splat/train/engine.h"

namespace gs {

// Add views in their order: sums are then the same whatever the number of threads.
class QualitySummary {
 public:
  void add(const TrainingView& view, const ImageMetrics& metrics);
  void add_depth_errors(const std::vector<float>& errors_m);
  Evaluation finish(bool held_out);

 private:
  CameraQuality& of(std::string_view camera);
  CameraQuality all_;
  std::vector<CameraQuality> cameras_;
  std::vector<float> errors_;
};

}  // namespace gs
