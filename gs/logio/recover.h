// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens logs that are too damaged for open_log.
#pragma once

#include "gs/logio/api/log.h"

namespace gs::logio {

// Opens `path` like open_log(). In addition, a file with wrong first bytes is opened as MCAP if it ends with the MCAP
// magic or its name ends with .mcap, and as a ROS 1 bag if its name ends with .bag; the wrong bytes are added to
// problems as an error. If that finds no message, returns the error of open_log(). Read the result with
// ReadOptions::salvage.
Result<std::unique_ptr<LogReader>> open_damaged_log(const std::filesystem::path& path, Problems& problems);

}  // namespace gs::logio
