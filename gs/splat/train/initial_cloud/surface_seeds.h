// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Densifies the initial points: image pixels projected on the surfaces that nearby points form.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/train/initial_cloud/surface_patches.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Coloured points for randomly drawn pixels of the training images, at most `count`; fewer where points cover little of
// the images. `patches` are those of data.points. The result does not depend on the number of threads.
std::vector<ColoredPoint> surface_seeds(const TrainingData& data, const std::vector<SurfacePatch>& patches,
                                        std::size_t count, uint64_t seed);

}  // namespace gs::splat::train
