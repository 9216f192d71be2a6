// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Small JPEG images for the report: recorded, rendered, difference; and masks over an image.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/report/picture.h"

namespace gs::builder {

// The images of one view.
struct ViewPictures {
  report::Picture recorded, rendered, difference;
};

// Long side of the images [px]; smaller ones are not enlarged.
inline constexpr int kReportImageSide = 480;

// Encodes two 8-bit RGB images of one size, and their difference: black where they are equal, over red to light yellow
// where a channel differs by 64 of 255 or more. Errors: those of the encoder.
Result<ViewPictures> view_pictures(const assets::Image& recorded, const assets::Image& rendered);

// The image with masked pixels (0 in `mask`, one channel, the same size) tinted red. Errors: those of the encoder.
Result<report::Picture> mask_picture(assets::Image image, const assets::Image& mask);

}  // namespace gs::builder
