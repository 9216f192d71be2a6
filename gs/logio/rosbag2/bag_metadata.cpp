// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/bag_metadata.h"

#include "gs/core/json/json_writer.h"

namespace gs::logio::rosbag2 {
namespace {

// Without spaces and carriage returns at both ends.
std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Without one pair of surrounding quotes.
std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// Metadata value of a channel, or an empty text.
std::string value_of(const LogChannel& channel, const char* key) {
  const auto found = channel.metadata.find(key);
  return found == channel.metadata.end() ? "" : found->second;
}

// Start time of an empty bag, as rosbag2 writes it: its largest time.
constexpr int64_t kNoStart = 9223372036854775807;

}  // namespace

std::string metadata_yaml(const BagMetadata& metadata) {
  const int64_t start = metadata.start ? metadata.start->ns : kNoStart;
  const int64_t duration = metadata.start ? (*metadata.end - *metadata.start).ns : 0;
  uint64_t total = 0;
  std::string topics;
  for (std::size_t i = 0; i < metadata.channels.size(); ++i) {
    const LogChannel& channel = metadata.channels[i];
    total += metadata.counts[i];
    // A JSON string is also a valid double-quoted YAML string.
    topics += format(
        "    - topic_metadata:\n        name: {}\n        type: {}\n        serialization_format: {}\n"
        "        offered_qos_profiles: {}\n        type_description_hash: {}\n      message_count: {}\n",
        json_quote(channel.topic), json_quote(channel.schema.name), json_quote(channel.message_encoding),
        json_quote(value_of(channel, "offered_qos_profiles")), json_quote(value_of(channel, "topic_type_hash")),
        metadata.counts[i]);
  }
  const std::string name = json_quote(metadata.file_name);
  return format(
      "rosbag2_bagfile_information:\n  version: {}\n  storage_identifier: sqlite3\n  duration:\n    nanoseconds: {}\n"
      "  starting_time:\n    nanoseconds_since_epoch: {}\n  message_count: {}\n  topics_with_message_count:{}\n{}"
      "  compression_format: \"\"\n  compression_mode: \"\"\n  relative_file_paths:\n    - {}\n  files:\n"
      "    - path: {}\n      starting_time:\n        nanoseconds_since_epoch: {}\n      duration:\n"
      "        nanoseconds: {}\n      message_count: {}\n  custom_data: ~\n  ros_distro: {}\n",
      kMetadataVersion, duration, start, total, topics.empty() ? " []" : "", topics, name, name, start, duration, total,
      json_quote(metadata.ros_distro));
}

std::vector<std::string> listed_files(std::string_view yaml) {
  std::vector<std::string> files;
  bool inside = false;
  while (!yaml.empty()) {
    const std::size_t end = yaml.find('\n');
    const std::string_view line = trimmed(yaml.substr(0, end));
    yaml = end == std::string_view::npos ? std::string_view{} : yaml.substr(end + 1);
    // The list ends at the first line that is not an item.
    if (line == "relative_file_paths:") {
      inside = true;
    } else if (inside && line.starts_with("- ")) {
      files.emplace_back(unquoted(trimmed(line.substr(2))));
    } else if (inside && !line.empty()) {
      break;
    }
  }
  return files;
}

}  // namespace gs::logio::rosbag2
