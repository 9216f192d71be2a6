// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_train/train_arguments.h"

#include "gs/core/folders/overlap.h"
#include "gs/splat/train/training_folder.h"

namespace gs {

void declare(config::CommandLine& line, TrainArguments& a) {
  line.positional("dataset", a.folder,
                  "drivesim data set, COLMAP model or transforms.json (a folder), or a .gsds file; write ./pack, "
                  "./import or ./drivestudio for folders named like a command");
  line.required("output", a.output, "folder for checkpoints and reports");
  line.option("backend", a.backend, "where to train; auto uses a GPU if there is one",
              Choices{{"auto", "cpu", "cuda"}});
  line.option("resume", a.run.resume, "continue from the last checkpoint in the output folder");
  line.option("preview_interval", a.run.preview_interval, "iterations between preview images; 0: at checkpoints only",
              Range{0, 1e7});
  line.option("truth", a.truth,
              "folder written by `gs-synth truth`: compare with its views beside the path at the end");
  line.options(OptionTable::of(a.options), "config");
  line.example("gs-train 02_drivesim_dataset --output 03_gs_training");
}

Result<void> check_folders(const TrainArguments& a) {
  GS_CHECK(check_apart({"data set", a.folder}, {"output", a.output}));
  return check_ownable(a.output, splat::train::training_folder_kind());
}

}  // namespace gs
