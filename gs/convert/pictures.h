// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of VRS records as pictures that PNG, JPEG and video can hold.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/content.h"

namespace gs {

// Depth in colours: near is warm, far is cold, logarithmic between 0.25 m and 10 m; black where nothing was measured.
Image color_depth(const Image& depth_units, double metres_per_unit);

struct PictureOptions {
  bool color_map = false;  // depth as RGB instead of 16-bit grey
  double metres_per_unit = 0.001;
};

// 16-bit formats stay 16-bit grey (or are coloured); grey8 stays grey; everything else becomes RGB. JPEG and PNG blocks
// are decoded.
Result<Image> picture_of(const vrs::ContentBlock& block, const PictureOptions& options);

}  // namespace gs
