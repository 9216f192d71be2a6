// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scores of tracks of moving objects against the truth of a synthetic drive.
#pragma once

#include <optional>
#include <string>

#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace bench {

// An object that can move, with its pose in the middle of every sweep in which it is on the street.
struct TruthObject {
  uint32_t instance = 0;
  std::string kind;
  std::vector<std::optional<gs::Rigid3d>> poses;
};

// What every point of every sweep hit.
struct TrackTruth {
  std::vector<std::vector<uint32_t>> instances;  // per sweep and point; 0: nothing that can move
  std::vector<TruthObject> objects;
};

// The points that count: moving means faster than 0.5 m/s, and standing objects can move but do so slower.
struct TrackScore {
  std::size_t objects = 0, found = 0;        // travelled >= 2 m in sight, >= 50 returns; half of them in one track
  std::size_t tracks = 0, false_tracks = 0;  // without a rejection; half of the points not on one moving object
  std::size_t switches = 0, pieces = 0;      // changes of the object within a track; further tracks of one object
  double moving_marked = 0;                  // share of the moving points that belong to tracks
  double standing_marked = 0;                // share of the points of anything else that do
  double pure = 0;                           // share of the points of tracks on the object of the track
  double speed_error_mps = 0;                // median over sightings
  std::string missed;                        // kinds and returns of objects not found
};

// Points farther than range_m from base_link do not count.
TrackScore score_tracks(const std::vector<gs::mapping::Sweep>& sweeps,
                        const std::vector<gs::mapping::ObjectTrack>& tracks, const TrackTruth& truth, double range_m);

}  // namespace bench
