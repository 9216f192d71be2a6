// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// metadata.yaml of a rosbag2 folder. Written in full; only the list of files is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/logio/api/log.h"

namespace gs::logio::rosbag2 {

// Content of metadata.yaml for a folder with one file.
struct BagMetadata {
  std::string file_name;  // of the one file in the folder
  std::string ros_distro;
  std::optional<Timestamp> start, end;
  std::vector<LogChannel> channels;
  std::vector<uint64_t> counts;  // by channel
};

// Version 8 is the newest with quality-of-service profiles as texts, which all distributions since Foxy read.
inline constexpr int kMetadataVersion = 8;
// Formats metadata.yaml. start and end are both set, or both empty for a bag without messages.
std::string metadata_yaml(const BagMetadata& metadata);

// Returns the items under relative_file_paths. Parses the form that recorders write, not all of YAML; empty if it is
// not recognized.
std::vector<std::string> listed_files(std::string_view yaml);

}  // namespace gs::logio::rosbag2
