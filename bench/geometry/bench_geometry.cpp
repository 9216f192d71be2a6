// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Accuracy of world geometry: synthetic drives with known surfaces are processed by gs/mapping. The default duration is
// half of the published measurement (--duration 30).
#include "bench/geometry/geometry_scores.h"
#include "bench/geometry/pose_scores.h"
#include "bench/table.h"
#include "gs/mapping/poses/pose_refinement.h"

namespace {

using namespace gs;
using namespace gs::mapping;

// Rows of one score each; `name` is the prefix of the row names.
void add_heights(bench::Table& table, const std::string& name, const bench::HeightScore& score) {
  table.add({.name = name + "heightmap RMSE", .value = score.rmse_m, .unit = "m", .bar = 0.02});
  table.add({.name = name + "heightmap, 95 % of errors", .value = score.p95_m, .unit = "m", .bar = 0.04});
  table.add({.name = name + "road covered within 15 m",
             .value = 100 * score.road_covered,
             .unit = "%",
             .bar = 98,
             .higher_is_better = true});
  table.add({.name = name + "poses without ground",
             .value = static_cast<double>(score.unknown_poses),
             .unit = "poses",
             .bar = 0});
}

void add_area(bench::Table& table, const std::string& name, const bench::AreaScore& score) {
  table.add({.name = name + "ground_connected, IoU",
             .value = score.iou,
             .bar = 0.92,
             .higher_is_better = true,
             .note = "true area: between the kerbs, where nothing stands"});
  table.add({.name = name + "ground_connected, IoU with all of the road", .value = score.iou_of_road});
}

void add_mesh(bench::Table& table, const std::string& name, const bench::MeshScore& score, const TriangleMesh& mesh,
              double length_m) {
  table.add({.name = name + ": mean error", .value = score.mean_m, .unit = "m", .bar = 0.03});
  table.add({.name = name + ": 95 % of errors", .value = score.p95_m, .unit = "m"});
  table.add({.name = name + ": complete within 0.1 m",
             .value = 100 * score.complete,
             .unit = "%",
             .bar = 90,
             .higher_is_better = true});
  table.add({.name = name + ": triangles for 300 m",
             .value = static_cast<double>(mesh.triangle_count()) * 300 / length_m,
             .unit = "triangles",
             .bar = 2e6});
}

// Sweeps as recorded: only odometry poses are known.
class Recorded final : public SweepSource {
 public:
  explicit Recorded(const std::vector<Sweep>& sweeps) : sweeps_(sweeps) {}
  std::size_t count() const override { return sweeps_.size(); }
  Result<Sweep> read(std::size_t index) override { return sweeps_[index]; }

