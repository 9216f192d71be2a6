// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Averages the quality of single views, in total and per camera.
#pragma once

#include <string_view>
#include <vector>

#include "gs/splat/train/training_engine.h"

namespace gs::splat::train {

// Collects metrics of views. Add views in a fixed order: the sums then do not depend on the number of threads.
class QualitySummary {
 public:
  // Adds the metrics of one view, or depth errors at LiDAR samples [m]. `selects`: the view helps to choose a
  // checkpoint.
  void add(const TrainingView& view, const ImageMetrics& metrics, bool selects = true);
  void add_depth_errors(const std::vector<float>& errors_m);
  // Returns the means; call once. `held_out`: whether the added views are held out.
  Evaluation finish(bool held_out);

 private:
  CameraQuality& of(std::string_view camera);
  CameraQuality all_, selection_;
  std::vector<CameraQuality> cameras_;
  std::vector<double> view_psnr_db_;
  std::vector<float> errors_;
};

}  // namespace gs::splat::train
