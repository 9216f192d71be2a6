// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/geometry_builder.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/assets/glb/glb.h"
#include "gs/assets/pcd/pcd.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/report/pack_inputs.h"
#include "gs/core/json/json.h"
#include "gs/mapping/drivable/drivable_area.h"
#include "gs/mapping/ground/ground_surface.h"
#include "gs/mapping/mesh/static_mesh.h"
#include "gs/mapping/static_map/static_map.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"

namespace gs::builder {
namespace {

constexpr std::string_view kGeometryComponent = "geometry_builder";
constexpr double kMinBaseLinkShift = 0.05;  // [m] smaller heights are measurement noise

// Ground height of a cell: the median of the points within 0.2 m of the lowest tenth, robust against noise and objects.
double ground_of(const std::vector<double>& ascending) {
  const double low = ascending[ascending.size() / 10];
  const auto end = std::ranges::upper_bound(ascending, low + 0.2);
  return ascending[static_cast<std::size_t>(end - ascending.begin()) / 2];
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Height of base_link if the vehicle hardly moved, so that its LiDAR does not see the ground under the path: from
// square metres within 8 m of the first pose. Slopes and kerbs bias it, so only a large height counts.
double height_above_surroundings(const std::vector<mapping::MapPoint>& map, const Trajectory& trajectory) {
  constexpr double kReach_m = 8, kLeast_m = 0.25;
  const Vec3d first = trajectory.poses().front().map_from_body.translation;
  std::map<std::pair<int64_t, int64_t>, std::vector<double>> around;
  for (const mapping::MapPoint& point : map) {
    const Vec3d away = point.position - first;
    if (std::hypot(away.x, away.y) > kReach_m) continue;
    around[{static_cast<int64_t>(std::floor(away.x)), static_cast<int64_t>(std::floor(away.y))}].push_back(away.z);
  }
  std::vector<double> heights;
  for (auto& [cell, values] : around) {
    std::ranges::sort(values);
    if (values.size() >= 5) heights.push_back(-ground_of(values));
  }
  if (heights.empty()) return 0;
  const double height = median(std::move(heights));
  return std::abs(height) > kLeast_m ? height : 0;
}

// Height of the log's base_link above the ground: the median along the path of its height above the ground of the
// square metre below.
double base_link_height(const std::vector<mapping::MapPoint>& map, const Trajectory& trajectory) {
  const auto cell_of = [](const Vec3d& p) {
    return std::pair{static_cast<int64_t>(std::floor(p.x)), static_cast<int64_t>(std::floor(p.y))};
  };
  std::map<std::pair<int64_t, int64_t>, std::vector<double>> below;
  // Only square metres below the path are of interest.
  for (const StampedPose& pose : trajectory.poses()) below[cell_of(pose.map_from_body.translation)];
  for (const mapping::MapPoint& point : map) {
    if (const auto cell = below.find(cell_of(point.position)); cell != below.end()) {
      cell->second.push_back(point.position.z);
    }
  }
  std::vector<double> heights;
  for (auto& [cell, values] : below) std::ranges::sort(values);
  for (const StampedPose& pose : trajectory.poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    const auto& values = below.at(cell_of(p));
    if (values.size() >= 5) heights.push_back(p.z - ground_of(values));
  }
  if (heights.empty()) return height_above_surroundings(map, trajectory);
  const double height = median(std::move(heights));
  return std::abs(height) > kMinBaseLinkShift ? height : 0;
}

// The trajectory of a base_link on the ground.
Result<Trajectory> lowered(const Trajectory& trajectory, double height) {
  std::vector<StampedPose> poses = trajectory.poses();
  for (StampedPose& pose : poses) pose.map_from_body = pose.map_from_body * Rigid3d{{}, {0, 0, -height}};
  return Trajectory::from_poses(std::move(poses));
}

// Bounding box of the trajectory with a margin; configured sides replace it. The configuration uses the map of the log.
mapping::Extent extent_of(const GeometryConfig& o, const Trajectory& trajectory, double margin_m, Vec3d map_shift) {
  mapping::Extent e = mapping::extent_around(trajectory, margin_m);
  if (o.x_min) e.x_min = *o.x_min - map_shift.x;
  if (o.x_max) e.x_max = *o.x_max - map_shift.x;
  if (o.y_min) e.y_min = *o.y_min - map_shift.y;
  if (o.y_max) e.y_max = *o.y_max - map_shift.y;
  return e;
}

// The same grid in the structure of the bundle.
world::HeightmapData to_heightmap(mapping::GroundSurface ground) {
  world::HeightmapData map{.width = ground.width,
                           .height = ground.height,
                           .resolution = ground.resolution_m,
                           .origin_x = ground.origin_x,
                           .origin_y = ground.origin_y,
                           .data = std::move(ground.heights)};
  world::set_height_range(map);
  return map;
}

Result<void> write_map(const fs::path& path, const std::vector<mapping::MapPoint>& points) {
  std::vector<Vec3f> positions;
  std::vector<float> intensities;
  for (const mapping::MapPoint& point : points) {
    positions.push_back(cast<float>(point.position));
    intensities.push_back(point.intensity);
  }
  return assets::write_pcd(path, positions, intensities);
}

// Bounding box of the map points.
void set_map_box(GeometryReport& report, const std::vector<mapping::MapPoint>& points) {
  report.map_min = report.map_max = points.front().position;
  for (const mapping::MapPoint& point : points) {
    const Vec3d& p = point.position;
    Vec3d &low = report.map_min, &high = report.map_max;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
}

// geometry.json, read by the packer.
Result<void> write_summary(const fs::path& path, const GeometryReport& report) {
  Node node = Node::map();
  node.add("version", Node::of("1.0.0"));
  node.add("base_link_height_m", Node::of(report.base_link_height_m));
  node.add("map_points", Node::of(static_cast<int64_t>(report.map_points)));
  node.add("moving_points", Node::of(static_cast<int64_t>(report.moving_points)));
  node.add("mesh_triangles", Node::of(static_cast<int64_t>(report.mesh_triangles)));
  node.add("ground_samples", Node::of(static_cast<int64_t>(report.ground_samples)));
  const auto list = [](const Vec3d& v) { return Node::list({Node::of(v.x), Node::of(v.y), Node::of(v.z)}); };
  node.add("map_min", list(report.map_min));
  node.add("map_max", list(report.map_max));
  node.add("drivable_m2", Node::of(report.drivable_m2));
  node.add("drivable_occupied_share", Node::of(report.occupied_share));
  return write_file(path, write_json(node));
}

void warn_about_mesh(GeometryReport& report, std::string message) {
  report.problems.add({.severity = Severity::warning,
                       .code = ErrorCode::unsupported,
                       .file = "static_mesh.glb",
                       .message = std::move(message)});
}

// A mesh is optional: if it cannot be built, that is a warning.
Result<void> write_mesh(const fs::path& path, const mapping::StaticMap& map, const GeometryConfig& config,
                        GeometryReport& report) {
  const auto mesh = mapping::StaticMeshBuilder::run(
      map, {.method = config.mesh_method, .voxel_m = std::max(config.mesh_voxel_size, map.voxel_m)});
  if (!mesh) {
    warn_about_mesh(report, "no mesh: " + mesh.error().message);
    return {};
  }
  assets::TriangleMesh out{.indices = mesh->triangles};
  out.positions.reserve(mesh->vertices.size());
  for (const Vec3f& vertex : mesh->vertices) out.positions.push_back(cast<float>(mesh->origin + cast<double>(vertex)));
  report.mesh_triangles = out.triangle_count();
  return assets::write_glb(path, out);
}

// Drivable area by the configured method, with its size and the share that is occupied.
Result<world::DrivableArea> drivable_of(const mapping::GroundSurface& ground, const mapping::StaticMap& map,
                                        const Trajectory& trajectory, const GeometryConfig& config,
                                        GeometryReport& report) {
  const mapping::DrivableOptions options{.buffer_width_m = config.buffer_width,
                                         .simplify_tolerance_m = config.simplify_tolerance};
  auto polygons = config.drivable_method == "ground_connected"
                      ? mapping::DrivableAreaBuilder::ground_connected(ground, map.points, trajectory, options)
                      : mapping::DrivableAreaBuilder::trajectory_buffer(trajectory, options);
  if (!polygons) return std::move(polygons).error().with_context("drivable area");
  report.drivable_m2 = mapping::area_m2(*polygons);
  report.occupied_share = mapping::measure_occupied(*polygons, ground, map.points).share();
  world::DrivableArea area;
  for (mapping::Polygon& polygon : *polygons) {
    area.polygons.push_back({.outer = std::move(polygon.outer),
                             .holes = std::move(polygon.holes),
                             .speed_limit_kmh = config.speed_limit_kmh});
  }
  return area;
}

}  // namespace

BuildResult<GeometryReport> GeometryBuilder::run(const Workspace& workspace, const Options& options,
                                                 Progress& progress) {
  GeometryReport report;
  GS_TRY(const Trajectory trajectory, recorded_poses(workspace));
  // 1. Static map without moving objects.
  GS_TRY(const mapping::StaticMap map, integrate_sweeps(workspace, progress));
  report.points_read = map.points_read, report.map_points = map.points.size();
  report.moving_points = map.moving.size();
  if (map.points.size() < kMinMapPoints) {
    return BuildError(BuildCode::pointcloud_empty, std::string(kGeometryComponent),
                      format("the map has {} points of {} recorded; {} are needed", map.points.size(), map.points_read,
                             kMinMapPoints),
                      "check that the log has LiDAR sweeps at times with known poses");
  }

  set_map_box(report, map.points);
  // base_link must run on the ground, because the ground grows from under the path.
  report.base_link_height_m = base_link_height(map.points, trajectory);
  GS_TRY(const Trajectory on_ground, lowered(trajectory, report.base_link_height_m));
  // 2. Ground, from the lowered trajectory.
  const mapping::GroundOptions ground_options{.resolution_m = options.resolution,
                                              .median_kernel = options.median_kernel,
                                              .outlier_threshold_m = options.outlier_threshold};
  GS_TRY(const Node source, read_json(workspace.folder(Step::mcap_ingest) / "source.json"));
  const Vec3d map_shift = vector_of(source, "map_shift").value_or(Vec3d{});
  const mapping::Extent extent = extent_of(options, on_ground, ground_options.margin_m, map_shift);
  auto ground = mapping::GroundSurfaceBuilder::run(map.points, on_ground, extent, ground_options);
  if (!ground) {
    Error error = std::move(ground).error();
    if (error.hint.empty())
      error.hint = "set heightmap.extent in geometry_config.yaml to an area around the driven path, or leave it out";
    return BuildError(BuildCode::heightmap_invalid, std::string(kGeometryComponent), std::move(error));
  }
  // 3. Drivable area on that ground.
  GS_TRY(const world::DrivableArea drivable, drivable_of(*ground, map, on_ground, options, report));
  const world::HeightmapData heights = to_heightmap(*std::move(ground));
  report.heightmap_width = heights.width, report.heightmap_height = heights.height;
  report.ground_samples =
      static_cast<uint64_t>(std::ranges::count_if(heights.data, [](float h) { return std::isfinite(h); }));
  if (report.ground_samples == 0) {
    return BuildError(BuildCode::heightmap_invalid, std::string(kGeometryComponent),
                      "the heightmap has no known sample", "widen heightmap.extent in geometry_config.yaml");
  }
  // 4. Write everything, with the mesh if it is enabled.
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::geometry_builder));
  GS_CHECK(write_map(folder.path() / "point_cloud_map.pcd", map.points));
  GS_CHECK(write_map(folder.path() / "moving_points.pcd", map.moving));
  GS_CHECK(world::save_heightmap(heights, folder.path() / "heightmap.yaml", folder.path() / "heightmap.bin"));
  GS_CHECK(write_file(folder.path() / "drivable.geojson", world::write_drivable(drivable)));
  if (options.mesh_enable) GS_CHECK(write_mesh(folder.path() / "static_mesh.glb", map, options, report));
  GS_CHECK(write_summary(folder.path() / "geometry.json", report));
  GS_CHECK(folder.commit());
  return report;
}

}  // namespace gs::builder
