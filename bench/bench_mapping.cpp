// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Speed of gs/mapping on one core in CPU time, and the quality reached, on a generated street with traffic.
#include <cmath>

#include "bench/table.h"
#include "gs/core/parallel.h"
#include "gs/mapping/drivable/drivable_area.h"
#include "gs/mapping/ground/ground_points.h"
#include "gs/mapping/mesh/distance_field.h"
#include "gs/mapping/mesh/static_mesh.h"
#include "gs/mapping/odometry/lidar_odometry.h"
#include "gs/mapping/poses/deskew.h"
#include "gs/mapping/poses/pose_refinement.h"
#include "gs/mapping/static_map/normals.h"
#include "gs/mapping/testing/hall.h"
#include "gs/mapping/testing/street.h"

namespace {

using namespace gs;
using namespace gs::mapping;

// Sweeps of a source, kept in memory so that their generation is not timed.
class Kept final : public SweepSource {
 public:
  explicit Kept(SweepSource& source) {
    for (std::size_t i = 0; i < source.count(); ++i) sweeps_.push_back(source.read(i).value());
  }
  std::size_t count() const override { return sweeps_.size(); }
  Result<Sweep> read(std::size_t index) override { return sweeps_[index]; }
  double points() const {
    double sum = 0;
    for (const Sweep& s : sweeps_) sum += static_cast<double>(s.points.size());
    return sum;
  }

 private:
  std::vector<Sweep> sweeps_;
};

// Runs the work and stores its CPU time.
template <class Work>
auto timed(double& cpu_s, Work&& work) {
  const double start = bench::cpu_seconds();
  auto result = work();
  cpu_s = bench::cpu_seconds() - start;
  return result;
}

// Number of moving points, from the intensities, and number of all points.
double moving(const std::vector<MapPoint>& points) {
  double sum = 0;
  for (const MapPoint& p : points) sum += (p.intensity - gs::mapping::testing::kStandsIntensity) * p.count;
  return sum;
}
double all(const std::vector<MapPoint>& points) {
  double sum = 0;
  for (const MapPoint& p : points) sum += p.count;
  return sum;
}

// Points of a map that have a normal.
std::vector<OrientedPoint> oriented(const StaticMap& map) {
  const std::vector<Vec3f> normals = normals_of(map);
  std::vector<OrientedPoint> points;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    if (!(normals[i] == Vec3f{})) points.push_back({map.points[i].position, normals[i], 1});
  }
  return points;
}

// CPU time of the odometry per sweep of 64 x 2048 rays [s]. The first five sweeps, with the search for the speed at the
// start, do not count.
double odometry_seconds() {
  gs::mapping::testing::HallDrive drive;
  drive.hall = gs::mapping::testing::furnished_hall();
  drive.twist = {{0, 0, 0.02}, {10, 0, 0}};
  drive.columns = 2048, drive.rows = 64, drive.sweeps = 25;
  Kept kept(drive);
  LidarOdometry odometry({});
  double seconds = 0;
  for (std::size_t i = 0; i < kept.count(); ++i) {
    const Sweep sweep = kept.read(i).value();
    double once_s = 0;
    timed(once_s, [&] { return odometry.add(sweep).has_value(); });
    if (i >= 5) seconds += once_s / static_cast<double>(kept.count() - 5);
  }
  return seconds;
}

// Hills with a point every 0.2 m, so that every sample of a heightmap at 0.1 m has one within reach.
std::vector<MapPoint> hills(double side_m) {
  std::vector<MapPoint> points;
  for (double y = -0.5 * side_m + 0.05; y < 0.5 * side_m; y += 0.2) {
    for (double x = -0.5 * side_m + 0.05; x < 0.5 * side_m; x += 0.2) {
      points.push_back({{x, y, 2 * std::sin(0.03 * x) * std::cos(0.05 * y)}, 1, 4});
    }
  }
  return points;
}

