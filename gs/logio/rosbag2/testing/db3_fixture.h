// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fixture of the tests of rosbag2 databases.
#pragma once

#include <gtest/gtest.h>
#include <zstd.h>

#include <fstream>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/rosbag2/db3_reader.h"
#include "gs/logio/rosbag2/db3_writer.h"
#include "gs/logio/rosbag2/folder.h"
#include "gs/logio/rosbag2/sqlite.h"

namespace gs::logio {

// A message as tests compare it.
struct Message {
  std::string topic;
  int64_t time_ns = 0;
  std::string data;
  friend bool operator==(const Message&, const Message&) = default;
  friend void PrintTo(const Message& m, std::ostream* out) { *out << m.topic << " at " << m.time_ns; }
};

// Temporary folder, and helpers to write and read recordings.
class Db3 : public ::testing::Test {
 protected:
  static LogChannel channel(const std::string& topic) {
    return {.topic = topic,
            .message_encoding = "cdr",
            .schema = {.name = "std_msgs/msg/String", .encoding = "ros2msg", .data = "string data\n"},
            .metadata = {{"offered_qos_profiles", "- durability: 1\n"}, {"topic_type_hash", "RIHS01_00"}}};
  }

  static void write(const fs::path& path, const std::vector<Message>& messages) {
    auto writer = create_rosbag2(path, {.ros_distro = "jazzy"});
    ASSERT_TRUE(writer) << to_string(writer.error());
    std::map<std::string, uint32_t> ids;
    for (const Message& message : messages) {
      if (!ids.contains(message.topic)) ids[message.topic] = *(*writer)->add_channel(channel(message.topic));
      ASSERT_TRUE((*writer)->write(ids[message.topic], {message.time_ns}, {}, 0, as_bytes(message.data)));
    }
    const auto closed = (*writer)->close();
    ASSERT_TRUE(closed) << to_string(closed.error());
  }

  static std::vector<Message> read(const LogReader& log, Problems& problems, const ReadOptions& options = {}) {
    std::vector<Message> messages;
    const auto stream = log.read(options, problems);
    EXPECT_TRUE(stream) << to_string(stream.error());
    while (stream) {
      const auto batch = (*stream)->next_batch();
      EXPECT_TRUE(batch) << to_string(batch.error());
      if (!batch || batch->empty()) break;
      for (const MessageView& view : *batch) {
        messages.push_back({view.channel->topic, view.log_time.ns, std::string(as_text(view.data))});
      }
    }
    return messages;
  }

  // Compresses a file with zstd; the frame states its size.
  static void pack(const fs::path& from, const fs::path& to) {
    const auto bytes = *read_binary_file(from, 1u << 30);
    std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
    ASSERT_TRUE(write_file(to, packed));
  }

  // Creates a bag folder with one file per name, each with one message.
  fs::path folder_of(const std::vector<std::string>& names, const std::vector<std::string>& listed) {
    const fs::path bag = folder_ / "bag";
    fs::remove_all(bag);
    fs::create_directory(bag);
    for (const std::string& name : names) write(bag / name, {{"/a", 1, name}});
    std::string yaml = "rosbag2_bagfile_information:\n  relative_file_paths:\n";
    for (const std::string& name : listed) yaml += "    - " + name + "\n";
    if (!listed.empty()) std::ofstream(bag / "metadata.yaml") << yaml;
    return bag;
  }

  // Messages of two topics, not in time order, with up to 9 kB each.
  static std::vector<Message> some_messages(int count) {
    std::vector<Message> messages;
    for (int i = 0; i < count; ++i) {
      messages.push_back({i % 3 == 0 ? "/a" : "/b", 1000 + (i * 37) % 50,
                          std::string(static_cast<std::size_t>(i * 31 % 9000), static_cast<char>('a' + i % 20))});
    }
    return messages;
  }

  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  Problems problems_;
};

}  // namespace gs::logio
