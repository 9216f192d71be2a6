// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every option of the mapping algorithms must change a result.
#include <gtest/gtest.h>

#include <cstring>

#include "gs/core/testing/option_sweep.h"
#include "gs/mapping/drivable/drivable_area.h"
#include "gs/mapping/ground/ground_surface.h"
#include "gs/mapping/mesh/static_mesh.h"
#include "gs/mapping/odometry/lidar_odometry.h"
#include "gs/mapping/poses/pose_refinement.h"
#include "gs/mapping/static_map/static_map.h"
#include "gs/mapping/testing/hall.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::Street;
using testing::StreetDrive;

template <class T>
void append(std::string& out, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = out.size();
  out.resize(at + values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(out.data() + at, values.data(), values.size() * sizeof(T));
}

std::string bytes_of(const std::vector<MapPoint>& points) {
  std::vector<double> numbers;
  for (const MapPoint& p : points) {
    numbers.insert(numbers.end(), {p.position.x, p.position.y, p.position.z, double{p.intensity}, double(p.count)});
  }
  std::string out;
  append(out, numbers);
  return out;
}

std::string bytes_of(const Result<std::vector<Polygon>>& area) {
  if (!area) return "refused: " + area.error().message;
  std::string out;
  for (const Polygon& polygon : *area) {
    append(out, polygon.outer);
    for (const Ring& hole : polygon.holes) append(out, hole);
    out += "|";
  }
  return out;
}

// A sloping street with parked cars on the road, an oncoming one, houses, and noise.
Street busy_street() {
  Street street{.slope = 0.05, .noise_m = 0.02};
  for (int i = -4; i < 6; ++i) {
    street.boxes.push_back({{8.0 * i, 7.2, -5}, {8.0 * i + 4, 8, 6}});
    street.boxes.push_back({{8.0 * i + 2, -9, -5}, {8.0 * i + 5, -8.3, 5}});
  }
  street.boxes.push_back({{-12, 2.6, -5}, {-8, 4, 1.2}});
  street.boxes.push_back({{-17, -2.6, -5}, {-15.5, -1.6, 1.2}});  // drivable ground all around it
  street.boxes.push_back({{2, -3.9, -5}, {2.6, -3.3, 0.7}});
  street.boxes.push_back({{12, -3.4, -2}, {16, -1.6, 2.4}, {-9, 0, 0}});
  return street;
}

constexpr std::size_t kSweeps = 16;
constexpr testing::Beams kBeams{.columns = 360, .rows = 32};

StaticMap map_with(const StaticMapOptions& options) {
  StreetDrive drive(busy_street(), kSweeps, kBeams);
  NoProgress progress;
  return PointcloudIntegrator::run(drive, options, progress).value();
}
const StaticMap& busy_map() {
  static const StaticMap map = map_with({});
  return map;
}
Trajectory busy_path() { return StreetDrive(busy_street(), kSweeps, kBeams).trajectory(); }

TEST(MappingOptions, OfTheStaticMapAreRead) {
  const OptionChanges changes{
      {"voxel_m", {{"0.2"}}},         {"min_range_m", {{"6"}}},      {"max_range_m", {{"20"}}},
      {"remove_moving", {{"false"}}}, {"evidence_voxel_m", {{"1"}}}, {"min_seen_through", {{"5"}}},
      {"ground_guard_m", {{"0.9"}}},
  };
  expect_every_option_is_read<StaticMapOptions>({}, changes, [](const StaticMapOptions& options) {
    const StaticMap map = map_with(options);
    return bytes_of(map.points) + "|" + bytes_of(map.moving);
  });
}

TEST(MappingOptions, OfTheGroundAreRead) {
  const OptionChanges changes{
      {"resolution_m", {{"0.25"}}},
      {"margin_m", {{"12"}}},
      {"max_slope", {{"0.01"}, {{"max_step_m", {"0.01"}}}}},
      {"max_step_m", {{"0.01"}, {{"max_slope", {"0.05"}}}}},
      {"median_kernel", {{"1"}}},
      {"outlier_threshold_m", {{"0.02"}}},
      {"max_hole_m2", {{"0"}}},
      {"path_half_width_m", {{"0.2"}, {{"max_hole_m2", {"0"}}}}},
  };
  expect_every_option_is_read<GroundOptions>({}, changes, [](const GroundOptions& options) {
    const auto ground = GroundSurfaceBuilder::run(busy_map().points, busy_path(), std::nullopt, options);
    if (!ground) return "refused: " + ground.error().message;
    std::string out;
    append(out, ground->heights);
    return out;
  });
}

TEST(MappingOptions, OfTheDrivableAreaAreRead) {
  const GroundSurface ground = GroundSurfaceBuilder::run(busy_map().points, busy_path(), std::nullopt, {}).value();
  const OptionChanges changes{
      {"buffer_width_m", {{"4"}}}, {"simplify_tolerance_m", {{"0"}}}, {"max_slope", {{"2"}}},
      {"min_passage_m", {{"4"}}},  {"min_hole_m2", {{"200"}}},        {"path_half_width_m", {{"5"}}},
      {"obstacle_low_m", {{"2"}}}, {"obstacle_high_m", {{"0.5"}}},
  };
  expect_every_option_is_read<DrivableOptions>({}, changes, [&](const DrivableOptions& options) {
    return bytes_of(DrivableAreaBuilder::trajectory_buffer(busy_path(), options)) + "|" +
           bytes_of(DrivableAreaBuilder::ground_connected(ground, busy_map().points, busy_path(), options));
  });
}

TEST(MappingOptions, OfTheMeshAreRead) {
  const OptionChanges changes{
      {"method", {{"poisson"}}},     {"voxel_m", {{"0.3"}}},
      {"min_weight", {{"3"}}},       {"min_component_triangles", {{"5000"}}},
      {"max_triangles", {{"1000"}}}, {"max_error_m", {{"0.2"}}},
  };
  expect_every_option_is_read<MeshOptions>({.voxel_m = 0.2}, changes, [](const MeshOptions& options) {
    const auto mesh = StaticMeshBuilder::run(busy_map(), options);
    if (!mesh) return "refused: " + mesh.error().message;
    std::string out;
    append(out, mesh->vertices);
    append(out, mesh->triangles);
    return out;
  });
}

TEST(MappingOptions, OfPoseRefinementAreRead) {
  std::vector<StampedPose> poses = busy_path().poses();
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i].map_from_body.translation.y += 0.01 * static_cast<double>(i);
  const Trajectory odometry = Trajectory::from_poses(std::move(poses)).value();
  const OptionChanges changes{
      {"map_voxel_m", {{"1"}}},      {"thinning_m", {{"0.5"}}},        {"min_range_m", {{"6"}}},
      {"max_range_m", {{"20"}}},     {"gate_m", {{"0.05"}}},           {"iterations", {{"1"}}},
      {"step_sigma_m", {{"0.001"}}}, {"step_sigma_rad", {{"0.0001"}}}, {"min_matches", {{"1000000"}}},
      {"min_age_s", {{"0.05"}}},     {"hold_out_every", {{"3"}}},      {"backwards", {{"true"}}},
  };
  expect_every_option_is_read<PoseRefinementOptions>({}, changes, [&](const PoseRefinementOptions& options) {
    StreetDrive drive(busy_street(), kSweeps, kBeams);
    NoProgress progress;
    const auto refined = refine_poses(drive, odometry, options, progress);
    if (!refined) return "refused: " + refined.error().message;
    std::vector<Vec3d> positions;
    for (const StampedPose& pose : refined->trajectory.poses()) positions.push_back(pose.map_from_body.translation);
    std::string out;
    append(out, positions);
    return out;
  });
}

