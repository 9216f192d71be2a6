// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Moving objects of synthetic drives: how many are found and followed, and at what cost.
#include "bench/actors/track_scores.h"
#include "bench/geometry/synth_sweeps.h"
#include "bench/table.h"
#include "gs/mapping/actors/track_objects.h"

namespace {

using namespace gs;

bench::TrackTruth truth_of(const bench::SynthSweeps& drive) {
  bench::TrackTruth truth{.instances = drive.instances()};
  const synth::Scene& scene = drive.scene();
  for (std::size_t object = 0; object < scene.object_count(); ++object) {
    bench::TruthObject& own = truth.objects.emplace_back();
    own.instance = scene.instance_of(object);
    own.kind = scene.street().objects[own.instance - 1].kind;
    for (std::size_t s = 0; s < drive.count(); ++s) {
      const double time_s = 0.1 * static_cast<double>(s) + 0.05;
      own.poses.push_back(scene.exists(object, time_s) ? std::optional(scene.map_from_object(object, time_s))
                                                       : std::nullopt);
    }
  }
  return truth;
}

Result<void> measure(const std::string& preset, const std::string& lidar, double seconds, bench::Table& table) {
  synth::DriveOptions options;
  options.duration_s = seconds;
  options.cameras = {"none"};
  options.traffic_preset = preset;
  options.lidar = lidar;
  GS_TRY(bench::SynthSweeps drive, bench::SynthSweeps::drive(options));
  const mapping::ObjectExtent ego{{-1.2, -1.1, 0}, {4, 1.1, 1.7}};
  NoProgress progress;
  const double start = bench::cpu_seconds();
  GS_TRY(const auto tracks, mapping::ObjectTracker::run(drive, std::span(&ego, 1), {}, progress));
  const double cpu_s = bench::cpu_seconds() - start;
  const bench::TrackScore score = bench::score_tracks(drive.sweeps(), tracks, truth_of(drive), 60);
  const std::string name = preset + ", " + lidar + ": ";
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
  table.add({.name = name + "CPU time / duration", .value = cpu_s / seconds, .bar = 2});
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_actors [--duration SECONDS] [--preset NAME] [--lidar NAME]");
  bench::Table table("actors");
  const auto done = measure(arguments.text("preset", "mixed"), arguments.text("lidar", "os1_64"),
                            arguments.number("duration", 30), table);
  if (!done) {
    std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
    return 1;
  }
  return table.finish(arguments);
}
