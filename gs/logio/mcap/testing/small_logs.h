// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of this folder: small generated logs, and copies of messages that can be compared.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/writer.h"

namespace gs::logio::mcap::testing {

// Message by value.
struct Plain {
  std::string topic;
  int64_t log_time = 0, publish_time = 0;
  uint32_t sequence = 0;
  std::string data;
  friend bool operator==(const Plain&, const Plain&) = default;
};

// Copies all messages of a read.
inline std::vector<Plain> read_plain(const LogReader& log, const ReadOptions& options, Problems& problems) {
  std::vector<Plain> result;
  const auto stream = log.read(options, problems).value();
  while (true) {
    const auto batch = stream->next_batch().value();
    if (batch.empty()) return result;
    for (const MessageView& m : batch) {
      result.push_back({m.channel->topic, m.log_time.ns, m.publish_time.ns, m.sequence, std::string(as_text(m.data))});
    }
  }
}

inline std::vector<Plain> read_plain(Bytes file, const ReadOptions& options, Problems& problems) {
  const auto log = McapReader::open(file, "test.mcap", problems);
  return log ? read_plain(**log, options, problems) : std::vector<Plain>{};
}

// Writes messages to an MCAP file in memory, one channel per topic.
inline std::vector<std::byte> write_plain(const std::vector<Plain>& messages, const McapWriterOptions& options) {
  std::vector<std::byte> out;
  const auto writer = McapWriter::create(std::make_unique<MemorySink>(out), options).value();
  for (const Plain& m : messages) {
    const LogChannel channel{.topic = m.topic, .message_encoding = "cdr", .schema = {"pkg/msg/T", "ros2msg", "int8 x"}};
    const uint32_t id = writer->add_channel(channel).value();
    writer->write(id, {m.log_time}, {m.publish_time}, m.sequence, as_bytes(m.data)).value();
  }
  writer->close().value();
  return out;
}

// `count` messages of three topics with 0 to 299 bytes each; log times [ns] are out of order by up to `jitter`.
inline std::vector<Plain> sample_messages(std::size_t count, int64_t jitter = 0) {
  std::vector<Plain> messages;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(5, purpose("mcap_sample"), i);
    Plain m{.topic = std::string("/topic") + static_cast<char>('a' + random.below(3)),
            .sequence = static_cast<uint32_t>(i)};
    m.log_time =
        1'000'000 + static_cast<int64_t>(i) * 10 + (jitter > 0 ? random.below(static_cast<uint32_t>(jitter)) : 0);
    m.publish_time = m.log_time - random.below(500);
    m.data.resize(random.below(300));
    for (char& c : m.data) c = static_cast<char>('a' + random.below(4));
    messages.push_back(std::move(m));
  }
  return messages;
}

}  // namespace gs::logio::mcap::testing
