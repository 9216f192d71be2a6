// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Creates a log writer for the format that the file name asks for.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Container formats that can be written; to_string() gives a noun for messages ("a ROS 1 bag").
enum class LogFormat { mcap, rosbag1, rosbag2 };
std::string_view to_string(LogFormat format);

// Format by file name: .mcap, .bag, and .db3 or no extension (a folder) for rosbag2. Errors: invalid_argument for other
// extensions.
Result<LogFormat> format_of_output(const std::filesystem::path& path);

// Options of the output.
struct CreateLogOptions {
  std::string compression{};  // none, lz4, zstd (MCAP), bz2 (ROS 1); empty: zstd for MCAP, lz4 for ROS 1 bags
  std::string profile{};      // MCAP: "ros1", "ros2" or empty
  bool replace = false;       // replace an existing file, or a folder that holds only a rosbag2 recording
  int threads = 0;            // background compression; MCAP only
};

// Creates the output. Errors: invalid_argument for the file name; invalid_option for the compression; already_exists
// without `replace`.
Result<std::unique_ptr<LogWriter>> create_log(const std::filesystem::path& path, const CreateLogOptions& options);

}  // namespace gs::logio
