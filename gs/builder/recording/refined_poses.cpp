// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/refined_poses.h"

#include <algorithm>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/mapping/poses/pose_refinement.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

// A probe registers kProbeSweeps sweeps, every kProbeStride-th: 10 s at 10 Hz, about as long as an object stays in
// view.
constexpr std::size_t kProbeSweeps = 25, kProbeStride = 4, kProbes = 3;
// Drift within a probe that makes walls of the map thicker than the evidence voxels of the moving object detection
// tolerate. Registration itself is accurate to 0.02 m.
constexpr double kDrift_m = 0.15;

// The sweeps of one probe.
class SomeSweeps final : public mapping::SweepSource {
 public:
  SomeSweeps(mapping::SweepSource& all, std::size_t first) : all_(all), first_(first) {}
  std::size_t count() const override {
    return std::min(kProbeSweeps, (all_.count() - first_ + kProbeStride - 1) / kProbeStride);
  }
  Result<mapping::Sweep> read(std::size_t index) override { return all_.read(first_ + index * kProbeStride); }

 private:
  mapping::SweepSource& all_;
  std::size_t first_;
};

// A registration that matched less than half of its sweeps proves nothing.
bool drifts(const mapping::RefinedPoses& refined) {
  return refined.largest_shift_m > kDrift_m && 2 * refined.unmatched < refined.sweeps;
}

// Result of probing the odometry.
struct Probed {
  bool drifts = false;
  double largest_shift_m = 0;
};

// Probes the odometry at the start, in the middle and at the end of the drive; stops at the first drift.
Result<Probed> probe(mapping::SweepSource& sweeps, const Trajectory& odometry, Progress& progress) {
  const std::size_t last = sweeps.count() - kProbeSweeps * kProbeStride;
  Probed probed;
  for (std::size_t k = 0; k < kProbes && !probed.drifts; ++k) {
    SomeSweeps some(sweeps, last * k / (kProbes - 1));
    GS_TRY(const mapping::RefinedPoses refined, mapping::refine_poses(some, odometry, {}, progress));
    probed.drifts = drifts(refined);
    probed.largest_shift_m = std::max(probed.largest_shift_m, refined.largest_shift_m);
  }
  return probed;
}

}  // namespace

Result<RefinementReport> refine_recorded_poses(const Workspace& workspace, std::string_view mode, Problems& problems,
                                               Progress& progress) {
  if (mode == kRefineNever) return RefinementReport{};
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  if (sweeps.count() < 2) return RefinementReport{};
  GS_TRY(const Trajectory odometry, recorded_poses(workspace));
  // `auto`: probe long drives first, because registration of all sweeps takes long.
  const bool is_long = sweeps.count() > kProbeSweeps * kProbeStride;  // a short drive is registered completely instead
  if (mode == kRefineAuto && is_long) {
    GS_TRY(const Probed probed, probe(sweeps, odometry, progress));
    if (!probed.drifts) return RefinementReport{false, probed.largest_shift_m};
  }
  GS_TRY(const mapping::RefinedPoses refined, mapping::refine_poses(sweeps, odometry, {}, progress));
  if (mode == kRefineAuto && !is_long && !drifts(refined)) return RefinementReport{false, refined.largest_shift_m};
  if (refined.unmatched > 0) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .file = std::string(kRefinedPoses),
                  .message = format("{} of {} sweeps have too few matches; their poses are not refined",
                                    refined.unmatched, refined.sweeps)});
  }
  GS_CHECK(write_file(workspace.folder(Step::calibration_builder) / kRefinedPoses,
                      world::write_trajectory_csv(refined.trajectory.poses())));
  return RefinementReport{true, refined.largest_shift_m};
}

}  // namespace gs::builder
