// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// rosbag2 folders: one recording in one or more .db3 or .mcap files; also the splits of a ROS 1 bag.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Opens one file of the folder, for example open_log().
using OpenLogFunction = std::function<Result<std::unique_ptr<LogReader>>(const std::filesystem::path&, Problems&)>;

// Opens the files of a recording with `open` and merges them in time order, because splits overlap at their ends.
// The files are those listed in metadata.yaml. Listed files that are missing, and other logs in the folder, are
// reported as warnings and left out. Without metadata.yaml (after a crash), or if none of its files exists (renamed),
// all logs in the folder are read, and a notice lists them. Errors: not_found if there is no log; invalid_argument if
// unlisted logs have names of different recordings (NAME_0, NAME_1 ... is one recording, and so are the parts of
// rosbag record --split, whose names also hold the time at which each began).
Result<std::unique_ptr<LogReader>> open_rosbag2_folder(const std::filesystem::path& folder, const OpenLogFunction& open,
                                                       Problems& problems);

}  // namespace gs::logio
