// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes rosbag2 SQLite bags, schema version 4, with the message definitions stored.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Options of a recording.
struct Rosbag2WriterOptions {
  bool replace = false;    // replace an existing file, or a folder that holds only a rosbag2 recording
  std::string ros_distro;  // written to the metadata; may be empty
};

// Creates a recording. A path that ends with .db3 gives a single file; any other path a folder with NAME_0.db3 and
// metadata.yaml, which `ros2 bag` plays. Publish times and sequence numbers are not stored. Attachments and metadata
// records return unsupported, as do messages other than "cdr".
Result<std::unique_ptr<LogWriter>> create_rosbag2(const std::filesystem::path& path,
                                                  const Rosbag2WriterOptions& options);

}  // namespace gs::logio
