// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A picture in another size.
#pragma once

#include "gs/assets/image/image.h"

namespace gs {

// Linear between pixel centres where it grows, the mean of what falls into a pixel where it shrinks; 8 bits a sample.
// Neither size is zero.
Image resampled(const Image& image, int width, int height);

}  // namespace gs
