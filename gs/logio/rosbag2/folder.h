// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A rosbag2 folder: one recording in one or more .db3 or .mcap files.
#pragma once

#include "gs/logio/rosbag2/unpacked_file.h"

namespace gs {

// The logs in the folder, by content, opened with open and merged in time order: splits overlap at their ends.
// metadata.yaml is only a hint, because it is missing after a crash and stale after a rename: what it lists and is not
// there becomes a problem, and nothing else in it is used.
Result<std::unique_ptr<LogReader>> open_rosbag2_folder(const std::filesystem::path& folder, const OpenLogFunction& open,
                                                       Problems& problems);

}  // namespace gs
