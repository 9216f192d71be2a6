// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/writer.h"

#include <algorithm>
#include <map>

#include "gs/core/file.h"
#include "gs/logio/rosbag1/chunk_encoder.h"
#include "gs/logio/rosbag1/records.h"

namespace gs::logio {
namespace rosbag1 {
namespace {

// Record lengths have 32 bits, and a chunk holds at least one message with its header.
constexpr uint64_t kMaxMessageBytes = UINT32_MAX - (64u << 20);
constexpr int64_t kMaxSeconds = UINT32_MAX;

// Writes chunks as they fill. close() writes the index and rewrites the file header in place.
class Writer final : public LogWriter {
 public:
  Writer(AtomicFile file, const Rosbag1WriterOptions& options)
      : file_(std::move(file)), options_(options), encode_(options.codec) {
    records_.reserve(options.chunk_bytes + (64u << 10));
  }

  Result<void> begin() {
    GS_CHECK(file_.write(kMagic));
    ByteWriter header;
    write_file_header(header, {});
    return file_.write(header.view());
  }

  Result<uint32_t> add_channel(const LogChannel& channel) override {
    if (channel.message_encoding != "ros1") {
      return fail(ErrorCode::unsupported, "a ROS 1 bag cannot hold '{}' messages: {}", channel.message_encoding,
                  channel.topic);
    }
    const auto meta = [&](const char* key, const char* otherwise) {
      const auto found = channel.metadata.find(key);
      return found == channel.metadata.end() ? std::string(otherwise) : found->second;
    };
    connections_.push_back({.id = static_cast<uint32_t>(connections_.size()),
                            .topic = channel.topic,
                            .type = channel.schema.name,
                            .md5sum = meta("md5sum", "*"),  // rosbag's wildcard
                            .definition = channel.schema.data,
                            .caller_id = meta("callerid", ""),
                            .latching = meta("latching", "")});
    written_.push_back(false);
    return connections_.back().id;
  }

  Result<void> write(uint32_t channel_id, Timestamp log_time, Timestamp, uint32_t, Bytes data) override {
    if (channel_id >= connections_.size())
      return fail(ErrorCode::invalid_argument, "channel {} was not added to this bag", channel_id);
    if (log_time.ns < 0 || log_time.ns / 1'000'000'000 > kMaxSeconds) {
      return fail(ErrorCode::invalid_argument, "a ROS 1 bag cannot hold the time {} s: the range is 0 to 2^32 s",
                  to_decimal_seconds(log_time));
    }
    if (data.size() > kMaxMessageBytes) {
      return fail(ErrorCode::limit_exceeded, "message of {} bytes is too large for a ROS 1 bag", data.size());
    }
    // The size of a chunk has 32 bits: close it before it would overflow.
    if (records_.size() > 0 && records_.size() + data.size() > kMaxMessageBytes) GS_CHECK(end_chunk());
    // The connection record comes in front of its first message, for readers without an index.
    if (!written_[channel_id]) write_connection(records_, connections_[channel_id]);
    written_[channel_id] = true;
    index_[channel_id].push_back({log_time, static_cast<uint32_t>(records_.size())});
    write_message_head(records_, {channel_id, log_time}, static_cast<uint32_t>(data.size()));
    records_.bytes(data);
    return records_.size() >= options_.chunk_bytes ? end_chunk() : Result<void>{};
  }

  Result<void> write_attachment(const LogAttachment& attachment) override {
    return fail(ErrorCode::unsupported, "a ROS 1 bag has no attachments: '{}'", attachment.name);
  }
  Result<void> write_metadata(const LogMetadata& metadata) override {
    return fail(ErrorCode::unsupported, "a ROS 1 bag has no metadata records: '{}'", metadata.name);
  }

  Result<void> close() override {
    GS_CHECK(end_chunk());
    const FileHeader header{.index_position = file_.size(),
                            .connection_count = static_cast<uint32_t>(connections_.size()),
                            .chunk_count = static_cast<uint32_t>(chunks_.size())};
    // Connections and chunk infos at the end, then the file header with their position.
    ByteWriter tail;
    for (const Connection& connection : connections_) write_connection(tail, connection);
    for (const ChunkInfo& chunk : chunks_) write_chunk_info(tail, chunk);
    GS_CHECK(file_.write(tail.view()));
    ByteWriter head;
    write_file_header(head, header);
    GS_CHECK(file_.write_at(kMagic.size(), head.view()));
    return file_.commit();
  }

 private:
  // Chunk record, then one index data record per connection.
  Result<void> end_chunk() {
    if (records_.size() == 0) return {};
    GS_TRY(const Bytes stored, encode_(records_.view()));
    ChunkInfo info{.position = file_.size(), .start = {INT64_MAX}, .end = {INT64_MIN}};
    ByteWriter head, index;
    write_chunk_head(head, to_string(options_.codec), static_cast<uint32_t>(records_.size()),
                     static_cast<uint32_t>(stored.size()));
    for (auto& [connection, entries] : index_) {
      if (entries.empty()) continue;
      info.counts.emplace_back(connection, static_cast<uint32_t>(entries.size()));
      for (const IndexEntry& entry : entries) {
        info.start = std::min(info.start, entry.time);
        info.end = std::max(info.end, entry.time);
      }
      IndexData data{.connection = connection, .entries = std::move(entries)};
      write_index_data(index, data);
      entries = std::move(data.entries);
      entries.clear();  // keeps its memory for the next chunk
    }
    GS_CHECK(file_.write(head.view()));
    GS_CHECK(file_.write(stored));
    GS_CHECK(file_.write(index.view()));
    chunks_.push_back(std::move(info));
    records_.clear();
    return {};
  }

  AtomicFile file_;
  Rosbag1WriterOptions options_;
  ChunkEncoder encode_;
  ByteWriter records_;  // of the open chunk
  std::map<uint32_t, std::vector<IndexEntry>> index_;
  std::vector<Connection> connections_;
  std::vector<bool> written_;  // whether a chunk holds the connection's record
  std::vector<ChunkInfo> chunks_;
};

}  // namespace
}  // namespace rosbag1

Result<std::unique_ptr<LogWriter>> create_rosbag1(const std::filesystem::path& path,
                                                  const Rosbag1WriterOptions& options) {
  if (options.codec == Codec::zstd) {
    return fail(ErrorCode::invalid_option, "a ROS 1 bag has no zstd chunks").with_hint("use none, lz4 or bz2");
  }
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  auto writer = std::make_unique<rosbag1::Writer>(std::move(file), options);
  GS_CHECK(writer->begin());
  return writer;
}

}  // namespace gs::logio
