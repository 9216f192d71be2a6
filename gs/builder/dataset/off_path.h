// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How a cloud looks from where no camera was: the views beside the path that `gs-synth truth` writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/splat/rasterizer.h"
#include "gs/splat/train/data.h"

namespace gs {

struct OffPathView {
  TrainingView view{};
  double offset_m = 0;  // to the left of the path
};

// held_out.json with the cameras of truth.json. Every pixel counts but those of what moves.
Result<std::vector<OffPathView>> read_off_path_views(const std::filesystem::path& truth);

struct OffPathQuality {
  double offset_m = 0, psnr_db = 0, ssim = 0;  // means over views
  std::size_t views = 0;
  double left_out = 0;  // share of the pixels: what moves is not the street's
};
struct OffPathReport {
  std::vector<OffPathQuality> offsets;  // nearest first
  std::vector<TrainingView> shown;      // one view an offset, from the middle of the drive
  std::vector<SplatImage> rendered;     // of those
};
// What was uploaded to the rasterizer, seen from the views.
Result<OffPathReport> evaluate_off_path(Rasterizer& rasterizer, std::vector<OffPathView> views, Progress& progress,
                                        const RenderSettings& settings = {});

// {"version", "offsets": [{offset_m, psnr, ssim, views, left_out}]}
std::string off_path_json(const OffPathReport& report);

}  // namespace gs
