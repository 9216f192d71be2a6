// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads ROS 1 bags: indexed, unindexed, truncated or damaged.
//
// Every connection is one channel, so a topic may have several. Metadata of a channel: md5sum, and callerid and
// latching where the publisher told them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gs/logio/log.h"

namespace gs {

// Maps the file. What damage made unreadable goes to problems. check_container() of the reader compares chunk
// checksums, index data and chunk infos with the messages.
Result<std::unique_ptr<LogReader>> open_rosbag1(const std::filesystem::path& path, Problems& problems);

// The same over bytes in memory, which must outlive the reader. name appears in problems.
Result<std::unique_ptr<LogReader>> read_rosbag1(Bytes bytes, std::string name, Problems& problems);

// Whether a file with these first bytes is a ROS 1 bag.
bool is_rosbag1(Bytes first_bytes);

// As open_rosbag1, for a bag whose first bytes may be wrong: its chunks are looked for in the whole file.
Result<std::unique_ptr<LogReader>> open_damaged_rosbag1(const std::filesystem::path& path, Problems& problems);

}  // namespace gs
