// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Simulates LiDAR sweeps by ray casting against the ground surface, the static mesh, the Gaussians and the actors of a
// world.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/raycast/api/sweep.h"
#include "gs/sim/notice.h"
#include "gs/sim/options.h"
#include "gs/sim/sim_error.h"
#include "gs/sim/traffic/actor_caster.h"
#include "gs/world/files/calibration.h"

namespace gs::sim {

// One sweep with the fields that a LiDAR driver publishes, in firing order. Rays without a return are left out. Points
// are in the sensor frame [m], intensity is 0 to 255.
struct LidarSweep {
  world::GeneratedPointCloud cloud;
  std::vector<uint16_t> ring;  // [N] beam index, 0 is the lowest
  std::vector<float> time_s;   // [N] seconds relative to the stamp, in (-period, 0]; empty without motion_distortion
};

// Surfaces that rays can hit. Rays are cast in single precision relative to `origin` (in map), so that worlds far from
// the map's origin lose no accuracy.
struct RaySources {
  Vec3d origin{};
  raycast::SweepCaster* surfaces = nullptr;  // heightmap and mesh, built with rays_origin = origin; may be null
  // Writes distances [m] along rays to Gaussians, infinity without a hit. May be empty.
  std::function<void(std::span<const raycast::Ray>, std::span<float>)> gaussians{};
  // Actors and their motions from interval() of the generator; actors may be null.
  const ActorCaster* actors = nullptr;
  std::span<const ActorMotion> motions{};
};

// Simulates one LiDAR. Belongs to one thread. Buffers are kept between sweeps; results do not depend on earlier sweeps.
class LiDARGenerator {
 public:
  // rate_hz: sweeps per second, which gives the duration of a sweep. seed: for noise and dropped returns.
  LiDARGenerator(world::LidarCalibration calibration, RaycastOptions options, double rate_hz, uint64_t seed);

  // Calibration, sweep rate [Hz] and number of columns (azimuth steps) of a sweep.
  const world::LidarCalibration& calibration() const { return calibration_; }
  double rate_hz() const { return rate_hz_; }
  int columns() const { return static_cast<int>(column_times_s_.size()); }
  // Time from the first column to the stamp; zero without motion_distortion.
  Duration interval() const;
  // INVALID_POINTCLOUD_SIZE if the calibration has more rays than max_points, so that only some columns are used. The
  // caller reports it once.
  const std::optional<SimError>& thinned() const { return thinned_; }

  // Returns map_from_base_link at t in (stamp - period, stamp]; without motion_distortion only t = stamp is asked for.
  using PoseAt = std::function<Rigid3d(Timestamp)>;
  // Simulates the sweep that ends at `stamp`. `step` numbers the random draws. If ray casting fails, the cloud is empty
  // and an error notice is issued.
  LidarSweep sweep(const RaySources& sources, const PoseAt& pose_at, Timestamp stamp, uint64_t step, Notices& notices);

 private:
  void place_sensors(Vec3d origin, const PoseAt& pose_at, Timestamp stamp);
  void meet_gaussians(const RaySources& sources, const raycast::Sweep& sweep);
  void meet_actors(const RaySources& sources, const raycast::Sweep& sweep);
  float measured(float distance, uint64_t draw) const;
  LidarSweep collect(Timestamp stamp, uint64_t step);

  world::LidarCalibration calibration_;
  RaycastOptions options_;
  double rate_hz_;
  uint64_t seed_;
  std::size_t rings_ = 0;
  std::vector<double> column_times_s_;  // [columns] relative to the end of the sweep
  std::vector<Vec2d> ahead_;            // [columns] (cosine, sine) of the azimuth
  std::vector<double> shares_;          // [columns] times as shares of interval()
  double widest_offset_rad_ = 0;        // of a beam from its column
  std::vector<Vec3f> directions_;       // [rings, columns] unit vectors in the sensor frame
  std::optional<SimError> thinned_;

  // Buffers of the current sweep.
  std::vector<Rigid3d> sensors_;  // sensor poses relative to origin: one, or one per column with motion_distortion
  std::vector<raycast::SweepReturn> returns_;  // [rings, columns]
  std::vector<raycast::Ray> rays_;             // [rings, columns] rays against the Gaussians
  std::vector<float> distances_;               // [rings, columns] their results [m]
  std::vector<float> reflectances_;            // [rings, columns] of the surfaces; empty: all kReflectance
  std::vector<std::size_t> first_;             // index of the first point of each block of columns
};

}  // namespace gs::sim