TEST(MappingOptions, OfTheOdometryAreRead) {
  testing::HallDrive drive;
  drive.hall = testing::furnished_hall();
  drive.twist = {{0, 0, 0.05}, {6, 0, 0}};
  std::vector<StampedPose> wheels;
  for (int i = -2; i < 12; ++i) wheels.push_back({Timestamp::from_seconds(100 + 0.1 * i), drive.pose(0.105 * i)});
  const Trajectory odometry = Trajectory::from_poses(std::move(wheels)).value();
  const OptionChanges changes{
      {"map_voxel_m", {{"1.7"}}},     {"map_thinning_m", {{"0.4"}}},     {"thinning_m", {{"1"}}},
      {"min_range_m", {{"9"}}},       {"max_range_m", {{"25"}}},         {"iterations", {{"2"}}},
      {"min_matches", {{"1000000"}}}, {"odometry_sigma_m", {{"0.001"}}}, {"odometry_sigma_rad", {{"0.0001"}}},
  };
  expect_every_option_is_read<OdometryOptions>({}, changes, [&](const OdometryOptions& options) {
    LidarOdometry track(options, {.odometry = &odometry});
    for (std::size_t i = 0; i < 6; ++i) {
      if (const auto added = track.add(drive.read(i).value()); !added) return "refused: " + added.error().message;
    }
    std::vector<Vec3d> positions;
    for (const OdometryPose& pose : track.poses()) positions.push_back(pose.map_from_base.translation);
    std::string out;
    append(out, positions);
    return out;
  });
}

}  // namespace
}  // namespace gs::mapping
