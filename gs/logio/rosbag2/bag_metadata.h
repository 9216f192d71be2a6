// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// metadata.yaml of a rosbag2 folder: written in full, read only for the names of the files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/logio/log.h"

namespace gs::rosbag2 {

struct BagMetadata {
  std::string file_name;  // of the one file in the folder
  std::string ros_distro;
  std::optional<Timestamp> start, end;
  std::vector<LogChannel> channels;
  std::vector<uint64_t> counts;  // by channel
};

// Version 8: the newest whose quality-of-service profiles are texts, which every distribution since Foxy reads.
inline constexpr int kMetadataVersion = 8;
std::string metadata_yaml(const BagMetadata& metadata);

// The items under relative_file_paths. Understands what recorders write, not all of YAML; empty when in doubt.
std::vector<std::string> listed_files(std::string_view yaml);

}  // namespace gs::rosbag2
