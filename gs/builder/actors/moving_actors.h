// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors as moving objects for the masks of training images.
#pragma once

#include <vector>

#include "gs/builder/masks/moving_objects_in_sweeps.h"
#include "gs/world/actors/actors.h"

namespace gs::builder {

// The box of every actor ten times a second, parked phases included, in time order. The points cover the surface of the
// box so closely that a part of it before the camera is enough to mask that part. With a sun the ground in the shadow
// of the box is added, in pieces whose masks are convex.
std::vector<MovingObject> moving_objects_of(const world::ActorTrajectories& trajectories);

}  // namespace gs::builder
