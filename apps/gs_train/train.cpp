// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-train DATASET: trains a cloud of Gaussians from a data set of images with known poses.
#include <cstdio>
#include <functional>
#include <memory>

#include "apps/gs_train/commands.h"
#include "apps/gs_train/train_arguments.h"
#include "apps/gs_train/train_report.h"
#include "gs/config/command_line.h"
#include "gs/core/log.h"
#include "gs/dataset/comparison_sheet.h"
#include "gs/dataset/long_drive.h"
#include "gs/dataset/open_dataset.h"
#include "gs/splat/make_training_engine.h"
#include "gs/splat/train/training_plan.h"
#include "gs/splat/train/training_run.h"

namespace gs {
namespace {

// Trains a long drive chunk by chunk.
Result<splat::train::TrainingReport> train_long(dataset::LongDrive& drive, const splat::train::EngineMaker& make_engine,
                                                const splat::train::TrainingOptions& options,
                                                const splat::train::TrainingRun& run, Progress& progress) {
  std::printf("path       %.0f m, trained in %zu chunks\n", drive.plan.length_m, drive.plan.chunks.size());
  drive.sources.make_engine = make_engine;
  return splat::train::train_in_chunks(drive.plan, std::move(drive.sources), options, run, progress);
}

}  // namespace

int run_train(config::CommandLine& line) {
  TrainArguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  if (const auto usable = check_folders(a); !usable) return config::report_error(usable.error(), config::kExitUsage);
  TerminalProgress progress;
  Problems problems;
  // A drivesim data set that is long enough is read chunk by chunk; everything else is loaded as a whole.
  auto drive = dataset::open_long_drive(a.folder, a.options.dataset, a.options.trainer.chunks, problems, progress);
  if (!drive) return config::report_error(drive.error(), kExitInput);
  dataset::OpenedDataset opened;
  if (!*drive) {
    auto whole = dataset::open_dataset(a.folder, a.options.dataset, problems, progress);
    log_problems(problems);
    if (!whole) return config::report_error(whole.error(), kExitInput);
    opened = *std::move(whole);
    // Other formats are trained in chunks too if the path is long; their images stay in memory.
    *drive = dataset::long_drive_of(opened.set, a.options.trainer.chunks);
  }
  // COLMAP and transforms.json have no gravity direction: no sky dome unless the user asks for one.
  if (!opened.drive && !line.was_given("training.sky_gaussians")) a.options.trainer.training.sky_gaussians = 0;
  a.run.output = a.output;
  a.run.on_comparison = dataset::preview_writer(a.output);
  a.run.dataset_commit = *drive ? (*drive)->drivesim_commit : opened.set.drivesim_commit;
  // Resolve the preset for the backend that will be used, then train.
  const Backend where = *backend_from_string(a.backend);
  const splat::train::TrainingOptions resolved =
      splat::train::resolve_preset(a.options.trainer, splat::trains_on_gpu(where));
  warn_of_preset(line, a.options.trainer, resolved);
  const auto make_engine = [&](splat::train::TrainingData data, const splat::train::TrainingOptions& chosen) {
    return splat::make_training_engine(where, std::move(data), chosen);
  };
  const auto report = *drive ? train_long(**drive, make_engine, resolved, a.run, progress)
                             : splat::train::train(std::move(opened.set.data), resolved, a.run, make_engine, progress);
  // Images of a long drive are read while its chunks are trained, so their problems are known only now.
  if (*drive) log_problems(problems);
  if (!report) return config::report_error(report.error(), kExitProcessing);
  print_report(*report);
  if (a.truth.empty()) return 0;
  const auto compared = compare_off_path({.truth = a.truth,
                                          .output = a.output,
                                          .checkpoint = report->checkpoint,
                                          .backend = where,
                                          .settings = splat::train::render_settings(resolved)},
                                         progress);
  return compared ? 0 : config::report_error(compared.error(), kExitInput);
}

}  // namespace gs
