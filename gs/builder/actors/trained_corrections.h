// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What training learned about actors beside their Gaussians goes to the bundle: gains to assets.json, offsets of poses
// to trajectories.json (gs/splat/train/actors/actor_corrections.h).
#pragma once

#include "gs/core/json/node.h"
#include "gs/world/actors/actors.h"

namespace gs::builder {

// Applies the part `gains` of an entry of export.json to an asset. Cameras are named "camera_<id>" there, and "<id>" in
// the bundle; gains outside 0.1 to 10 are left out.
void apply_trained_gains(const Node& actor, world::ActorAsset& asset);

// Applies the part `offsets`: x and y [m] and yaw [rad] in the frame of the actor, linear between their times and
// constant beyond them. Speeds and yaw rates follow. Offsets that are not finite or larger than 1 m or 0.2 rad are
// ignored, all of them.
void apply_trained_offsets(const Node& actor, Timestamp zero, world::ActorTrajectory& trajectory);

// The longest offset [m] of an entry of export.json; 0 without offsets.
double largest_offset_m(const Node& actor);

}  // namespace gs::builder
