// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/external_training.h"

#include <fstream>

#include "gs/builder/report/render_quality.h"
#include "gs/builder/steps/gs_exporter.h"
#include "gs/builder/training/drivestudio/drivestudio_training.h"
#include "gs/builder/training/drivestudio/matrix_text.h"
#include "gs/builder/training/import_gaussians.h"
#include "gs/core/json/json.h"
#include "gs/core/plain_file.h"
#include "gs/splat/model/ply.h"

namespace gs::builder {
namespace {

constexpr std::string_view kExternalComponent = "gs_train_orchestrator";

// Maps errors of DriveStudio and of the import to build codes.
BuildError external_error(Error error) {
  if (error.code == ErrorCode::interrupted) return error;
  BuildCode code = BuildCode::training_failed;
  if (error.code == ErrorCode::invalid_option) code = BuildCode::configuration;
  if (error.code == ErrorCode::not_found) code = BuildCode::checkpoint_not_found;
  if (error.code == ErrorCode::device_out_of_memory) code = BuildCode::gpu_out_of_memory;
  return BuildError(code, std::string(kExternalComponent),
                    with_default_hint(std::move(error), "see 03_gs_training/training_log.txt"));
}

// Result of an external training, in map.
struct Trained {
  splat::GaussianCloud cloud;
  uint64_t iterations = 0;
  double seconds = 0;
  std::string engine, commit;
  fs::path checkpoint{};  // file of the trainer itself, kept beside point_cloud.ply
};

// Trains in a child process; its output is appended to training_log.txt.
Result<Trained> by_drivestudio(const Workspace& workspace, const fs::path& folder, const OrchestratorOptions& options,
                               Problems& problems, Progress& progress) {
  std::ofstream log(folder / "training_log.txt", std::ios::app);
  const DriveStudioRun run{.dataset = workspace.folder(Step::drivesim_dataset_converter),
                           .folder = folder / "drivestudio",
                           .training = resolved_training(options.config, options.backend),
                           .options = options.config.drivestudio,
                           .frame_stride = static_cast<std::size_t>(options.config.frame_stride),
                           .masks = options.config.masks,
                           .log = [&](std::string_view line) { log << line << std::endl; }};
  GS_TRY(DriveStudioResult done, train_with_drivestudio(run, problems, progress));
  return Trained{.cloud = std::move(done.cloud),
                 .iterations = done.iterations,
                 .seconds = done.training_time_s,
                 .engine = "drivestudio",
                 .commit = drivestudio_commit(run.options),
                 .checkpoint = done.checkpoint};
}

// Reads a finished model. A file without an iteration number counts as one iteration, because 0 means untrained.
Result<Trained> by_import(const fs::path& folder, const ImportConfig& config, Problems& problems) {
  ImportOptions options{.scale = config.scale};
  if (!config.map_from_model.empty()) {
    GS_TRY(options.map_from_model, read_matrix(config.map_from_model));
  }
  GS_TRY(ImportedGaussians imported, import_gaussians(config.file, options));
  for (const std::string& line : imported.warnings) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::unsupported,
                  .file = fs::path(config.file).filename().string(),
                  .message = line});
  }
  GS_CHECK(write_file(folder / "training_log.txt", format("imported {}: {}\n", config.file, imported.kind)));
  return Trained{.cloud = std::move(imported.cloud),
                 .iterations = static_cast<uint64_t>(std::max<int64_t>(1, imported.step.value_or(1))),
                 .engine = "import (" + imported.kind + ")",
                 .commit = "unknown"};
}

// Mean over the held-out views of all cameras.
struct MeanQuality {
  double psnr_db = 0, ssim = 0;
  bool held_out = false;
};
// Renders held-out views with our own renderer, so that results of all trainers are comparable.
Result<MeanQuality> measure(const Workspace& workspace, splat::CloudView cloud, Backend backend, Progress& progress) {
  GS_TRY(auto rasterizer, splat::make_rasterizer(backend));
  GS_TRY(splat::GaussianCloud copy, copy_of(cloud));
  GS_CHECK(rasterizer->upload(std::move(copy)));
  GS_TRY(const RenderQuality quality,
         measure_quality(workspace, *rasterizer, {.max_views = 8, .look = {.far_m = far_plane_for(cloud)}}, progress));
  MeanQuality mean{.held_out = quality.held_out};
  double views = 0;
  for (const auto& [key, camera] : quality.cameras) {
    const auto n = static_cast<double>(camera.views);
    mean.psnr_db += n * camera.psnr_db, mean.ssim += n * camera.ssim, views += n;
  }
  if (views > 0) mean.psnr_db /= views, mean.ssim /= views;
  return mean;
}

