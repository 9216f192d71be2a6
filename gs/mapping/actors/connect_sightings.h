// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Connects the clusters of every sweep with the tracks so far. Private to track_objects.
#pragma once

#include "gs/mapping/actors/live_track.h"
#include "gs/mapping/actors/split_clusters.h"

namespace gs::mapping {

// Options of the connection.
struct ConnectOptions {
  MotionOptions motion;
  double lost_after_s = 1.0;         // a track without a sighting ends after this time
  double young_lost_after_s = 0.35;  // and one with fewer than three sightings after this one
  double max_misfit_m = 0.15;
  double min_inliers = 0.5, min_overlap = 0.15;
  double max_yaw_rad = 0.26;
  double most_cost = 6;
};

// A cluster of the current sweep.
struct NewSighting {
  Sighting sighting;
  ObjectCloud cloud;
};

// The fit of the last sighting of a track to a cloud; empty if they are no sightings of one object.
std::optional<ClusterFit> fit_to_track(const LiveTrack& track, const ObjectCloud& cloud, const ConnectOptions& options);

// Grows tracks sweep by sweep.
class SightingConnector {
 public:
  explicit SightingConnector(const ConnectOptions& options) : options_(options) {}

  // The people who were followed until shortly before `stamp`. The pointers hold until the next call of add().
  std::vector<ExpectedPerson> expected_people(Timestamp stamp) const;
  // Connects the clusters of the next sweep; those that fit no track begin one.
  void add(Timestamp stamp, std::vector<NewSighting> clusters);
  // Ends all tracks and returns them in the order of their first sightings.
  std::vector<LiveTrack> finish();

 private:
  void end_lost(Timestamp stamp);

  ConnectOptions options_;
  struct Numbered {
    std::size_t number;
    LiveTrack track;
  };
  std::vector<Numbered> live_, ended_;
  std::size_t begun_ = 0;
};

}  // namespace gs::mapping
