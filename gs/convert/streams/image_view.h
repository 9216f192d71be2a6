// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts images of VRS records to images that PNG, JPEG and video can store.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/content.h"

namespace gs::convert {

// Colours a 16-bit depth image: near is warm, far is cold, logarithmic between 0.25 m and 10 m; black where there is no
// measurement.
assets::Image color_depth(const assets::Image& depth_units, double metres_per_unit);

// Treatment of depth images.
struct ImageViewOptions {
  bool color_map = false;  // depth as RGB instead of 16-bit grey
  double metres_per_unit = 0.001;
};

// Converts an image block. 16-bit formats stay 16-bit grey or are coloured; grey8 stays grey; JPEG and PNG are decoded;
// all other formats become RGB. Errors: unsupported (codec or pixel format), limit_exceeded; those of decoding.
Result<assets::Image> picture_of(const logio::vrs::ContentBlock& block, const ImageViewOptions& options);

}  // namespace gs::convert
