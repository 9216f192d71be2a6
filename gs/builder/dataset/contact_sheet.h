// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Photographs beside what was learned of them, as pictures: truth | render | error.
#pragma once

#include <filesystem>
#include <span>

#include "gs/assets/image/image.h"
#include "gs/splat/train/run.h"

namespace gs {

struct ContactSheetStyle {
  int tile_width = 320;  // [px] at most; images are scaled down to it
  int gap = 4;
};

// A row a view. The error is the mean difference of the channels, four times as bright: white is a quarter of the
// range. What a mask leaves out is dimmed in the truth and black in the error.
Image comparison_sheet(std::span<const ViewComparison> views, const ContactSheetStyle& style = {});

// Writes FOLDER/previews/iteration_N.png, and the latest also as FOLDER/contact_sheet.png.
ComparisonCallback preview_writer(std::filesystem::path folder);

}  // namespace gs
