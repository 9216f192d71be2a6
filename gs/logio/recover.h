// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens logs that are too damaged for open_log.
#pragma once

#include "gs/logio/log.h"

namespace gs {

// As open_log. A file that begins like no log is opened as MCAP when it ends with the MCAP magic or its name ends with
// .mcap, and as a ROS 1 bag when its name ends with .bag; the wrong first bytes go to problems as an error. Returns the
// error of open_log when no message is found that way. Read it with ReadOptions::salvage.
Result<std::unique_ptr<LogReader>> open_damaged_log(const std::filesystem::path& path, Problems& problems);

}  // namespace gs
