// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes MCAP files.
//
//   GS_TRY(auto log, McapWriter::create("drive.mcap", {.compression = "zstd"}));
//   GS_TRY(const uint32_t odom, log->add_channel({.topic = "/odom", .message_encoding = "cdr", .schema = schema}));
//   GS_CHECK(log->write(odom, stamp, stamp, 0, bytes));
//   GS_CHECK(log->close());
#pragma once

#include <memory>
#include <string>

#include "gs/core/options/options.h"
#include "gs/logio/api/log.h"
#include "gs/logio/api/sink.h"

namespace gs::logio {

// Options of a file. The defaults give an indexed, zstd-compressed file.
struct McapWriterOptions {
  std::string profile = "";
  std::string library = "gs " GS_VERSION;
  std::string compression = "zstd";
  int level = 0;                  // 0: the method's fast default; see gs/logio/codec/codec.h
  int64_t chunk_bytes = 1 << 20;  // a chunk is closed when it has this many; a larger message gets its own
  int threads = 0;                // background compression; the output bytes do not depend on it
  bool chunks = true;             // false: write messages directly, so that a power failure loses little
  bool message_index = true;
  bool chunk_index = true;
  bool statistics = true;
  bool repeat_schemas = true;  // in the summary, where indexed readers expect them
  bool repeat_channels = true;
  bool attachment_index = true;
  bool metadata_index = true;
  bool summary_offsets = true;
  bool chunk_crc = true;
  bool data_crc = false;  // over the whole data section, in addition to the chunk checksums
  bool summary_crc = true;
};

void describe(auto& visit, McapWriterOptions& o) {
  visit("profile", o.profile, "kind of messages: ros2, ros1 or empty");
  visit("library", o.library, "name of the program that writes the file");
  visit("compression", o.compression, "compression of chunks", Choices{{"none", "lz4", "zstd"}});
  visit("level", o.level, "compression level; 0: the fast default of the method", Range{-65537, 22});
  visit("chunk_bytes", o.chunk_bytes, "uncompressed size at which a chunk is closed [bytes]", Range{1, 1 << 30});
  visit("threads", o.threads, "threads for background compression; 0: compress while writing", Range{0, 256});
  visit("chunks", o.chunks, "write messages in chunks; without chunks there is no index and no compression");
  visit("message_index", o.message_index, "write the index of the messages of each chunk");
  visit("chunk_index", o.chunk_index, "write the index of all chunks");
  visit("statistics", o.statistics, "write message counts and time range");
  visit("repeat_schemas", o.repeat_schemas, "repeat the schemas in the summary");
  visit("repeat_channels", o.repeat_channels, "repeat the channels in the summary");
  visit("attachment_index", o.attachment_index, "write the index of the attachments");
  visit("metadata_index", o.metadata_index, "write the index of the metadata records");
  visit("summary_offsets", o.summary_offsets, "write the offsets of the groups in the summary");
  visit("chunk_crc", o.chunk_crc, "write a checksum for each chunk");
  visit("data_crc", o.data_crc, "write a checksum of the whole data section");
  visit("summary_crc", o.summary_crc, "write a checksum of the summary");
}

// Writes one MCAP file. One thread at a time.
class McapWriter final : public LogWriter {
 public:
  // Create a file, or write to any sink. Errors: invalid_option for an unknown compression; those of creating the file.
  static Result<std::unique_ptr<McapWriter>> create(const fs::path& path, const McapWriterOptions& options = {});
  static Result<std::unique_ptr<McapWriter>> create(std::unique_ptr<ByteSink> sink,
                                                    const McapWriterOptions& options = {});
  ~McapWriter() override;

  // Adding an equal channel again returns the same id. A channel without messages is written to the summary only.
  Result<uint32_t> add_channel(const LogChannel& channel) override;
  Result<void> write(uint32_t channel_id, Timestamp log_time, Timestamp publish_time, uint32_t sequence,
                     Bytes data) override;
  Result<void> write_attachment(const LogAttachment& attachment) override;
  Result<void> write_metadata(const LogMetadata& metadata) override;
  Result<void> close() override;

 private:
  struct State;
  explicit McapWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gs::logio
