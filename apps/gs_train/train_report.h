// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What gs-train prints and writes about a finished training.
#pragma once

#include <filesystem>

#include "gs/config/command_line.h"
#include "gs/core/backend.h"
#include "gs/core/progress.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/training_run.h"

namespace gs {

// Prints the results to stdout, one line per item.
void print_report(const splat::train::TrainingReport& report);

// Warns about every value of the command line that the preset changed.
void warn_of_preset(const config::CommandLine& line, const splat::train::TrainingOptions& given,
                    const splat::train::TrainingOptions& used);

// Input and output of compare_off_path().
struct OffPathComparison {
  std::filesystem::path truth;       // folder of `gs-synth truth`
  std::filesystem::path output;      // folder for off_path.json and off_path.png
  std::filesystem::path checkpoint;  // folder with the trained point_cloud.ply
  Backend backend = Backend::automatic;
  splat::RenderSettings settings{};
};
// Renders the views beside the path that `gs-synth truth` wrote, and writes their quality (off_path.json) and images
// (off_path.png).
Result<void> compare_off_path(const OffPathComparison& what, Progress& progress);

}  // namespace gs
