// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR sweeps by ray casting against the ground surface, the static mesh and the splats of a world.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/raycast/sweep.h"
#include "gs/sim/notice.h"
#include "gs/sim/options.h"
#include "gs/sim/sim_error.h"
#include "gs/world/calibration.h"

namespace gs::sim {

// A sweep with the fields a driver publishes. Points without a return are left out.
struct LidarSweep {
  GeneratedPointCloud cloud;
  std::vector<uint16_t> ring;  // 0 lowest
  std::vector<float> time_s;   // only with motion: seconds relative to the stamp, (-period, 0]
};

// Rays are cast in single precision relative to this point, so that worlds far from zero lose nothing.
struct RaySources {
  Vec3d origin{};
  SweepCaster* surfaces = nullptr;  // ground and mesh, with rays_origin = origin; may be null
  // Distances [m] along rays, infinity for none: the splats, when asked for. May be empty.
  std::function<void(std::span<const Ray>, std::span<float>)> gaussians{};
};

class LiDARGenerator {
 public:
  // rate_hz: how often it fires, for the duration of a sweep.
  LiDARGenerator(LidarCalibration calibration, RaycastOptions options, double rate_hz, uint64_t seed);

  const LidarCalibration& calibration() const { return calibration_; }
  double rate_hz() const { return rate_hz_; }
  int columns() const { return static_cast<int>(column_times_s_.size()); }
  // INVALID_POINTCLOUD_SIZE when the sweep had to be thinned; reported once by the caller.
  const std::optional<SimError>& thinned() const { return thinned_; }

  // map_from_base_link(t) for t in (stamp - period, stamp]; only t = stamp is asked without motion_distortion.
  using PoseAt = std::function<Rigid3d(Timestamp)>;
  // The stamp is the end of the sweep. step numbers the random draws. If casting fails the cloud is empty, and an error
  // notice says so. Belongs to one thread; keeps its buffers between sweeps, which do not depend on each other.
  LidarSweep sweep(const RaySources& sources, const PoseAt& pose_at, Timestamp stamp, uint64_t step, Notices& notices);

 private:
  void place_sensors(Vec3d origin, const PoseAt& pose_at, Timestamp stamp);
  void meet_gaussians(const RaySources& sources, const Sweep& sweep);
  float measured(float distance, uint64_t draw) const;
  LidarSweep collect(Timestamp stamp, uint64_t step);

  LidarCalibration calibration_;
  RaycastOptions options_;
  double rate_hz_;
  uint64_t seed_;
  std::size_t rings_ = 0;
  std::vector<double> column_times_s_;  // relative to the end of the sweep
  std::vector<Vec3f> directions_;       // in the sensor, ring by ring
  std::optional<SimError> thinned_;

  // Of the sweep in the making.
  std::vector<Rigid3d> sensors_;      // minus origin: one, or one a column where it moves
  std::vector<SweepReturn> returns_;  // ring by ring
  std::vector<Ray> rays_;             // for the splats
  std::vector<float> distances_;      // along them
  std::vector<std::size_t> first_;    // point of each block of columns
};

}  // namespace gs::sim
