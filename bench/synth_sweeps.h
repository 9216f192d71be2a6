// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The LiDAR of a synthetic drive as mapping wants it, with what is true about every point.
#pragma once

#include "gs/geometry/trajectory.h"
#include "gs/mapping/sweep.h"
#include "gs/synth/drive/options.h"
#include "gs/synth/drive/rig.h"

namespace bench {

// Intensities say what a point hit, so that sums over the points of a voxel count them: 1 stands, 2 moves.
inline constexpr float kStands = 1, kMoves = 2;

// Points deskewed with the poses of the log (100 Hz), as the ingest does it. All sweeps are kept in memory.
class SynthSweeps final : public gs::mapping::SweepSource {
 public:
  static gs::Result<SynthSweeps> drive(const gs::DriveOptions& options);

  std::size_t count() const override { return sweeps_.size(); }
  gs::Result<gs::mapping::Sweep> read(std::size_t index) override { return sweeps_[index]; }

  gs::Scene& scene() { return scene_; }
  const gs::Road& road() const { return scene_.street().road; }
  const gs::Trajectory& trajectory() const { return trajectory_; }
  const std::vector<gs::mapping::Sweep>& sweeps() const { return sweeps_; }
  // The same sweeps before deskewing: points in base_link at their own times.
  const std::vector<gs::mapping::Sweep>& raw() const { return raw_; }
  // Where the shots of a sweep hit, in map and without noise; those on the ground apart.
  struct Hits {
    std::vector<gs::Vec3f> ground, other;
  };
  const std::vector<Hits>& hits() const { return hits_; }
  double seconds() const { return seconds_; }

 private:
  explicit SynthSweeps(gs::Scene scene) : scene_(std::move(scene)) {}

  gs::Scene scene_;
  gs::Trajectory trajectory_;
  std::vector<gs::mapping::Sweep> sweeps_, raw_;
  std::vector<Hits> hits_;  // of what stands, within 50 m
  double seconds_ = 0;
};

}  // namespace bench
