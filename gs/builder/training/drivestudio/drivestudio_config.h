// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The configuration with which DriveStudio trains a background: one static model, a sky, no objects. It is written
// completely into one file (groups trainer, model, render, logging and data), because DriveStudio's command line can
// change keys but not remove them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/builder/training/drivestudio/drivestudio_dataset.h"
#include "gs/splat/train/options.h"

namespace gs::builder {

// YAML text. Learning rates, densification, seed and number of iterations are those of gs_training_config.yaml;
// refine_pose and refine_exposure add DriveStudio's models for them. `data_root` is the folder that contains 000/.
std::string drivestudio_config(const splat::train::TrainingOptions& training, const DriveStudioSet& set,
                               const std::filesystem::path& data_root);

// Whether an option of gs_training_config.yaml ("training.seed") has a counterpart in DriveStudio. The others change
// nothing in a training with it.
bool reaches_drivestudio(std::string_view option);

}  // namespace gs::builder
