// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Quality of a cloud away from the recorded path, on the views that `gs-synth truth` writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/splat/train/training_data.h"

namespace gs::dataset {

// A ground-truth image beside the path.
struct OffPathView {
  splat::train::TrainingView view{};
  double offset_m = 0;  // to the left of the path
};

// Reads held_out.json with the cameras of truth.json. Pixels of moving objects are masked. Errors: invalid_data and
// those of reading.
Result<std::vector<OffPathView>> read_off_path_views(const std::filesystem::path& truth);

// Mean quality of the views at one offset.
struct OffPathQuality {
  double offset_m = 0, psnr_db = 0, ssim = 0;  // means over views
  std::size_t views = 0;
  double left_out = 0;  // share of pixels ignored because they show moving objects
};
// Result of evaluate_off_path().
struct OffPathReport {
  std::vector<OffPathQuality> offsets;            // nearest first
  std::vector<splat::train::TrainingView> shown;  // one view per offset, from the middle of the drive
  std::vector<splat::SplatImage> rendered;        // renderings of `shown`
};
// Renders the cloud uploaded to the rasterizer from the views and compares. Errors: interrupted and those of rendering.
Result<OffPathReport> evaluate_off_path(splat::Rasterizer& rasterizer, std::vector<OffPathView> views,
                                        Progress& progress, const splat::RenderSettings& settings = {});

// Report as JSON: {"version", "offsets": [{offset_m, psnr, ssim, views, left_out}]}.
std::string off_path_json(const OffPathReport& report);

}  // namespace gs::dataset
