// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A rosbag2 folder: one recording in one or more .db3 or .mcap files.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "gs/logio/log.h"

namespace gs {

using OpenLogFunction = std::function<Result<std::unique_ptr<LogReader>>(const std::filesystem::path&, Problems&)>;

// Opens the files of one recording with `open` and merges them in time order: splits overlap at their ends.
// The files are those that metadata.yaml lists, as far as they are there; a warning names those that are not, and other
// logs in the folder, which are left out. Without metadata.yaml (a crash), or when none of its files is there
// (renamed), they are all logs in the folder, by content, and a notice names them. Errors: not_found when there is no
// log; invalid_argument when logs that metadata.yaml does not list have names of different recordings (NAME_0, NAME_1
// ... is one recording).
Result<std::unique_ptr<LogReader>> open_rosbag2_folder(const std::filesystem::path& folder, const OpenLogFunction& open,
                                                       Problems& problems);

}  // namespace gs
