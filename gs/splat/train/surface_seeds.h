// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// More points than were measured: pixels of the images, put on the surface that the points around them form.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/train/data.h"
#include "gs/splat/train/surface_patches.h"

namespace gs {

// At most `count`, of pixels drawn evenly from all images to train on; fewer where points cover little of them.
// `patches` are those of the points. Same ones whatever the number of threads.
std::vector<ColoredPoint> surface_seeds(const TrainingData& data, const std::vector<SurfacePatch>& patches,
                                        std::size_t count, uint64_t seed);

}  // namespace gs
