// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Moving objects of synthetic drives: how many are found and followed, and at what cost.
#include <algorithm>
#include <cstdio>

#include "bench/actors/box_scores.h"
#include "bench/actors/track_scores.h"
#include "bench/geometry/synth_sweeps.h"
#include "bench/table.h"
#include "gs/core/format.h"
#include "gs/mapping/actors/track_objects.h"
#include "gs/mapping/objects/build_objects.h"

namespace {

using namespace gs;

bench::GroundBox box_at(const synth::Scene& scene, std::size_t object, double time_s) {
  const Rigid3d pose = scene.map_from_object(object, time_s);
  const synth::ObjectBox box = scene.box_of(object, time_s);
  const Vec3d middle = (box.low + box.high) * 0.5;
  return {pose * Vec3d{middle.x, middle.y, box.low.z}, to_rpy(pose.rotation).yaw, box.size().x, box.size().y};
}

bench::TrackTruth truth_of(const bench::SynthSweeps& drive) {
  bench::TrackTruth truth{.instances = drive.instances()};
  const synth::Scene& scene = drive.scene();
  for (std::size_t object = 0; object < scene.object_count(); ++object) {
    bench::TruthObject& own = truth.objects.emplace_back();
    own.instance = scene.instance_of(object);
    own.kind = scene.street().objects[own.instance - 1].kind;
    for (std::size_t s = 0; s < drive.count(); ++s) {
      const double time_s = 0.1 * static_cast<double>(s) + 0.05;
      own.boxes.push_back(scene.exists(object, time_s) ? std::optional(box_at(scene, object, time_s)) : std::nullopt);
    }
  }
  return truth;
}

void add_tracks(const bench::TrackScore& score, const std::string& name, bench::Table& table) {
  const auto real = [](std::size_t n) { return static_cast<double>(n); };
  table.add(
      {.name = name + "objects found",
       .value = 100 * real(score.found) / std::max(1.0, real(score.objects)),
       .unit = "%",
       .bar = 95,
       .higher_is_better = true,
       .note = std::to_string(score.found) + " of " + std::to_string(score.objects) + "; missed: " + score.missed});
  table.add({.name = name + "false tracks",
             .value = real(score.false_tracks),
             .unit = "tracks",
             .bar = 0,
             .note = "of " + std::to_string(score.tracks)});
  table.add({.name = name + "identity switches", .value = real(score.switches), .bar = 0});
  table.add({.name = name + "further tracks of an object", .value = real(score.pieces), .unit = "tracks"});
  table.add({.name = name + "moving points marked",
             .value = 100 * score.moving_marked,
             .unit = "%",
             .bar = 95,
             .higher_is_better = true});
  table.add({.name = name + "other points marked", .value = 100 * score.standing_marked, .unit = "%", .bar = 1});
  table.add({.name = name + "points on the object of their track", .value = 100 * score.pure, .unit = "%"});
  table.add({.name = name + "speed, median error", .value = score.speed_error_mps, .unit = "m/s"});
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void add_boxes(const bench::BoxScore& score, const std::string& name, bench::Table& table) {
  const auto share = [](std::size_t a, std::size_t b) { return static_cast<double>(a) / static_cast<double>(b); };
  constexpr const char* kRanges[] = {"0 to 20 m", "20 to 40 m", "40 to 60 m"};
  for (const auto& [kind, ranges] : score.classes) {
    for (std::size_t r = 0; r < ranges.size(); ++r) {
      const bench::BoxErrors& e = ranges[r];
      if (e.boxes == 0) continue;
      table.add({.name = name + kind + ", " + kRanges[r] + ", boxes found",
                 .value = share(e.found, e.boxes),
                 .bar = 0.95,
                 .higher_is_better = true,
                 .note = gs::format(
                     "{} of {}; centre {:.3f} / {:.3f} m, yaw {:.2f} deg, length {:.3f} m, width {:.3f} m", e.found,
                     e.boxes, percentile(e.centre_m, 0.5), percentile(e.centre_m, 0.95),
                     percentile(e.yaw_rad, 0.5) * 180 / kPi, percentile(e.length_m, 0.5), percentile(e.width_m, 0.5))});
    }
  }
  for (std::size_t r = 0; r < bench::BoxScore::kRanges; ++r) {
    for (const bool vehicles : {true, false}) {
      const bench::BoxCounts& own = (vehicles ? score.vehicles : score.others)[r];
      if (own.boxes == 0) continue;
      table.add({.name = name + (vehicles ? "vehicles, " : "people and two-wheelers, ") + kRanges[r] + ", right boxes",
                 .value = share(own.right, own.boxes),
                 .bar = 0.95,
                 .higher_is_better = true,
                 .note = gs::format("of {}", own.boxes)});
    }
  }
}

// One line for every object found and every track without one.
void print_build(const mapping::ObjectBuild& build) {
  for (const mapping::MovingObjectModel& m : build.objects) {
    std::printf("track %u: %s %.2f x %.2f x %.2f m, measured %d%d%d, misfit %.3f m\n", m.track,
                std::string(mapping::name_of(m.type)).c_str(), m.size.x, m.size.y, m.size.z, m.measured[0],
                m.measured[1], m.measured[2], m.misfit_m);
  }
  for (const mapping::RejectedTrack& r : build.rejected) {
    if (r.sightings < 4) continue;
    std::printf("track %u: %s, %zu points, travelled %.2f m\n", r.track,
                std::string(mapping::name_of(r.reason)).c_str(), r.points, r.travelled_m);
  }
}

Result<void> measure(const synth::DriveOptions& options, bool print_objects, bench::Table& table) {
  GS_TRY(bench::SynthSweeps drive, bench::SynthSweeps::drive(options));
  const mapping::ObjectExtent ego{{-1.2, -1.1, 0}, {4, 1.1, 1.7}};
  NoProgress progress;
  const double start = bench::cpu_seconds();
  GS_TRY(auto tracks, mapping::ObjectTracker::run(drive, std::span(&ego, 1), {}, progress));
  const double followed = bench::cpu_seconds();
  const auto ground = [&](double x, double y) { return std::optional(drive.road().ground_height(Vec2d{x, y})); };
  GS_TRY(const auto build, mapping::build_objects(drive, tracks, ground, {}, progress));
  const double built = bench::cpu_seconds();
  const std::string name = options.traffic_preset + ", " + options.lidar + ": ";
  for (const mapping::RejectedTrack& r : build.rejected) tracks[r.track].rejection = r.reason;
  const bench::TrackTruth truth = truth_of(drive);
  const bench::TrackScore score = bench::score_tracks(drive.sweeps(), tracks, truth, 60);
  add_tracks(score, name, table);
  table.add(
      {.name = name + "CPU time of tracks / duration", .value = (followed - start) / options.duration_s, .bar = 2});
  const bench::BoxScore boxes = bench::score_boxes(drive.sweeps(), build.objects, truth);
  add_boxes(boxes, name, table);
  table.add({.name = name + "CPU time of objects / duration", .value = (built - followed) / options.duration_s});
  if (print_objects) print_build(build);
  if (print_objects) std::printf("%s%s", score.objects_text.c_str(), boxes.misses.c_str());
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_actors [--duration SECONDS] [--preset NAME] [--lidar NAME] [--seed N] "
                                   "[--objects yes: one line an object]");
  synth::DriveOptions options;
  options.duration_s = arguments.number("duration", 30);
  options.cameras = {"none"};
  options.traffic_preset = arguments.text("preset", "mixed");
  options.lidar = arguments.text("lidar", "os1_64");
  options.street.seed = static_cast<int>(arguments.number("seed", static_cast<double>(options.street.seed)));
  bench::Table table("actors");
  const auto done = measure(options, arguments.has("objects"), table);
  if (!done) {
    std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
    return 1;
  }
  return table.finish(arguments);
}