// Writes the same files as the native trainer.
Result<void> write_results(const fs::path& folder, const OrchestratorOptions& options, const Trained& trained,
                           splat::train::TrainingReport& report) {
  report.checkpoint =
      folder / options.config.trainer.output.checkpoint_dir / format("iteration_{}", trained.iterations);
  std::error_code error;
  fs::create_directories(report.checkpoint, error);
  if (error) return system_error("making", report.checkpoint, error.value());
  GS_CHECK(splat::save_ply(report.checkpoint / "point_cloud.ply", trained.cloud.view()));
  // Keep the trainer's own checkpoint beside the converted one.
  if (!trained.checkpoint.empty()) {
    const fs::path kept = report.checkpoint / trained.checkpoint.filename();
    fs::remove(kept, error);
    GS_CHECK(link_or_copy(trained.checkpoint, kept));
  }
  splat::train::TrainingOptions training = resolved_training(options.config, options.backend);
  training.training.low_pass_px2 = splat::kLowPass,
  training.training.antialiasing = false;  // settings that other trainers render with
  GS_CHECK(write_file(folder / "metrics.json", splat::train::metrics_json(report)));
  return write_file(folder / "training_report.json",
                    splat::train::training_report_json(report, training, trained.commit));
}

}  // namespace

BuildResult<OrchestratorReport> train_externally(const Workspace& workspace, const fs::path& folder,
                                                 const OrchestratorOptions& options, Progress& progress) {
  OrchestratorReport report;
  auto trained = options.config.backend == "import"
                     ? by_import(folder, options.config.imported, report.problems)
                     : by_drivestudio(workspace, folder, options, report.problems, progress);
  if (!trained) return external_error(std::move(trained).error());
  if (trained->cloud.empty()) {
    return external_error(fail(ErrorCode::invalid_data, "{} produced no Gaussians", trained->engine));
  }
  auto quality = measure(workspace, std::as_const(trained->cloud).view(), options.backend, progress);
  if (!quality) return training_error(std::move(quality).error());
  report.engine = trained->engine;
  report.training.best_iteration = trained->iterations;
  report.training.best_psnr_db = quality->psnr_db;
  report.training.training_time_s = trained->seconds;
  report.training.held_out = quality->held_out;
  // A report with a single line, in the form of the native trainer.
  splat::train::IterationReport line{};
  line.iteration = trained->iterations, line.psnr_db = quality->psnr_db, line.ssim = quality->ssim;
  line.gaussians = trained->cloud.size();
  report.training.iterations = {line};
  GS_CHECK(write_results(folder, options, *trained, report.training));
  return report;
}

BuildResult<std::monostate> check_external_trainer(const GsTrainingConfig& config) {
  std::error_code ignored;
  if (config.backend == "drivestudio") {
    auto checked = check_drivestudio_command(config.drivestudio);
    if (!checked) return external_error(std::move(checked).error());
  }
  if (config.backend == "import" && !fs::is_regular_file(config.imported.file, ignored)) {
    return BuildError(BuildCode::configuration, std::string(kExternalComponent),
                      format("import.file does not exist: {}", config.imported.file),
                      "give the path of a file of Gaussians");
  }
  return std::monostate{};
}

double external_step_s(const GsTrainingConfig& config) {
  constexpr double kDriveStudio = 0.06, kNothing = 1e-6;  // seconds per iteration: half an hour for 30,000
  if (config.backend == "native") return 0;
  return config.backend == "drivestudio" ? kDriveStudio : kNothing;
}

std::string external_settings(const GsTrainingConfig& config) {
  if (config.backend == "native") return "";
  Node node = Node::map();
  node.add("backend", Node::of(config.backend));
  // The content of the imported files counts, not only their names.
  if (config.backend == "import") {
    node.add("file", Node::of(quick_identity(config.imported.file).value_or("unreadable")));
    node.add("map_from_model", Node::of(read_text_file(config.imported.map_from_model, 64 << 10).value_or("")));
    node.add("scale", Node::of(config.imported.scale));
    return write_json(node);
  }
  for (const std::string& word : config.drivestudio.command)
    node.add(format("{}", node.members.size()), Node::of(word));
  node.add("commit", Node::of(drivestudio_commit(config.drivestudio)));
  return write_json(node);
}

}  // namespace gs::builder
