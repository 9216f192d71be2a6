// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes rosbag2 SQLite bags, schema version 4, with the message definitions stored.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gs/logio/log.h"

namespace gs {

struct Rosbag2WriterOptions {
  bool replace = false;    // an existing file, or a folder that holds a rosbag2 recording and nothing else
  std::string ros_distro;  // stated in the files; may stay empty
};

// A path ending in .db3 becomes that one file; any other becomes a folder with NAME_0.db3 and metadata.yaml, as
// `ros2 bag` plays it. Publish times and sequence numbers have no place in these files, attachments and metadata
// neither: those calls return unsupported.
Result<std::unique_ptr<LogWriter>> create_rosbag2(const std::filesystem::path& path,
                                                  const Rosbag2WriterOptions& options);

}  // namespace gs
