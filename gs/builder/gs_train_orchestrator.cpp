// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/gs_train_orchestrator.h"

#include <cmath>

#include "gs/builder/dataset/read_dataset.h"
#include "gs/splat/training.h"
#include "gs/world/json_document.h"

namespace gs {
namespace {

constexpr std::string_view kComponent = "gs_train_orchestrator";

// The folder for this training: emptied when what lies there was made from something else.
Result<fs::path> prepare_folder(const Workspace& workspace, const std::string& key) {
  const fs::path folder = workspace.folder(Step::gs_train_orchestrator), mark = folder / "training_key";
  std::error_code error;
  if (read_text_file(mark, 4096).value_or("") != key) fs::remove_all(folder, error);
  fs::create_directories(folder, error);
  if (error) return system_error("making", folder, error.value());
  GS_CHECK(write_file(mark, key));
  return folder;
}

}  // namespace

TrainingOptions resolved_training(const GsTrainingConfig& config, Backend backend) {
  return resolve_preset(config.trainer, backend);
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
  const bool no_gpu = error.code == ErrorCode::no_device || error.code == ErrorCode::unsupported;
  if (no_gpu) error.hint = "--backend auto or cpu trains without a GPU";
  if (error.hint.empty()) {
    error.hint = "03_gs_training/training_log.txt tells how far it came; the same command continues from there";
  }
  return BuildError(memory ? BuildCode::gpu_out_of_memory : BuildCode::training_failed, std::string(kComponent),
                    std::move(error));
}

BuildResult<OrchestratorReport> orchestrate_training(const Workspace& workspace, const OrchestratorOptions& options,
                                                     Progress& progress) {
  OrchestratorReport report;
  const DatasetOptions reading{.frame_stride = options.config.frame_stride, .masks = options.config.masks};
  auto dataset = read_dataset(workspace.folder(Step::drivesim_dataset_converter), reading, report.problems, progress);
  if (!dataset) {
    Error error = std::move(dataset).error();
    if (error.hint.empty()) error.hint = "run drivesim_dataset_converter again";
    return training_error(std::move(error));
  }
  report.views = dataset->data.views.size();
  GS_TRY(const fs::path folder, prepare_folder(workspace, options.key));
  const TrainingRun run{.output = folder, .resume = true, .dataset_commit = dataset->drivesim_commit};
  const TrainingOptions training = resolved_training(options.config, options.backend);
  auto engine = make_training_engine(options.backend, std::move(dataset->data), training);
  if (!engine) return training_error(std::move(engine).error());
  report.engine = (*engine)->name();
  auto trained = train(**engine, training, run, progress);
  if (!trained) return training_error(std::move(trained).error());
  report.training = *std::move(trained);
  if (report.training.best_iteration == 0 || !std::isfinite(report.training.best_psnr_db)) {
    return training_error(fail(ErrorCode::invalid_data, "training did not converge: no iteration shows the pictures")
                              .with_hint("lower training.learning_rate, or check poses and calibration"));
  }
  return report;
}

}  // namespace gs
