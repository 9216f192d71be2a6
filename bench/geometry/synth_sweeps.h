// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR sweeps of a synthetic drive in the form that gs/mapping reads, with the ground truth of every point.
#pragma once

#include "gs/geometry/trajectory.h"
#include "gs/mapping/sweep.h"
#include "gs/synth/drive/options.h"
#include "gs/synth/drive/rig.h"

namespace bench {

// Intensity of points on static and on moving objects, so that sums over the points of a voxel count them.
inline constexpr float kStands = 1, kMoves = 2;

// Points are deskewed with the poses of the log (100 Hz), as the ingest does. All sweeps are kept in memory.
class SynthSweeps final : public gs::mapping::SweepSource {
 public:
  // Simulates the LiDAR of a drive. Errors: those of the options and of the scene.
  static gs::Result<SynthSweeps> drive(const gs::synth::DriveOptions& options);

  std::size_t count() const override { return sweeps_.size(); }
  gs::Result<gs::mapping::Sweep> read(std::size_t index) override { return sweeps_[index]; }

  // The scene, its road, the poses of the log, and the deskewed sweeps.
  gs::synth::Scene& scene() { return scene_; }
  const gs::synth::Scene& scene() const { return scene_; }
  const gs::synth::Road& road() const { return scene_.street().road; }
  const gs::Trajectory& trajectory() const { return trajectory_; }
  const std::vector<gs::mapping::Sweep>& sweeps() const { return sweeps_; }
  // The sweeps before deskewing: points in base_link at their own times.
  const std::vector<gs::mapping::Sweep>& raw() const { return raw_; }
  // True hit points of a sweep, in map and without noise; ground and other static surfaces separately.
  struct Hits {
    std::vector<gs::Vec3f> ground, other;
  };
  const std::vector<Hits>& hits() const { return hits_; }
  // Per sweep and point: the instance id of the object that can move; 0 on anything else.
  const std::vector<std::vector<uint32_t>>& instances() const { return instances_; }
  // Length of the drive [s].
  double seconds() const { return seconds_; }

 private:
  explicit SynthSweeps(gs::synth::Scene scene) : scene_(std::move(scene)) {}

  gs::synth::Scene scene_;
  gs::Trajectory trajectory_;
  std::vector<gs::mapping::Sweep> sweeps_, raw_;
  std::vector<Hits> hits_;  // on static surfaces within 50 m
  std::vector<std::vector<uint32_t>> instances_;
  double seconds_ = 0;
};

}  // namespace bench
