// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Detection and tracking of moving objects in the sweeps of a drive, without learning.
//
// Points whose voxels were seen empty at another time form clusters (motion_evidence.h, object_clusters.h). Clusters of
// consecutive sweeps are connected when the points of the one lie on those of the other after a rigid motion
// (register_clusters.h), each sweep by one cheapest assignment. Ends of tracks are then stitched to later starts.
#pragma once

#include <span>

#include "gs/core/options/options.h"
#include "gs/core/progress.h"
#include "gs/mapping/actors/given_tracks.h"
#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Options of ObjectTracker; descriptions and ranges are in describe().
struct ObjectTrackerOptions {
  double min_range_m = 1.0;
  double max_range_m = 60.0;
  double voxel_m = 0.2;
  double above_ground_m = 0.15;
  int min_seen_empty = 2;
  double link_m = 0.45;
  int min_points = 8;
  double min_height_m = 0.4;
  double max_speed_mps = 40.0;
  double max_misfit_m = 0.15;
  double lost_after_s = 1.0;
  double stitch_s = 3.0;
  int min_sightings = 4;
  int min_track_points = 30;
  double min_travel_m = 1.5;
};

void describe(auto& visit, ObjectTrackerOptions& o) {
  visit("min_range_m", o.min_range_m, "nearer points belong to the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "points farther from the sensor are ignored", Range{5.0, 100.0});
  visit("voxel_m", o.voxel_m, "edge of a voxel in the search for what moved", Range{0.1, 2.0});
  visit("above_ground_m", o.above_ground_m, "lower points belong to the ground", Range{0.0, 1.0});
  visit("min_seen_empty", o.min_seen_empty, "scan groups that must see a voxel empty before it counts as moved",
        Range{1, 100});
  visit("link_m", o.link_m, "largest horizontal gap inside an object near the sensor", Range{0.1, 5.0});
  visit("min_points", o.min_points, "fewest points of an object in a sweep; beyond 25 m five eighths of them",
        Range{3, 1000});
  visit("min_height_m", o.min_height_m, "smallest height of an object", Range{0.0, 5.0});
  visit("max_speed_mps", o.max_speed_mps, "largest speed of an object [m/s]", Range{1.0, 100.0});
  visit("max_misfit_m", o.max_misfit_m, "largest mean distance of the points of two sightings", Range{0.01, 1.0});
  visit("lost_after_s", o.lost_after_s, "time without a sighting after which a track ends [s]", Range{0.1, 10.0});
  visit("stitch_s", o.stitch_s, "longest gap between the tracks of one object [s]", Range{0.0, 30.0});
  visit("min_sightings", o.min_sightings, "fewest sightings of a moving object", Range{2, 1000});
  visit("min_track_points", o.min_track_points, "fewest points of a moving object over all sightings",
        Range{1, 100000});
  visit("min_travel_m", o.min_travel_m, "shortest way of a moving object", Range{0.1, 100.0});
}

// Follows the moving objects of a drive.
struct ObjectTracker {
  using Options = ObjectTrackerOptions;
  // All tracks in the order of their first sightings, each with sightings, motions, preliminary states and the length
  // of its path; tracks of anything but moving objects have a rejection. The sweeps must be deskewed and have poses;
  // `ego_boxes` in base_link hold the ego vehicle. Tracks of `given` boxes follow behind, one each, whether or not
  // others show the same objects; those that the sweeps contradict have a rejection. Reads every sweep up to four
  // times. The result does not depend on the thread count. Errors: those of the source; interrupted if progress asks to
  // stop.
  static Result<std::vector<ObjectTrack>> run(SweepSource& sweeps, std::span<const ObjectExtent> ego_boxes,
                                              const Options& options, Progress& progress,
                                              std::span<const GivenTrack> given = {});
};

}  // namespace gs::mapping
