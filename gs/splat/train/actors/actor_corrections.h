// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What training learns about an actor beside its Gaussians: a gain of its colours in each camera, and offsets of its
// poses over time. Neither is part of the asset: gains have the geometric mean 1 over the images, offsets the mean 0
// over time, and both are pulled back to that.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud_view.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

inline constexpr double kMostLogGain = 0.4;                             // bound of the natural logarithm of a gain
inline constexpr double kMostOffset_m = 0.15, kMostOffset_rad = 0.026;  // bounds of an offset; 1.5 deg

using Triple = std::array<float, 3>;

// Numbers that are learned in threes, with their Adam moments and step counts, each [n].
struct LearnedTriples {
  std::vector<Triple> values, first, second;
  std::vector<uint32_t> steps;
  friend bool operator==(const LearnedTriples&, const LearnedTriples&) = default;
};

// The corrections of one actor.
struct ActorCorrections {
  LearnedTriples gains{};    // [cameras] natural logarithms of red, green, blue; empty: all are 1
  LearnedTriples offsets{};  // [keys] x [m], y [m], yaw [rad] in its own frame; empty: none
  friend bool operator==(const ActorCorrections&, const ActorCorrections&) = default;
};

// What of an actor is corrected; a function of data and options.
struct ActorCorrectionPlan {
  std::vector<double> sightings{};  // [cameras] trained views that show it; empty: no gains
  std::vector<double> times_s{};    // [keys] increasing, in the clock of the views; empty: no offsets
  std::vector<double> weights{};    // [keys] trained views around each key
};

// The plan of every actor. Gains need trained views of two cameras, offsets a time of every view that shows the actor
// and at least three keys, which are half a second apart.
std::vector<ActorCorrectionPlan> plan_actor_corrections(const TrainingData& data, std::span<const std::size_t> cameras,
                                                        const LoopOptions& options);
// Corrections that change nothing.
std::vector<ActorCorrections> initial_actor_corrections(std::span<const ActorCorrectionPlan> plans);
// Whether corrections have the sizes of their plans.
bool fit(std::span<const ActorCorrectionPlan> plans, std::span<const ActorCorrections> corrections);

// Gain of an actor in a camera.
Vec3f gain_of(const ActorCorrections& corrections, std::size_t camera);
// Offset at a time: linear between keys, constant beyond them. x, y [m], yaw [rad].
Vec3d offset_at(const ActorCorrectionPlan& plan, const ActorCorrections& corrections, double time_s);
// A pose with an offset applied in the frame of the actor.
Rigid3d with_offset(const Rigid3d& map_from_actor, Vec3d offset);

// dL/d(log gain) from a cloud and its gradient dL/d(cloud), which includes the gain.
Vec3d gain_gradient(const CloudView& cloud, const CloudView& gradient);
// dL/d(x, y, yaw) of an offset from dL/d(motion of the camera in the frame of the actor), camera axes. `view` is the
// camera in that frame, with the offset applied.
Vec3d offset_gradient(const ViewF& view, const PoseGrad<float>& by_motion, double yaw_rad);

// One step of a run for one actor in one view.
struct ActorCorrectionStep {
  std::size_t camera = 0;
  double time_s = 0;
  double progress = 0;      // of the run, 0 to 1
  double steps_a_view = 0;  // steps of the run that a trained view gets
  ViewF view{};             // the camera in the frame of the actor
  Vec3d by_gain{};          // dL/d(log gain)
  PoseGrad<float> by_pose{};
};
// One Adam step for the gain and for the keys around the time, with the pull back. Offsets move between 10 and 80 % of
// the run. Components whose gradient is not finite are skipped.
void correct_actor(const ActorCorrectionPlan& plan, ActorCorrections& corrections, const ActorCorrectionStep& step);

}  // namespace gs::splat::train
