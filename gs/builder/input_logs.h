// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The log of a build: one file or folder, or several that hold one drive.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/core/file.h"
#include "gs/core/problems.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// The first log and the further ones as one list, which is never empty.
std::vector<fs::path> all_logs(const fs::path& first, const std::vector<fs::path>& more);

// Names of the files, for messages and reports: "drive_0.mcap, drive_1.mcap"; behind the tenth only their number.
std::string names_of_logs(const std::vector<fs::path>& logs);

// Checks that no log is given twice, and that none lies inside another. Errors: CONFIGURATION_ERROR.
BuildResult<std::monostate> check_input_logs(const std::vector<fs::path>& logs);

// Opens all logs as one, in time order. Errors: invalid_argument for a folder that is not one recording (without
// metadata.yaml, and with log files whose names do not belong together as drive_0.mcap and drive_1.mcap do), because
// unrelated logs read as one give no usable poses; those of logio::open_logs().
Result<std::unique_ptr<logio::LogReader>> open_input_logs(const std::vector<fs::path>& logs, Problems& problems);

// MD5 of all logs concatenated; the files of a folder in the order of their names.
Result<std::string> md5_of_logs(const std::vector<fs::path>& logs);

}  // namespace gs::builder