 private:
  const std::vector<Sweep>& sweeps_;
};

// Refines poses with an artificial drift; the bound is the error before the refinement.
Result<void> measure_refinement(const synth::DriveOptions& options, bench::Table& table) {
  GS_TRY(const bench::SynthSweeps drive, bench::SynthSweeps::drive(options));
  const Trajectory odometry = bench::drifted(drive.trajectory());
  Recorded sweeps(drive.raw());
  NoProgress progress;
  const double start = bench::cpu_seconds();
  GS_TRY(const RefinedPoses refined, refine_poses(sweeps, odometry, {}, progress));
  const double cpu_s = bench::cpu_seconds() - start;
  const bench::PoseScore before = bench::score_poses(drive.trajectory(), odometry);
  const bench::PoseScore after = bench::score_poses(drive.trajectory(), refined.trajectory);
  table.add({.name = "refine_poses: position RMS",
             .value = after.position_m,
             .unit = "m",
             .bound = before.position_m,
             .bar = 0.02,
             .note = "bound: with the drift of 0.3 m and 1 degree"});
  table.add({.name = "refine_poses: rotation RMS",
             .value = after.turn_deg,
             .unit = "deg",
             .bound = before.turn_deg,
             .bar = 0.05});
  table.add({.name = "refine_poses: CPU time",
             .value = 1e3 * cpu_s / static_cast<double>(drive.count()),
             .unit = "ms/sweep",
             .bar = 80});
  return {};
}

// All geometry of a world.
struct Built {
  StaticMap map;
  GroundSurface ground;
  std::vector<Polygon> connected, buffer;
  TriangleMesh mesh;
};

// The steps of the builder that make geometry, with default options.
Result<Built> build(bench::SynthSweeps& drive) {
  NoProgress progress;
  Built built;
  GS_TRY(built.map, PointcloudIntegrator::run(drive, {}, progress));
  GS_TRY(built.ground, GroundSurfaceBuilder::run(built.map.points, drive.trajectory(), std::nullopt, {}));
  GS_TRY(built.connected,
         DrivableAreaBuilder::ground_connected(built.ground, built.map.points, drive.trajectory(), {}));
  GS_TRY(built.buffer, DrivableAreaBuilder::trajectory_buffer(drive.trajectory(), {}));
  GS_TRY(built.mesh, StaticMeshBuilder::run(built.map, {}));
  return built;
}

// Rows of one drive: moving objects, heights, drivable area, mesh.
Result<void> measure(const std::string& name, const synth::DriveOptions& options, bench::Table& table) {
  GS_TRY(bench::SynthSweeps drive, bench::SynthSweeps::drive(options));
  GS_TRY(const Built built, build(drive));
  const double length_m = drive.trajectory().length_m();
  const bench::MovingScore moving = bench::score_moving(built.map);
  table.add({.name = name + "standing points kept (SA)",
             .value = 100 * moving.standing_kept,
             .unit = "%",
             .bar = 97,
             .higher_is_better = true});
  if (options.traffic) {
    table.add({.name = name + "moving points removed (DA)",
               .value = 100 * moving.moving_removed,
               .unit = "%",
               .bar = 97,
               .higher_is_better = true});
    table.add({.name = name + "moving points", .value = 100 * moving.moving_share, .unit = "% of all"});
  }
  add_heights(table, name, bench::score_heights(built.ground, drive));
  add_area(table, name, bench::score_area(built.connected, drive));
  table.add({.name = name + "poses outside trajectory_buffer",
             .value = static_cast<double>(bench::poses_outside(built.buffer, drive.trajectory())),
             .unit = "poses",
             .bar = 0});
  add_mesh(table, name + "mesh, tsdf", bench::score_mesh(built.mesh, drive), built.mesh, length_m);
  if (!options.traffic) return {};
  GS_TRY(const TriangleMesh poisson, StaticMeshBuilder::run(built.map, {.method = "poisson"}));
  add_mesh(table, name + "mesh, poisson", bench::score_mesh(poisson, drive), poisson, length_m);
  return {};
}

// Rows of the drivable area of one street: the default rule, and the plain buffer beside it.
Result<void> measure_drivable(const std::string& name, const synth::DriveOptions& options, bench::Table& table) {
  GS_TRY(bench::SynthSweeps drive, bench::SynthSweeps::drive(options));
  NoProgress progress;
  GS_TRY(const StaticMap map, PointcloudIntegrator::run(drive, {}, progress));
  GS_TRY(const GroundSurface ground,
         GroundSurfaceBuilder::run(map.points, drive.trajectory(), std::nullopt, GroundOptions{}));
  const DrivableOptions defaults;
  GS_TRY(const auto connected, DrivableAreaBuilder::ground_connected(ground, map.points, drive.trajectory(), defaults));
  GS_TRY(const auto buffer, DrivableAreaBuilder::trajectory_buffer(drive.trajectory(), defaults));
  const auto add = [&](const char* what, const char* unit, bool higher, double bar, const auto& score) {
    table.add({.name = name + what,
               .value = score(connected),
               .unit = unit,
               .bound = score(buffer),
               .bar = bar,
               .higher_is_better = higher,
               .note = "bound: trajectory_buffer"});
  };
  add("IoU within 10 m of the path", "", true, 0.9,
      [&](const std::vector<Polygon>& area) { return bench::score_area(area, drive, defaults.buffer_width_m).iou; });
  add("cells inside buildings", "cells", false, 0,
      [&](const std::vector<Polygon>& area) { return static_cast<double>(bench::cells_in_buildings(area, drive)); });
  add("something 0.4 to 2 m high stands on", "%", false, 2,
      [&](const std::vector<Polygon>& area) { return 100 * measure_occupied(area, ground, map.points).share(); });
  return {};
}

// The drivable area of four courses with traffic.
Result<void> measure_drivable_streets(synth::DriveOptions options, bench::Table& table) {
  options.traffic = true;
  synth::DriveOptions straight = options, loop = options, junction = options;
  straight.street.curvature_per_m = 0;
  loop.street.shape = "loop";
  junction.street.shape = "junction";
  junction.ego.start_s_m = 120;  // into the turn, which is in the middle of the road
  GS_CHECK(measure_drivable("drivable, straight: ", straight, table));
  GS_CHECK(measure_drivable("drivable, road: ", options, table));
  GS_CHECK(measure_drivable("drivable, loop: ", loop, table));
  return measure_drivable("drivable, junction: ", junction, table);
}

Result<void> run(double duration_s, const std::string& only, bench::Table& table) {
  synth::DriveOptions options;  // LiDAR 64 x 1024 at 10 Hz
  options.cameras.clear();
  options.duration_s = duration_s;
  if (only.empty() || only == "thickness") {
    synth::DriveOptions exact = options;
    exact.duration_s = std::min(duration_s, 5.0);
    exact.ego.start_s_m = 125;  // over the crest and into the bend
    exact.lidar_noise = {.range_noise_m = 0, .ray_drop = false};
    GS_TRY(const bench::SynthSweeps drive, bench::SynthSweeps::drive(exact));
    table.add({.name = "map thickness on the road, noise off",
               .value = bench::map_thickness_m(drive),
               .unit = "m",
               .bar = 0.015});
  }
  if (only.empty() || only == "empty") GS_CHECK(measure("empty street: ", options, table));
  if (only.empty() || only == "drivable") GS_CHECK(measure_drivable_streets(options, table));
  options.traffic = true;
  if (only.empty() || only == "poses") GS_CHECK(measure_refinement(options, table));
  if (only.empty() || only == "traffic") GS_CHECK(measure("traffic: ", options, table));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_geometry [--duration S] [--only thickness|poses|empty|traffic|drivable]");
  bench::Table table("geometry against synthetic truth");
  const auto done = run(arguments.number("duration", 15), arguments.text("only", ""), table);
  if (!done) {
    fprintf(stderr, "%s\n", done.error().message.c_str());
    return 1;
  }
  return table.finish(arguments);
}
