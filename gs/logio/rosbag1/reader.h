// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads ROS 1 bags: indexed, unindexed, truncated or damaged.
//
// Every connection is one channel, so a topic may have several channels. Channel metadata: md5sum, and callerid and
// latching if the publisher set them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Maps and indexes a bag. Unreadable parts are added to problems. check_container() of the reader compares checksums,
// index data and chunk infos with the messages.
Result<std::unique_ptr<LogReader>> open_rosbag1(const std::filesystem::path& path, Problems& problems);

// Opens a bag in memory. `bytes` must outlive the reader; `name` is the file name in problems.
Result<std::unique_ptr<LogReader>> read_rosbag1(Bytes bytes, std::string name, Problems& problems);

// True if a file with these first bytes is a ROS 1 bag, of any version.
bool is_rosbag1(Bytes first_bytes);

// Opens like open_rosbag1(), but scans files whose first bytes are wrong for chunks.
Result<std::unique_ptr<LogReader>> open_damaged_rosbag1(const std::filesystem::path& path, Problems& problems);

}  // namespace gs::logio
