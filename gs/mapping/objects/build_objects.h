// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From tracks of moving objects to objects with a box, a class, a smooth motion and a mesh.
//
// Three rounds: smooth the motion, gather the points of all sightings in the object's own frame with the motion taken
// out of every point, lay each sighting on the gathered points, and smooth again.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/core/progress.h"
#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Options of build_objects(); descriptions and ranges are in describe().
struct ObjectOptions {
  double min_track_length_m = 1.5;
  int min_sightings = 4;
  int min_points = 30;
  double max_misfit_m = 0.2;
  int max_objects = 500;
  int rounds = 3;
};

void describe(auto& visit, ObjectOptions& o) {
  visit("min_track_length_m", o.min_track_length_m, "objects that travelled less are no actors [m]", Range{0.5, 1000});
  visit("min_sightings", o.min_sightings, "tracks with fewer sightings are no actors", Range{2, 1000});
  visit("min_points", o.min_points, "tracks with fewer points in all are no actors", Range{10, 1e6});
  visit("max_misfit_m", o.max_misfit_m, "tracks whose sightings fit worse on their common shape are no actors [m]",
        Range{0.01, 2});
  visit("max_objects", o.max_objects, "greatest number of actors; those with the most points are kept", Range{1, 2000});
  visit("rounds", o.rounds, "rounds of gathering and smoothing", Range{1, 10});
}

// Share of the area of each side of the box that was seen, 0 to 1.
struct SideShares {
  double front = 0, back = 0, left = 0, right = 0, top = 0;
};

// What is known of an object for some time. predicted: not seen; occluded: stands behind another object.
enum class MotionKind : uint8_t { moving, parked, predicted, occluded };
struct MotionPhase {
  Timestamp from, to;
  MotionKind kind = MotionKind::moving;
};

// A closed triangle mesh in the frame of an object.
struct ObjectMesh {
  std::vector<Vec3f> vertices;
  std::vector<float> intensity;     // per vertex: that of the points there, else the median of the object
  std::vector<uint32_t> triangles;  // three vertex indices each, counter-clockwise seen from outside
  double measured = 0;              // share of the vertices that points support; the others follow the class
};

// A moving object. Its frame: x forward, y left, z up, origin on the ground below the middle of the box.
struct MovingObjectModel {
  uint32_t track = 0;  // ObjectTrack::id
  ObjectClass type = ObjectClass::unknown;
  double confidence = 0;           // of the class, 0 to 1
  Vec3d size{};                    // length, width, height [m]
  std::array<bool, 3> measured{};  // of length, width, height; else the mean of the class
  SideShares sides{};
  std::vector<ObjectState> states{};  // of the frame's origin, in time order
  std::vector<MotionPhase> phases{};  // in time order, without gaps
  ObjectMesh mesh{};
  std::size_t sightings = 0, points = 0;
  double travelled_m = 0;
  double misfit_m = 0;      // median distance of the points of a sighting to the gathered object
  double largest_jump = 0;  // largest residual of the smoothed motion [standard deviations]
  double speed_median_mps = 0, speed_95_mps = 0;
  double predicted_share = 0, parked_share = 0;  // of the time
  float median_intensity = 0;
  double quality = 0;                  // 0 to 1
  std::optional<GivenObject> given{};  // of a track that others made
};

// A track that is no actor.
struct RejectedTrack {
  uint32_t track = 0;
  TrackRejection reason{};
  std::size_t sightings = 0, points = 0;
  double travelled_m = 0;
  std::optional<GivenObject> given{};  // of a track that others made
};

// Result of build_objects(), both in the order of the tracks.
struct ObjectBuild {
  std::vector<MovingObjectModel> objects;
  std::vector<RejectedTrack> rejected;
};

// Height of the ground at x and y in map [m]; empty where it is unknown. Called from several threads.
using GroundHeight = std::function<std::optional<double>(double x, double y)>;

// Builds the objects of tracks. Reads the sweeps of the tracks once, and some of the others to find out how long
// objects stood before and after. Tracks that were rejected already are passed on. Of two tracks of one object the
// given one is kept. Errors: those of the source; interrupted.
Result<ObjectBuild> build_objects(SweepSource& sweeps, const std::vector<ObjectTrack>& tracks,
                                  const GroundHeight& ground, const ObjectOptions& options, Progress& progress);

}  // namespace gs::mapping
