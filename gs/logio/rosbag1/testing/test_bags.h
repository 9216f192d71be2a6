// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Test support: bags in memory, and messages by value.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/logio/rosbag1/writer.h"

namespace gs::logio::testing {

// Message by value.
struct Message {
  std::string topic;
  int64_t time_ns = 0;
  std::string data;
  friend bool operator==(const Message&, const Message&) = default;
};

// Channel of std_msgs/String with typical ROS 1 metadata.
inline LogChannel string_channel(const std::string& topic) {
  return {.topic = topic,
          .message_encoding = "ros1",
          .schema = {.name = "std_msgs/String", .encoding = "ros1msg", .data = "string data\n"},
          .metadata = {{"md5sum", "992ce8a1687cec8c8bd883ec73ca41d1"}, {"latching", "1"}, {"callerid", "/talker"}}};
}

// Writes messages in the given order, one channel per topic in order of first use.
inline std::vector<std::byte> bag_of(const std::vector<Message>& messages, const Rosbag1WriterOptions& options) {
  const TemporaryFolder folder;
  const fs::path path = folder / "made.bag";
  auto writer = create_rosbag1(path, options);
  EXPECT_TRUE(writer) << to_string(writer.error());
  std::vector<std::string> topics;
  for (const Message& message : messages) {
    auto at = std::find(topics.begin(), topics.end(), message.topic);
    if (at == topics.end()) {
      EXPECT_TRUE((*writer)->add_channel(string_channel(message.topic)));
      at = topics.insert(topics.end(), message.topic);
    }
    const auto id = static_cast<uint32_t>(at - topics.begin());
    EXPECT_TRUE((*writer)->write(id, {message.time_ns}, {message.time_ns}, 0, as_bytes(message.data)));
  }
  EXPECT_TRUE((*writer)->close());
  return *read_binary_file(path, 1u << 30);
}

// Reads all messages of a bag; the second overload opens it from memory first.
inline std::vector<Message> read_all(const LogReader& reader, const ReadOptions& options, Problems& problems) {
  std::vector<Message> messages;
  auto stream = reader.read(options, problems);
  EXPECT_TRUE(stream) << to_string(stream.error());
  while (stream) {
    const auto batch = (*stream)->next_batch();
    EXPECT_TRUE(batch);
    if (!batch || batch->empty()) break;
    for (const MessageView& view : *batch) {
      messages.push_back({view.channel->topic, view.log_time.ns, std::string(as_text(view.data))});
    }
  }
  return messages;
}

// Opens a bag in memory and reads all its messages.
inline std::vector<Message> read_all(Bytes bag, Problems& problems, const ReadOptions& options = {}) {
  const auto reader = read_rosbag1(bag, "made.bag", problems);
  return reader ? read_all(**reader, options, problems) : std::vector<Message>{};
}

}  // namespace gs::logio::testing
