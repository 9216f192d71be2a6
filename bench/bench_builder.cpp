// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Builds worlds from logs: ingest rates and memory, the time of everything but training, and a real drive.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "bench/table.h"
#include "gs/assets/image/jpeg.h"
#include "gs/builder/pipeline.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/core/parallel.h"
#include "gs/importers/kitti/import.h"
#include "gs/logio/mcap/writer.h"
#include "gs/world/validate/validate.h"

namespace {

using namespace gs;
using builder::testing::DriveRecipe;
using builder::testing::write_drive;

// The value of a result; on error, prints it and ends the program.
template <class T>
T need(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
  std::exit(1);
}
template <class T>
T need(builder::BuildResult<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s", to_text(result.error()).c_str());
  std::exit(1);
}
void need(const Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
  std::exit(1);
}

// Files of one benchmark run.
struct Place {
  fs::path folder;
  fs::path log = folder / "drive.mcap";
  fs::path workspace = folder / "workspace";
};

// Ingests the log into the workspace.
builder::IngestReport run_ingest(const Place& place) {
  NoProgress quiet;
  return need(builder::McapIngest::run(need(builder::Workspace::open(place.workspace)), {.log = place.log}, quiet));
}

double log_megabytes(const Place& place) { return static_cast<double>(fs::file_size(place.log)) / 1e6; }

// MB/s of raw images that one core compresses to JPEG without any other work: the images of the last ingest again.
double jpeg_bound(const Place& place, double megabytes) {
  const fs::path picture = place.workspace / "00_mcap_ingest/raw_extract/images/camera_front/0000000000.jpg";
  const assets::Image image = need(assets::read_jpeg(picture));
  assets::JpegEncoder encoder;
  constexpr int kImages = 40;
  const double cpu = bench::cpu_seconds();
  for (int i = 0; i < kImages; ++i) need(encoder.encode(assets::view_of(image), {.quality = 95}));
  return kImages * megabytes / (bench::cpu_seconds() - cpu);
}

// Ingest rates: JPEG images are copied, raw images are compressed.
void ingest_rows(bench::Table& table, const Place& place, int repetitions) {
  const DriveRecipe jpeg{.duration_s = 10, .lidar = false, .textured = true, .width = 1920, .height = 1080};
  need(write_drive(place.log, jpeg));
  builder::IngestReport report;
  const double jpeg_s = bench::median_seconds(repetitions, [&] { report = run_ingest(place); });
  table.add({.name = "ingest, full-HD JPEG passed through",
             .value = static_cast<double>(report.images) / jpeg_s,
             .unit = "frames/s",
             .bar = 60,
             .higher_is_better = true,
             .note = format("{} frames, {:.0f} MB", report.images, log_megabytes(place))});

  for (const bool stored : {true, false}) {
    DriveRecipe raw{.duration_s = 6, .lidar = false, .textured = true, .width = 1280, .height = 720};
    raw.raw_images = true, raw.stored = stored;
    need(write_drive(place.log, raw));
    const double megabytes = 3e-6 * raw.width * raw.height;
    const double cpu = bench::cpu_seconds();
    const double raw_s = bench::median_seconds(repetitions, [&] { report = run_ingest(place); });
    const double cpu_s = (bench::cpu_seconds() - cpu) / (repetitions + 1);  // the warm-up run is included in both
    table.add({.name = format("ingest, raw 1280 x 720 to JPEG, {}", stored ? "stored chunks" : "zstd chunks"),
               .value = static_cast<double>(report.images) * megabytes / raw_s,
               .unit = "MB/s",
               .bound = thread_count() * jpeg_bound(place, megabytes),
               .bar = 400,
               .higher_is_better = true,
               .note = format("{} images, {} threads, {:.0f} MB/CPU s; bound: TurboJPEG alone, quality 95",
                              report.images, thread_count(), static_cast<double>(report.images) * megabytes / cpu_s)});
  }
}

// A build of everything but training.
builder::BuildRequest request_for(const Place& place) {
  builder::BuildRequest request{.input = place.log, .output = place.folder / "worlds/bench"};
  request.workspace = place.workspace;
  request.config.enabled[static_cast<std::size_t>(builder::Step::gs_train_orchestrator)] = false;
  request.force = true;
  request.discard_edits = true;  // run_ingest() writes the workspace without the pipeline, so its files count as edited
  return need(builder::resolve(std::move(request)));
}

// Ratio of peak memory for a log of 60 s and one of 6 s. same_road: the longer drive is slower, so that both cover the
// same road and give the same map.
void memory_row(bench::Table& table, const std::string& name, const Place& place, const std::function<void()>& work,
                bool same_road) {
  const auto peak = [&](double duration_s, double speed_mps) {
    DriveRecipe recipe{.duration_s = duration_s, .speed_mps = speed_mps, .lidar_columns = 512};
    recipe.width = 640, recipe.height = 360;
    need(write_drive(place.log, recipe));
    return static_cast<double>(bench::peak_anonymous_growth_bytes([&] {
      const ScopedThreadCount one(1);  // worker threads do not survive a fork
      work();
    }));
  };
  const double shorter = peak(6, 5), longer = peak(60, same_road ? 0.5 : 5);
  table.add({.name = name + ", memory of a log of ten times the length",
             .value = longer / shorter,
             .unit = "x",
             .bar = 1.2,
             .note = format("{:.1f} MB and {:.1f} MB{}", shorter / 1e6, longer / 1e6,
                            same_road ? "; the same 30 m of road, so the same map" : "")});
}

// 3 cameras of 1280 x 720 as JPEG at 12 Hz, a LiDAR of 64 x 1600 at 10 Hz.
void build_row(bench::Table& table, const Place& place, double duration_s) {
  DriveRecipe recipe{.duration_s = duration_s, .lidar_columns = 1600, .lidar_rings = 64};
  recipe.cameras = 3, recipe.width = 1280, recipe.height = 720;
  need(write_drive(place.log, recipe));
  NoProgress quiet;
  const auto seconds = bench::wall_seconds(1, [&] { need(builder::run_build(request_for(place), quiet)); });
  table.add({.name = format("everything but training, {:.0f} s drive", duration_s),
             .value = seconds[0],
             .unit = "s",
             .bar = 75 * duration_s / 60,
             .note = format("3 cameras 1280 x 720, 64 x 1600 LiDAR, {:.0f} MB", log_megabytes(place))});
}

// Builds KITTI drive 0009 and compares the ground with the wheels; omitted without GS_TEST_DATA.
void kitti_row(bench::Table& table, const Place& place) {
  const char* data = std::getenv("GS_TEST_DATA");
  const fs::path drive = data == nullptr ? fs::path() : fs::path(data) / "drives/kitti_raw_0009/2011_09_26";
  if (data == nullptr || !fs::exists(drive)) return;
  NoProgress quiet;
  Problems problems;
  auto log = need(logio::McapWriter::create(place.log, {.profile = "ros2"}));
  need(importers::kitti::import_drive(drive, {}, *log, quiet, problems));
  need(log->close());
  const builder::BuildRequest request = request_for(place);
  need(builder::run_build(request, quiet));
  const Node quality = need(read_json(request.output / "quality.json"));
  const Node* path = quality.find("ground_under_path");
  table.add({.name = "KITTI 0009, ground against wheels, RMSE",
             .value = path->find("rmse_m")->real,
             .unit = "m",
             .bar = 0.10,
             .note = format("{} poses, bundle {}", path->find("poses")->integer,
                            world::validate_world(request.output).valid() ? "valid" : "INVALID")});
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_builder [--rows memory,ingest,build,kitti] [--duration S] [--repetitions N] "
                                   "[--folder DIR] [--json FILE]");
  const std::string rows = arguments.text("rows", "memory,ingest,build,kitti");
  const auto wanted = [&](const char* name) { return rows.find(name) != std::string::npos; };
  const fs::path folder =
      fs::path(arguments.text("folder", fs::temp_directory_path().string())) / format("bench_builder-{}", ::getpid());
  fs::create_directories(folder);
  const Place place{folder};
  bench::Table table("builder");
  if (wanted("memory")) {  // first, because it forks, and no worker threads exist yet
    NoProgress quiet;
    memory_row(
        table, "ingest", place, [&] { run_ingest(place); }, false);
    memory_row(
        table, "everything but training", place, [&] { need(builder::run_build(request_for(place), quiet)); }, true);
  }
  if (wanted("ingest")) ingest_rows(table, place, static_cast<int>(arguments.number("repetitions", 3)));
  if (wanted("build")) build_row(table, place, arguments.number("duration", 60));
  if (wanted("kitti")) kitti_row(table, place);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return table.finish(arguments);
}
