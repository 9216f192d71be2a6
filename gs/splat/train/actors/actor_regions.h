// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where an image shows the boxes of actors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

inline constexpr uint16_t kNoActor = 0xFFFF;

// Number of the nearest actor whose box covers each pixel [height, width], kNoActor elsewhere; empty if the image shows
// none. A box that reaches behind the camera covers nothing. The outline is the convex hull of the projected corners.
std::vector<uint16_t> actor_regions(const TrainingView& view, std::span<const TrainedActor> actors);

}  // namespace gs::splat::train
