// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scales an image.
#pragma once

#include "gs/assets/image/image.h"

namespace gs::assets {

// Resamples to width x height (neither zero): linear interpolation when enlarging, a triangle filter over the covered
// pixels when reducing. 8 bits per sample.
Image resampled(const Image& image, int width, int height);

}  // namespace gs::assets
