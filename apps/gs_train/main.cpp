// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-train: trains a cloud of Gaussians from a data set of images with known poses.
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>

#include "apps/gs_train/commands.h"
#include "gs/assets/image/png.h"
#include "gs/config/command_line.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/log.h"
#include "gs/dataset/comparison_sheet.h"
#include "gs/dataset/long_drive.h"
#include "gs/dataset/off_path.h"
#include "gs/dataset/open_dataset.h"
#include "gs/splat/make_training_engine.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/train/training_folder.h"
#include "gs/splat/train/training_plan.h"
#include "gs/splat/train/training_run.h"

namespace gs {
namespace {

constexpr double kPoorPsnrDb = 16;  // below this, rendered and recorded images have little in common

// Options of gs_training_config.yaml, and those of reading the data set.
struct GsTrainOptions {
  splat::train::TrainingOptions trainer{};
  dataset::DatasetOptions dataset{};
};
void describe(auto& visit, GsTrainOptions& o) {
  describe(visit, o.trainer);
  visit("training.frame_stride", o.dataset.frame_stride, "use every n-th frame of a camera", Range{1, 1e6});
  visit("training.masks", o.dataset.masks, "ignore masked pixels");
}

// Prints the results to stdout, one line per item.
void print(const splat::train::TrainingReport& report) {
  for (const splat::train::ChunkReport& chunk : report.chunks) {
    std::printf("chunk      %.0f m to %.0f m: psnr %.2f dB, %zu views, %zu Gaussians%s\n", chunk.begin_m, chunk.end_m,
                chunk.merged_psnr_db, chunk.views, chunk.gaussians, chunk.resumed ? ", finished earlier" : "");
  }
  if (report.resumed_from > 0)
    std::printf("resumed    from iteration %llu\n", static_cast<unsigned long long>(report.resumed_from));
  for (const splat::train::IterationReport& line : report.iterations) {
    std::printf("iteration  %llu: psnr %.2f dB, ssim %.4f, loss %.5f, %llu Gaussians\n",
                static_cast<unsigned long long>(line.iteration), line.psnr_db, line.ssim, line.loss,
                static_cast<unsigned long long>(line.gaussians));
  }
  for (const splat::train::CameraQuality& camera : report.last.cameras) {
    std::printf("%-10s %s: psnr %.2f dB, ssim %.4f, %zu views\n", "camera", camera.camera.c_str(), camera.psnr_db,
                camera.ssim, camera.views);
  }
  if (report.last.depth_samples > 0) {
    std::printf("depth      %.3f m from LiDAR, median %.3f m\n", report.last.depth_error_m,
                report.last.median_depth_error_m);
  }
  for (const splat::train::TimeOffset& offset : report.time_offsets) {
    std::printf("clock      %s: images %.1f ms after their poses\n", offset.camera.c_str(), 1e3 * offset.seconds);
  }
  if (report.best_psnr_db < kPoorPsnrDb) {
    log_message(LogLevel::warning,
                format("warning: {:.2f} dB is poor: poses, calibration or times of the images may be wrong",
                       report.best_psnr_db));
  }
  std::printf("measured   on %s views\ntime       %s\ncheckpoint %s\n", report.held_out ? "held-out" : "training",
              human_duration(report.training_time_s).c_str(), report.checkpoint.c_str());
}

// Warns about every value of the command line that the preset changed.
void warn_of_preset(const config::CommandLine& line, const splat::train::TrainingOptions& given,
                    const splat::train::TrainingOptions& used) {
  for (const splat::train::ChangedOption& change : splat::train::options_changed(given, used)) {
    if (change.name == "training.preset" || !line.was_given(change.name)) continue;
    const bool schedule = change.name == "training.densify.end_iter" || change.name == "output.save_iterations";
    log_message(LogLevel::warning, format("warning: {} is {}, not {}: {}", change.name, change.used, change.given,
                                          schedule ? "it is scaled to the iterations of the run"
                                                   : "the preset for CPUs limits it; --training-preset full does not"));
  }
}

// Renders the views beside the path that `gs-synth truth` wrote, and writes their quality (off_path.json) and images
// (off_path.png).
Result<void> compare_off_path(const std::filesystem::path& truth, const std::filesystem::path& output,
                              const std::filesystem::path& checkpoint, Backend backend,
                              const splat::RenderSettings& settings, Progress& progress) {
  GS_TRY(std::vector<dataset::OffPathView> views, dataset::read_off_path_views(truth));
  GS_TRY(auto rasterizer, splat::make_rasterizer(backend));
  GS_TRY(splat::GaussianCloud cloud,
         splat::load_ply(checkpoint / "point_cloud.ply", {.source = splat::PlySource::bundle}));
  GS_CHECK(rasterizer->upload(std::move(cloud)));
  GS_TRY(const dataset::OffPathReport report,
         dataset::evaluate_off_path(*rasterizer, std::move(views), progress, settings));
  std::vector<splat::train::ViewComparison> pairs;
  for (std::size_t i = 0; i < report.shown.size(); ++i) pairs.push_back({&report.shown[i], &report.rendered[i]});
  for (const dataset::OffPathQuality& q : report.offsets) {
    std::printf("off path   %.1f m: psnr %.2f dB, ssim %.4f, %zu views", q.offset_m, q.psnr_db, q.ssim, q.views);
    std::printf(q.left_out > 0 ? " without the %.1f %% that move\n" : "\n", 100 * q.left_out);
  }
  GS_CHECK(assets::write_png(output / "off_path.png", dataset::comparison_sheet(pairs), 9));
  return write_file(output / "off_path.json", dataset::off_path_json(report));
}

// Makes an engine for a data set, with the options of the run.
using EngineMaker = std::function<Result<std::unique_ptr<splat::train::TrainingEngine>>(splat::train::TrainingData)>;

// Trains the whole data set at once.
Result<splat::train::TrainingReport> train_whole(splat::train::TrainingData data, const EngineMaker& make_engine,
                                                 const splat::train::TrainingOptions& options,
                                                 const splat::train::TrainingRun& run, Progress& progress) {
  GS_TRY(const auto engine, make_engine(std::move(data)));
  return splat::train::train(*engine, options, run, progress);
}

// Trains a long drive chunk by chunk.
Result<splat::train::TrainingReport> train_long(dataset::LongDrive& drive, const EngineMaker& make_engine,
                                                const splat::train::TrainingOptions& options,
                                                const splat::train::TrainingRun& run, Progress& progress) {
  std::printf("path       %.0f m, trained in %zu chunks\n", drive.plan.length_m, drive.plan.chunks.size());
  drive.sources.make_engine = make_engine;
  return splat::train::train_in_chunks(drive.plan, std::move(drive.sources), options, run, progress);
}

// Checks the folders before hours of work: the output must not contain the data set, nor files of other programs.
Result<void> check_folders(const std::filesystem::path& dataset, const std::filesystem::path& output) {
  GS_CHECK(check_apart({"data set", dataset}, {"output", output}));
  return check_ownable(output, splat::train::training_folder_kind());
}

int run_train(config::CommandLine& line) {
  std::filesystem::path folder, output, truth;
  std::string backend = "auto";
  splat::train::TrainingRun run;
  GsTrainOptions options;
  line.positional("dataset", folder,
                  "drivesim data set, COLMAP model or transforms.json (a folder), or a .gsds file; write ./pack, "
                  "./import or ./drivestudio for folders named like a command");
  line.required("output", output, "folder for checkpoints and reports");
  line.option("backend", backend, "where to train; auto uses a GPU if there is one", Choices{{"auto", "cpu", "cuda"}});
  line.option("resume", run.resume, "continue from the last checkpoint in the output folder");
  line.option("preview_interval", run.preview_interval, "iterations between preview images; 0: at checkpoints only",
              Range{0, 1e7});
  line.option("truth", truth, "folder written by `gs-synth truth`: compare with its views beside the path at the end");
  line.options(OptionTable::of(options), "config");
  line.example("gs-train 02_drivesim_dataset --output 03_gs_training");
  if (const auto exit = line.parse()) return *exit;
  if (const auto usable = check_folders(folder, output); !usable)
    return config::report_error(usable.error(), config::kExitUsage);
  TerminalProgress progress;
  Problems problems;
  // A drivesim data set that is long enough is read chunk by chunk; everything else is loaded as a whole.
  auto drive = dataset::open_long_drive(folder, options.dataset, options.trainer.chunks, problems, progress);
  if (!drive) return config::report_error(drive.error(), kExitInput);
  dataset::OpenedDataset opened;
  if (!*drive) {
    auto whole = dataset::open_dataset(folder, options.dataset, problems, progress);
    log_problems(problems);
    if (!whole) return config::report_error(whole.error(), kExitInput);
    opened = *std::move(whole);
    // Other formats are trained in chunks too if the path is long; their images stay in memory.
    *drive = dataset::long_drive_of(opened.set, options.trainer.chunks);
  }
  // COLMAP and transforms.json have no gravity direction: no sky dome unless the user asks for one.
  if (!opened.drive && !line.was_given("training.sky_gaussians")) options.trainer.training.sky_gaussians = 0;
  run.output = output;
  run.on_comparison = dataset::preview_writer(output);
  run.dataset_commit = *drive ? (*drive)->drivesim_commit : opened.set.drivesim_commit;
  // Resolve the preset for the backend that will be used, then train.
  const Backend where = *backend_from_string(backend);
  const splat::train::TrainingOptions resolved =
      splat::train::resolve_preset(options.trainer, splat::trains_on_gpu(where));
  warn_of_preset(line, options.trainer, resolved);
  const auto make_engine = [&](splat::train::TrainingData data) {
    return splat::make_training_engine(where, std::move(data), resolved);
  };
  const auto report = *drive ? train_long(**drive, make_engine, resolved, run, progress)
                             : train_whole(std::move(opened.set.data), make_engine, resolved, run, progress);
  // Images of a long drive are read while its chunks are trained, so their problems are known only now.
  if (*drive) log_problems(problems);
  if (!report) return config::report_error(report.error(), kExitProcessing);
  print(*report);
  if (truth.empty()) return 0;
  const auto compared =
      compare_off_path(truth, output, report->checkpoint, where, splat::train::render_settings(resolved), progress);
  return compared ? 0 : config::report_error(compared.error(), kExitInput);
}

}  // namespace
}  // namespace gs

int main(int argc, char** argv) {
  gs::install_interrupt_handler();
  struct Row {
    std::string_view name;
    const char *program, *what;
    int (*run)(gs::config::CommandLine&);
  };
  constexpr std::array<Row, 3> kCommands{
      {{"pack", "gs-train pack", "pack a data set into one file that is read without image libraries", gs::run_pack},
       {"import", "gs-train import", "convert Gaussians of another trainer to a PLY", gs::run_import},
       {"drivestudio", "gs-train drivestudio", "write a data set for DriveStudio", gs::run_drivestudio}}};
  // `gs-train DATASET` trains; only these first arguments are commands.
  for (const Row& row : kCommands) {
    if (argc > 1 && row.name == argv[1]) {
      return gs::config::run_program({row.program, row.what, {{"", "", row.run}}}, argc - 1, argv + 1);
    }
  }
  return gs::config::run_program(
      {"gs-train", "train a cloud of Gaussians from images with known poses", {{"", "", gs::run_train}}}, argc, argv);
}
