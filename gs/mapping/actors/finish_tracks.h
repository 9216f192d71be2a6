// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From connected sightings to tracks: stitching, poses, and the reasons for which a track is no moving object. Private
// to track_objects.
#pragma once

#include "gs/mapping/actors/connect_sightings.h"

namespace gs::mapping {

// Options of the last steps.
struct FinishOptions {
  ConnectOptions connect;
  double stitch_s = 3.0;
  int min_sightings = 4, min_points = 30;
  double min_travel_m = 1.5;
};

// Joins the end of a track with the start of a later one if the object can have moved from the one to the other within
// stitch_s, or stood between them for any time. One cheapest assignment over all ends and starts.
std::vector<LiveTrack> stitched(std::vector<LiveTrack> tracks, const FinishOptions& options);

// Poses of the frame of the first sighting, one per sighting, by chaining the motions. Heights follow the ground,
// because those of the motions drift.
std::vector<Rigid3d> chained_poses(const LiveTrack& track);
// Yaw of the direction of motion in that frame: the mean over all motions, weighted by their length.
double heading_in_first(const std::vector<Rigid3d>& poses);

// The track with preliminary states from its chained motions, its length and its rejection. map_from_base has the pose
// of the ego vehicle of every sweep.
ObjectTrack finished(LiveTrack track, uint32_t id, std::span<const Rigid3d> map_from_base,
                     const FinishOptions& options);

}  // namespace gs::mapping
