// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records topics of a ROS 2 graph into an MCAP that rosbag2, Foxglove and gs-log read.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "gs/bridge/ros2/node.h"
#include "gs/logio/log.h"

namespace gs::bridge {

struct BagRecordOptions {
  std::vector<std::string> topics{};  // empty: every topic that appears
  std::string compression = "zstd";
};

// While recording the file is NAME.partial, which readers open; close() gives it its name.
class BagRecorder {
 public:
  // node outlives the result.
  static Result<std::unique_ptr<BagRecorder>> create(ros2::Node& node, const std::filesystem::path& path,
                                                     const BagRecordOptions& options);
  ~BagRecorder();

  // Subscribes to what has appeared; call it now and then. Returns the names of topics that were new.
  std::vector<std::string> look();
  // An error: the disk is full, or the like. What was written before stays in NAME.partial.
  Result<void> close();
  uint64_t message_count() const;

 private:
  struct Recording {
    uint32_t channel = 0, sequence = 0;
  };
  BagRecorder(ros2::Node& node, BagRecordOptions options, std::unique_ptr<LogWriter> writer);
  void subscribe(const std::string& topic, const MessageType& type, const std::vector<ros2::Qos>& offered);
  void write(Recording& to, const ros2::Sample& sample);

  ros2::Node& node_;
  const BagRecordOptions options_;
  mutable std::mutex mutex_;  // guards what follows up to the next blank line
  std::unique_ptr<LogWriter> writer_;
  uint64_t messages_ = 0;
  std::optional<Error> failed_;

  std::map<std::string, std::unique_ptr<Recording>> recordings_;
  std::set<std::string> refused_;                                   // topics whose type is not known
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: they call into everything above
};

}  // namespace gs::bridge
