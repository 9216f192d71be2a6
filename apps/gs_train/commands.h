// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Commands of gs-train, each in its own file. They return the exit code of the program.
#pragma once

#include "gs/config/command_line.h"

namespace gs {

// Exit codes: input that cannot be read; failure while working.
inline constexpr int kExitInput = 3;
inline constexpr int kExitProcessing = 5;

int run_train(config::CommandLine& line);        // trains from a data set; `gs-train DATASET`
int run_pack(config::CommandLine& line);         // packs a data set into one file
int run_import(config::CommandLine& line);       // converts Gaussians of other tools to a PLY
int run_drivestudio(config::CommandLine& line);  // writes a data set and a configuration for DriveStudio

}  // namespace gs
