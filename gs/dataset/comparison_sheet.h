// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Contact sheets that compare training images with renderings: image | rendering | error.
#pragma once

#include <filesystem>
#include <span>

#include "gs/assets/image/image.h"
#include "gs/splat/train/training_run.h"

namespace gs::dataset {

// Layout of a sheet.
struct ContactSheetStyle {
  int tile_width = 320;  // [px] at most; images are scaled down to it
  int gap = 4;           // [px] between tiles
};

// One row per view. The error is the mean absolute difference of the channels, four times as bright: white is a quarter
// of the range. Masked pixels are dimmed in the image and black in the error.
assets::Image comparison_sheet(std::span<const splat::train::ViewComparison> views,
                               const ContactSheetStyle& style = {});

// Callback that writes FOLDER/previews/iteration_N.png and copies the latest to FOLDER/contact_sheet.png.
splat::train::ComparisonCallback preview_writer(std::filesystem::path folder);

}  // namespace gs::dataset
