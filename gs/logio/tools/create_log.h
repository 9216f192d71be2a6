// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A writer for the format a file name asks for.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gs/logio/log.h"

namespace gs {

enum class LogFormat { mcap, rosbag1, rosbag2 };
std::string_view to_string(LogFormat format);

// .mcap, .bag; .db3 or a folder (no extension) for rosbag2. Another extension is invalid_argument.
Result<LogFormat> format_of_output(const std::filesystem::path& path);

struct CreateLogOptions {
  std::string compression{};  // of chunks: none, lz4, zstd (MCAP), bz2 (ROS 1); empty: zstd for MCAP, lz4 for bags
  std::string profile{};      // MCAP: "ros1", "ros2" or empty
  bool replace = false;       // an existing file, or a folder that holds a rosbag2 recording and nothing else
  int threads = 0;            // compressing in the background, where the format can
};

Result<std::unique_ptr<LogWriter>> create_log(const std::filesystem::path& path, const CreateLogOptions& options);

}  // namespace gs
