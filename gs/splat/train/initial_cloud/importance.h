// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ranks LiDAR points for the initial cloud when there are more points than Gaussians.
#pragma once

#include <vector>

#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Relative importance of every point, [points]: the image area its neighbourhood covers times the image detail there,
// in the view where that product is largest. LiDAR is densest where images show little (the road under the vehicle) and
// sparse on distant facades; points chosen by importance are distributed like image detail.
std::vector<float> point_importance(const TrainingData& data);

}  // namespace gs::splat::train