// A straight path over the hills.
Trajectory across(double side_m) {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 100; ++i) {
    const double x = side_m * (0.01 * i - 0.5) * 0.9;
    poses.push_back({Timestamp::from_seconds(0.1 * i), {{}, {x, 0, 2 * std::sin(0.03 * x)}}});
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

// CPU time of a ground surface of samples x samples, all of it observed.
double heightmap_seconds(int samples) {
  const double side_m = 0.1 * (samples - 1);
  const std::vector<MapPoint> points = hills(side_m);
  const Extent extent{-0.5 * side_m, 0.5 * side_m, -0.5 * side_m, 0.5 * side_m};
  double seconds = 0;
  timed(seconds, [&] { return GroundSurfaceBuilder::run(points, across(side_m), extent, {}).value(); });
  return seconds;
}

// A street with three moving boxes and range noise.
gs::mapping::testing::Street busy_street() {
  gs::mapping::testing::Street street = gs::mapping::testing::furnished_street();
  street.noise_m = 0.02;
  street.boxes.push_back({{60, 1.0, 0.15}, {64.5, 2.8, 1.5}, {-9, 0, 0}});
  street.boxes.push_back({{-5, -3.2, 0.15}, {-0.5, -1.4, 1.6}, {6, 0, 0}});
  street.boxes.push_back({{8, -6.5, 0.15}, {8.5, -6.0, 1.9}, {1.4, 0, 0}});
  return street;
}

// Twenty copies of a sweep of 128 x 1800 points with times, for the row of deskewing.
std::vector<Sweep> skewed_copies(Sweep skewed) {
  skewed.points.resize(230'400, skewed.points.front());
  for (std::size_t i = 0; i < skewed.points.size(); ++i) {
    skewed.time_offset_s.push_back(-0.05f + 0.1f * static_cast<float>(i % 1800) / 1800);
  }
  return std::vector<Sweep>(20, skewed);
}

// CPU times [s] of all steps, and the sizes of their results.
struct Measured {
  double deskew_s = 0, once_s = 0, both_s = 0, segment_s = 0, ground_s = 0, area_s = 0, mesh_s = 0;
  double normals_s = 0, field_s = 0, refine_s = 0;
  double sweeps = 0, points = 0;
  StaticMap map{};
  std::size_t oriented = 0, triangles = 0;
  double area_m2 = 0;
};

Measured measure(std::size_t sweeps) {
  gs::mapping::testing::StreetDrive drive(busy_street(), sweeps, {1800, 64});
  Kept kept(drive);
  const Trajectory path = drive.trajectory();
  NoProgress progress;
  std::vector<Sweep> copies = skewed_copies(kept.read(sweeps / 2).value());
  Measured m;
  m.sweeps = static_cast<double>(sweeps);
  timed(m.deskew_s, [&] {
    for (Sweep& copy : copies) copy = deskew(std::move(copy), path).value();
    return 0;
  });
  timed(m.once_s, [&] { return PointcloudIntegrator::run(kept, {.remove_moving = false}, progress).value(); });
  m.map = timed(m.both_s, [&] { return PointcloudIntegrator::run(kept, {}, progress).value(); });
  const GroundSurface ground =
      timed(m.ground_s, [&] { return GroundSurfaceBuilder::run(m.map.points, path, std::nullopt, {}).value(); });
  const auto area =
      timed(m.area_s, [&] { return DrivableAreaBuilder::ground_connected(ground, m.map.points, path, {}).value(); });
  const Extent extent{-70, 80, -40, 40};
  timed(m.segment_s, [&] { return ground_points(m.map.points, path, extent, {}); });
  const std::vector<OrientedPoint> points = timed(m.normals_s, [&] { return oriented(m.map); });
  timed(m.field_s, [&] { return distance_field(points, 0.1); });
  timed(m.refine_s, [&] { return refine_poses(kept, path, {}, progress).value(); });
  const TriangleMesh mesh = timed(m.mesh_s, [&] { return StaticMeshBuilder::run(m.map, {}).value(); });

  m.points = kept.points();
  m.oriented = points.size(), m.triangles = mesh.triangle_count(), m.area_m2 = area_m2(area);
  return m;
}

void add_rows(const Measured& m, int samples, bench::Table& table) {
  const double out = moving(m.map.moving), in = moving(m.map.points);
  const double kept_share = (all(m.map.points) - in) / (all(m.map.points) - in + all(m.map.moving) - out);
  table.add({.name = "deskew 230400 points",
             .value = 20 / m.deskew_s,
             .unit = "sweeps/s",
             .bar = 100,
             .higher_is_better = true});
  table.add({.name = "integrate", .value = 1e3 * m.once_s / m.sweeps, .unit = "ms/sweep"});
  table.add({.name = "remove moving objects",
             .value = 1e3 * (m.both_s - m.once_s) / m.sweeps,
             .unit = "ms/sweep",
             .bar = 60});
  table.add({.name = "points a sweep", .value = m.points / m.sweeps, .unit = "points"});
  table.add(
      {.name = "standing points kept", .value = 100 * kept_share, .unit = "%", .bar = 97, .higher_is_better = true});
  table.add({.name = "moving points removed",
             .value = 100 * out / (out + in),
             .unit = "%",
             .bar = 97,
             .higher_is_better = true});
  table.add({.name = "map points", .value = static_cast<double>(m.map.points.size()), .unit = "points"});
  table.add({.name = "refine poses", .value = 1e3 * m.refine_s / m.sweeps, .unit = "ms/sweep", .bar = 80});
  table.add({.name = "LiDAR odometry, 64 x 2048", .value = 1e3 * odometry_seconds(), .unit = "ms/sweep", .bar = 60});
  table.add({.name = "ground segmentation, 124 k points",
             .value = 1e3 * m.segment_s * 124e3 / static_cast<double>(m.map.points.size()),
             .unit = "ms",
             .bar = 12});
  table.add({.name = "ground surface", .value = m.ground_s, .unit = "s"});
  table.add({.name = "heightmap 4096 x 4096, all of it seen",
             .value = heightmap_seconds(samples) * square(4096.0 / samples),
             .unit = "s",
             .bar = 10});
  table.add({.name = "ground connected", .value = m.area_s, .unit = "s", .bar = 1});
  table.add({.name = "TSDF with normals, measured points",
             .value = 1e-6 * static_cast<double>(m.map.points_used) / (m.normals_s + m.field_s),
             .unit = "M points/s",
             .bar = 3.5,
             .higher_is_better = true});
  table.add({.name = "TSDF alone, points of the map",
             .value = 1e-6 * static_cast<double>(m.oriented) / m.field_s,
             .unit = "M points/s"});
  table.add({.name = "mesh", .value = m.mesh_s, .unit = "s"});
  table.add({.name = "mesh triangles", .value = static_cast<double>(m.triangles), .unit = "triangles"});
  table.add({.name = "drivable area", .value = m.area_m2, .unit = "m2"});
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_mapping [--sweeps N] [--heightmap SAMPLES]");
  const ScopedThreadCount one_core(1);
  bench::Table table("mapping");
  const Measured measured = measure(static_cast<std::size_t>(arguments.number("sweeps", 60)));
  add_rows(measured, static_cast<int>(arguments.number("heightmap", 4096)), table);
  return table.finish(arguments);
}
