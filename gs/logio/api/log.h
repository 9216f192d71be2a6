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

namespace gs::logio {

// Definition of a message type: a text (.msg, .idl, JSON schema) or serialized descriptor bytes (protobuf).
struct LogSchema {
  std::string name;      // "sensor_msgs/msg/Image"; ROS 1: "sensor_msgs/Image"
  std::string encoding;  // "ros2msg", "ros1msg", "ros2idl", "protobuf", "jsonschema"; empty: unknown
  std::string data;
};

// One topic as one publisher declared it. A log may hold several channels with the same topic.
struct LogChannel {
  uint32_t id = 0;  // index into LogReader::channels(), not the number in the file
  std::string topic;
  std::string message_encoding;  // "cdr", "ros1", "protobuf", "json"
  LogSchema schema;
  std::map<std::string, std::string> metadata;  // offered_qos_profiles, callerid, latching, md5sum ...
};

// Totals of one channel over the whole log.
struct ChannelStatistics {
  uint64_t message_count = 0;
  uint64_t data_bytes = 0;  // sum of the message sizes, uncompressed; 0 when only a full read would give it
};

// Overview of a log. Indexed files give it without reading every message.
struct LogInfo {
  std::string format;    // "mcap", "rosbag2", "rosbag1"
  std::string profile;   // MCAP profile, "ros2" for rosbag2, "ros1" for bags
  std::string library;   // program that wrote the file, when the file names it
  bool indexed = false;  // false: counts come from a scan
  std::optional<Timestamp> start, end;
  uint64_t message_count = 0;
  uint64_t file_bytes = 0;
  uint64_t chunk_count = 0;
  std::map<std::string, uint64_t> chunks_by_compression;  // "zstd" -> 12
  std::vector<ChannelStatistics> channels;                // by channel id
};

// One message. `channel` is borrowed from the reader; `data` is borrowed from the stream and valid until its next call.
struct MessageView {
  const LogChannel* channel = nullptr;
  Timestamp log_time;      // time of recording
  Timestamp publish_time;  // time of sending; equals log_time in formats that store one time only
  uint32_t sequence = 0;
  Bytes data;
};

// Order in which a stream delivers messages.
enum class Order {
  file,          // as stored; fastest
  log_time,      // stable: equal times in file order
  publish_time,  // stable; MCAP files are read twice
};

// Selection, order and resources of one read.
struct ReadOptions {
  std::vector<std::string> topics{};  // empty: all. A name that is not in the log is an error: topic_not_found
  std::optional<Timestamp> begin{};   // log_time >= begin
  std::optional<Timestamp> end{};     // log_time < end
  Order order = Order::log_time;
  bool verify_crc = true;
  bool salvage = false;  // deliver the readable messages of chunks with a wrong checksum instead of skipping the chunk
  // Read and verify chunks in full, even where the index allows reading only a few messages of them. Set it when the
  // messages are written to a new file: otherwise a flipped bit would be stored under a new, correct checksum.
  bool whole_chunks = false;
  int threads = 1;                            // decode chunks ahead on this many threads
  uint64_t max_buffered_bytes = 64ull << 20;  // limit of decoded chunks held at once; one chunk is always held
};

// Delivers the messages of one read, in batches. One thread at a time.
class MessageStream {
 public:
  virtual ~MessageStream() = default;
  // Returns the next messages in the requested order; empty at the end. Damage that can be skipped is added to the
  // Problems of read(); an error ends the stream.
  virtual Result<std::span<const MessageView>> next_batch() = 0;
};

// File stored inside a log (MCAP only).
struct LogAttachment {
  std::string name, media_type;
  Timestamp log_time, create_time;
  std::vector<std::byte> data;
};

// Named table of texts stored inside a log (MCAP only).
struct LogMetadata {
  std::string name;
  std::map<std::string, std::string> values;
};

// Open log. Its const functions may be called by several threads at once.
class LogReader {
 public:
  virtual ~LogReader() = default;
  // Overview of the log, and its channels; channels()[i].id == i.
  virtual const LogInfo& info() const = 0;
  virtual const std::vector<LogChannel>& channels() const = 0;
  // Starts a read. The stream borrows from the reader and from `problems`. Errors: topic_not_found for an unknown
  // topic.
  virtual Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const = 0;
  // Return copies of all attachments and metadata records; empty for formats without them. Damaged ones are skipped and
  // added to `problems`.
  virtual Result<std::vector<LogAttachment>> attachments(Problems& problems) const = 0;
  virtual Result<std::vector<LogMetadata>> metadata(Problems& problems) const = 0;
  // Verifies the parts of a file that read() does not use: the checksum over the whole file, the index against the
  // content. Reads the whole file. Differences go to problems; an error means that the check itself failed.
  virtual Result<void> check_container(Problems&) const { return {}; }
};

// Opens a log. The format follows from the first bytes, not from the file name; a folder is a rosbag2. Unindexed and
// truncated files open too, with their damage in `problems`. Errors: unsupported for other formats; those of reading
// the file.
Result<std::unique_ptr<LogReader>> open_log(const std::filesystem::path& path, Problems& problems);

// Writes a log atomically: the file appears when close() succeeds. Without close() no file is left behind.
class LogWriter {
 public:
  virtual ~LogWriter() = default;
  // Declares a channel and returns the id for write(). `channel.id` is ignored.
  virtual Result<uint32_t> add_channel(const LogChannel& channel) = 0;
  // Appends one message. Times need not ascend.
  virtual Result<void> write(uint32_t channel_id, Timestamp log_time, Timestamp publish_time, uint32_t sequence,
                             Bytes data) = 0;
  // Append an attachment or a metadata record. Formats without them return an error.
  virtual Result<void> write_attachment(const LogAttachment& attachment) = 0;
  virtual Result<void> write_metadata(const LogMetadata& metadata) = 0;
  // Writes the index and commits the file. Further writes are errors.
  virtual Result<void> close() = 0;
};

}  // namespace gs::logio
