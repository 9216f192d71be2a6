// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records topics of a ROS 2 graph to an MCAP file that rosbag2, Foxglove and gs-log can read.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "gs/logio/api/log.h"
#include "gs/ros2/node.h"

namespace gs::bridge {

// Topics and compression.
struct BagRecordOptions {
  std::vector<std::string> topics{};  // empty: all topics
  std::string compression = "zstd";   // of MCAP chunks
};

// Records until close(). The file is named NAME.partial while recording, which readers can open; close() renames it.
class BagRecorder {
 public:
  // node must outlive the result. Errors: already_exists if NAME.partial exists; those of the file system.
  static Result<std::unique_ptr<BagRecorder>> create(ros2::Node& node, const std::filesystem::path& path,
                                                     const BagRecordOptions& options);
  ~BagRecorder();

  // Subscribes to wanted topics that have appeared in the graph; call it repeatedly. Returns the names of the new
  // topics.
  std::vector<std::string> look();
  // Ends the recording. Returns the first error of writing, if any (for example a full disk); the data written before
  // it stays in NAME.partial.
  Result<void> close();
  // Number of messages recorded so far.
  uint64_t message_count() const;

 private:
  struct Recording {
    uint32_t channel = 0, sequence = 0;
  };
  BagRecorder(ros2::Node& node, BagRecordOptions options, std::unique_ptr<logio::LogWriter> writer);
  void subscribe(const std::string& topic, const rosmsg::MessageType& type, const std::vector<ros2::Qos>& offered);
  void write(Recording& to, const ros2::Sample& sample);

  ros2::Node& node_;
  const BagRecordOptions options_;
  mutable std::mutex mutex_;  // guards the members up to the next blank line
  std::unique_ptr<logio::LogWriter> writer_;
  uint64_t messages_ = 0;
  std::optional<Error> failed_;

  std::map<std::string, std::unique_ptr<Recording>> recordings_;
  std::set<std::string> refused_;                                   // topics of unknown type
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: their callbacks use the members above
};

}  // namespace gs::bridge
