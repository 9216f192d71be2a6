// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scores of tracks of moving objects against the truth of a synthetic drive.
#pragma once

#include <string>

#include "bench/actors/seen_objects.h"
#include "gs/mapping/actors/object_track.h"

namespace bench {

// The points that count: moving means faster than 0.5 m/s, and standing objects can move but do so slower.
struct TrackScore {
  std::size_t objects = 0, found = 0;        // objects that count; half of their moving returns in one track
  std::size_t tracks = 0, false_tracks = 0;  // without a rejection; half of the points not on one moving object
  std::size_t switches = 0, pieces = 0;      // changes of the object within a track; further tracks of one object
  std::size_t marked_moving = 0, marked_standing = 0;  // points of tracks that move, and that do not
  double moving_marked = 0;                            // share of the moving points that belong to tracks
  double standing_marked = 0;                          // share of the points of anything else that do
  double pure = 0;                                     // share of the points of tracks on the object of the track
  double speed_error_mps = 0;                          // median over sightings
  std::string missed;                                  // kinds and returns of objects not found
  std::string objects_text;  // one line per object that counts: its tracks, rejected ones included
};

// Points farther than range_m from base_link do not count.
TrackScore score_tracks(const std::vector<gs::mapping::Sweep>& sweeps,
                        const std::vector<gs::mapping::ObjectTrack>& tracks, const TrackTruth& truth, double range_m);

}  // namespace bench
