// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One interface over every log format: MCAP, rosbag2 (folders, .db3), ROS 1 bags.
//
//   Problems problems;
//   GS_TRY(auto log, open_log("drive.mcap", problems));
//   GS_TRY(auto messages, log->read({.topics = {"/odom"}, .order = Order::log_time}, problems));
//   while (true) {
//     GS_TRY(const auto batch, messages->next_batch());
//     if (batch.empty()) break;
//     for (const MessageView& message : batch) use(*message.channel, message.data);
//   }
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/core/time.h"

namespace gs {

// The text (or descriptor bytes) that explains a message type.
struct LogSchema {
  std::string name;      // "sensor_msgs/msg/Image"; ROS 1: "sensor_msgs/Image"
  std::string encoding;  // "ros2msg", "ros1msg", "ros2idl", "protobuf", "jsonschema"; empty: unknown
  std::string data;
};

struct LogChannel {
  uint32_t id = 0;  // index into LogReader::channels(), not the number in the file
  std::string topic;
  std::string message_encoding;  // "cdr", "ros1", "protobuf", "json"
  LogSchema schema;
  std::map<std::string, std::string> metadata;  // offered_qos_profiles, callerid, latching, md5sum ...
};

struct ChannelStatistics {
  uint64_t message_count = 0;
  uint64_t data_bytes = 0;  // of messages, uncompressed; 0 when the format does not tell without reading all
};

// What is known without reading every message.
struct LogInfo {
  std::string format;    // "mcap", "rosbag2", "rosbag1"
  std::string profile;   // MCAP profile, "ros2" for rosbag2, "ros1" for bags
  std::string library;   // what wrote it, when the file says so
  bool indexed = false;  // false: counts come from a scan
  std::optional<Timestamp> start, end;
  uint64_t message_count = 0;
  uint64_t file_bytes = 0;
  uint64_t chunk_count = 0;
  std::map<std::string, uint64_t> chunks_by_compression;  // "zstd" -> 12
  std::vector<ChannelStatistics> channels;                // by channel id
};

// Views borrow from the stream and stay valid until its next call.
struct MessageView {
  const LogChannel* channel = nullptr;
  Timestamp log_time;      // when it was recorded
  Timestamp publish_time;  // when it was sent; equals log_time where the format has only one
  uint32_t sequence = 0;
  Bytes data;
};

enum class Order {
  file,      // as stored; fastest
  log_time,  // stable: equal times in file order
  publish_time,
};

struct ReadOptions {
  std::vector<std::string> topics{};  // empty: all. A name that is not in the log is an error: topic_not_found
  std::optional<Timestamp> begin{};   // log_time >= begin
  std::optional<Timestamp> end{};     // log_time < end
  Order order = Order::log_time;
  bool verify_crc = true;
  bool salvage = false;  // deliver what can be read of chunks whose checksum is wrong, instead of skipping them
  // Read chunks in full, checksum included, also where their index would do to pick a few messages out of them. For
  // those who write what they read: a flipped bit must not get a fresh checksum.
  bool whole_chunks = false;
  int threads = 1;                            // for decoding chunks ahead
  uint64_t max_buffered_bytes = 64ull << 20;  // decoded chunks held at once, at least one
};

class MessageStream {
 public:
  virtual ~MessageStream() = default;
  // The next messages in order, empty at the end. Damage that can be skipped went to Problems; an error ends the
  // stream.
  virtual Result<std::span<const MessageView>> next_batch() = 0;
};

struct LogAttachment {
  std::string name, media_type;
  Timestamp log_time, create_time;
  std::vector<std::byte> data;
};

struct LogMetadata {
  std::string name;
  std::map<std::string, std::string> values;
};

class LogReader {
 public:
  virtual ~LogReader() = default;
  virtual const LogInfo& info() const = 0;
  virtual const std::vector<LogChannel>& channels() const = 0;
  // The stream borrows from the reader and from problems.
  virtual Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const = 0;
  // Few and small in practice; formats without them return none.
  virtual Result<std::vector<LogAttachment>> attachments(Problems& problems) const = 0;
  virtual Result<std::vector<LogMetadata>> metadata(Problems& problems) const = 0;
  // Verifies what a read does not touch: a checksum over the whole file, the index against the content. Reads the
  // whole file. Differences go to problems; an error means that the check itself could not be made.
  virtual Result<void> check_container(Problems&) const { return {}; }
};

// Chooses the format by content, not by name. A folder is a rosbag2. Unindexed and truncated files open too: what was
// lost is in problems.
Result<std::unique_ptr<LogReader>> open_log(const std::filesystem::path& path, Problems& problems);

// Output appears whole or not at all: close() commits, destruction without it leaves nothing.
class LogWriter {
 public:
  virtual ~LogWriter() = default;
  // The id to write with; the id inside channel is ignored.
  virtual Result<uint32_t> add_channel(const LogChannel& channel) = 0;
  virtual Result<void> write(uint32_t channel_id, Timestamp log_time, Timestamp publish_time, uint32_t sequence,
                             Bytes data) = 0;
  virtual Result<void> write_attachment(const LogAttachment& attachment) = 0;
  virtual Result<void> write_metadata(const LogMetadata& metadata) = 0;
  virtual Result<void> close() = 0;
};

}  // namespace gs
