// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-train pack, and reading what it wrote.
#pragma once

#include "gs/builder/dataset/read_dataset.h"
#include "gs/config/command_line.h"

namespace gs {

int run_pack(CommandLine& line);

// A folder (02_drivesim_dataset) or a packed data set (.gsds), which has no options any more.
Result<Dataset> read_any_dataset(const std::filesystem::path& path, const DatasetOptions& options, Problems& problems,
                                 Progress& progress);

}  // namespace gs
