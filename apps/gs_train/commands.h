// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The commands of gs-train besides training itself, each in its own file.
#pragma once

#include "gs/config/command_line.h"

namespace gs {

inline constexpr int kExitInput = 3;
inline constexpr int kExitProcessing = 5;

int run_pack(CommandLine& line);         // a data set as one file
int run_import(CommandLine& line);       // Gaussians of other tools as a PLY
int run_drivestudio(CommandLine& line);  // a data set in DriveStudio's layout, with a configuration

}  // namespace gs
