// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which points deserve a Gaussian when there are too many.
#pragma once

#include <vector>

#include "gs/splat/train/data.h"

namespace gs {

// Of every point, relative: the pixels its surroundings fill in the view nearest to it, times the detail the image
// shows there. LiDAR has most points where nothing is to be seen (the road under the car) and few on windows far up;
// chosen by this, Gaussians are spread like detail in the images.
std::vector<float> point_importance(const TrainingData& data);

}  // namespace gs
