// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens the files of one drive as one log: splits of a recording, or logs of several recorders that ran side by side.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Checks that no file or folder is given twice, and that none lies inside another. Errors: invalid_argument, with both
// paths.
Result<void> check_different(const std::vector<std::filesystem::path>& paths);

// Opens every path as open_log() does and merges the logs (merge/merged_log.h), in time order whatever the order of the
// paths; messages with equal times come in the order of the paths. Order::file keeps the order stored in each log and
// interleaves the logs by recording time. A log that begins more than 60 s after the end of all earlier ones is a
// warning: it may be another drive. Errors: those of open_log() and check_different(); invalid_argument for no path,
// and for a topic with different types in two logs.
Result<std::unique_ptr<LogReader>> open_logs(const std::vector<std::filesystem::path>& paths, Problems& problems);

}  // namespace gs::logio
