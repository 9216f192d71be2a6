// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/gs_train_orchestrator.h"

#include <cmath>

#include "gs/builder/report/pack_inputs.h"
#include "gs/builder/steps/external_training.h"
#include "gs/builder/training/drivestudio/drivestudio_training.h"
#include "gs/core/json/json.h"
#include "gs/dataset/long_drive.h"
#include "gs/dataset/read_dataset.h"
#include "gs/splat/make_training_engine.h"
#include "gs/splat/train/training_folder.h"

namespace gs::builder {
namespace {

constexpr std::string_view kTrainComponent = "gs_train_orchestrator";
constexpr std::string_view kKeyFile = "training_key";

// Creates 03_gs_training. The key of a training is stored beside its checkpoints: with another key, or with `fresh`,
// the whole folder is removed first.
Result<fs::path> prepare_folder(const Workspace& workspace, const OrchestratorOptions& options) {
  const fs::path folder = workspace.folder(Step::gs_train_orchestrator);
  const fs::path checkpoints = folder / options.config.trainer.output.checkpoint_dir, mark = checkpoints / kKeyFile;
  if (options.fresh || read_text_file(mark, 4096).value_or("") != options.key) {
    GS_CHECK(workspace.remove_folder(Step::gs_train_orchestrator));
  }
  GS_TRY(const OwnedFolder owned, OwnedFolder::open(folder, splat::train::training_folder_kind()));
  std::error_code error;
  fs::create_directories(checkpoints, error);
  if (error) return system_error("making", checkpoints, error.value());
  GS_CHECK(write_file(mark, options.key));
  return folder;
}

// A data set that cannot be read must be written again.
BuildError reading_error(Error error) {
  return training_error(with_default_hint(std::move(error), "run drivesim_dataset_converter again"));
}

}  // namespace

splat::train::TrainingOptions resolved_training(const GsTrainingConfig& config, Backend backend) {
  splat::train::TrainingOptions options = config.trainer;
  const bool external = config.backend != "native";  // the presets are limits of the native trainer
  if (external && options.training.preset == "auto") options.training.preset = "full";
  // External trainers densify by gradients, whatever the strategy of the native one.
  if (external && options.training.densify.end_iter < 0) {
    options.training.densify.end_iter = splat::train::usual_end_iter(options.training.iterations, "adc");
  }
  return splat::train::resolve_preset(std::move(options), splat::trains_on_gpu(backend));
}

bool wants_pinhole(const GsTrainingConfig& config) { return config.undistort || config.backend == "drivestudio"; }

std::string dataset_commit(const GsTrainingConfig& config) {
  if (config.backend == "import") return "imported";
  return config.backend == "drivestudio" ? drivestudio_commit(config.drivestudio) : native_commit();
}

bool is_without_views(const Workspace& workspace) {
  const auto config = read_json(workspace.folder(Step::drivesim_dataset_converter) / "dataset_config.json");
  const Node* count = config ? config->find("frame_count") : nullptr;
  return count != nullptr && count->integer == 0;
}

BuildError training_error(Error error) {
  if (error.code == ErrorCode::interrupted) return error;
  const bool memory = error.code == ErrorCode::device_out_of_memory;
  if (memory)
    error.hint =
        "set training.max_gaussians or training.image_scale lower in gs_training_config.yaml, or --backend cpu";
  // Hints for the two errors that a user can solve by an option.
  const bool no_gpu = error.code == ErrorCode::no_device || error.code == ErrorCode::unsupported;
  if (no_gpu) error.hint = "use --backend auto or cpu to train without a GPU";
  return BuildError(
      memory ? BuildCode::gpu_out_of_memory : BuildCode::training_failed, std::string(kTrainComponent),
      with_default_hint(std::move(error),
                        "see 03_gs_training/training_log.txt; the same command continues from the last checkpoint"));
}

BuildResult<OrchestratorReport> GsTrainOrchestrator::run(const Workspace& workspace, const Options& options,
                                                         Progress& progress) {
  GS_CHECK(check_training_config(options.config));
  if (options.config.backend != "native") {
    GS_TRY(const fs::path folder, prepare_folder(workspace, options));
    return train_externally(workspace, folder, options, progress);
  }
  OrchestratorReport report;
  const dataset::DatasetOptions reading{
      .frame_stride = options.config.frame_stride, .masks = options.config.masks, .actors = options.config.actors};
  const fs::path source = workspace.folder(Step::drivesim_dataset_converter);
  const splat::train::TrainingOptions training = resolved_training(options.config, options.backend);
  const auto make_engine =
      [&](splat::train::TrainingData data,
          const splat::train::TrainingOptions& chosen) -> Result<std::unique_ptr<splat::train::TrainingEngine>> {
    auto engine = splat::make_training_engine(options.backend, std::move(data), chosen);
    if (engine) report.engine = (*engine)->name();
    return engine;
  };
  // A long drive is trained in chunks; a short one is read as a whole.
  auto drive = dataset::open_long_drive(source, reading, training.chunks, report.problems, progress);
  if (!drive) return reading_error(std::move(drive).error());
  dataset::Dataset dataset;
  if (!*drive) {
    auto whole = dataset::read_dataset(source, reading, report.problems, progress);
    if (!whole) return reading_error(std::move(whole).error());
    dataset = *std::move(whole);
  }
  report.views = *drive ? (*drive)->sources.outline.views.size() : dataset.data.views.size();
  GS_TRY(const fs::path folder, prepare_folder(workspace, options));
  splat::train::TrainingRun run{.output = folder, .resume = true, .dataset_commit = dataset.drivesim_commit};
  auto trained = [&]() -> Result<splat::train::TrainingReport> {
    if (*drive) {
      run.dataset_commit = (*drive)->drivesim_commit;
      (*drive)->sources.make_engine = make_engine;
      return splat::train::train_in_chunks((*drive)->plan, std::move((*drive)->sources), training, run, progress);
    }
    return splat::train::train(std::move(dataset.data), training, run, make_engine, progress);
  }();
  if (!trained) return training_error(std::move(trained).error());
  report.training = *std::move(trained);
  if (report.training.best_iteration == 0 || !std::isfinite(report.training.best_psnr_db)) {
    return training_error(
        fail(ErrorCode::invalid_data, "training diverged: PSNR is not finite at any iteration")
            .with_hint("lower training.learning_rate, or check poses and calibration of the cameras"));
  }
  return report;
}

}  // namespace gs::builder
