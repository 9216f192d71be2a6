// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The records of a ROS 1 bag, format 2.0 (wiki.ros.org/Bags/Format/2.0): parse and write.
//
// A record is: header length u32, header, data length u32, data. A header is a list of fields, each a u32 length and
// "name=value" with a binary value, in any order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/core/time.h"

namespace gs::rosbag1 {

inline constexpr std::string_view kMagic = "#ROSBAG V2.0\n";
// The file header record fills this many bytes of header and padding, so that it can be rewritten in place.
inline constexpr uint32_t kFileHeaderBytes = 4096;

enum class Op : uint8_t { message = 2, file_header = 3, index_data = 4, chunk = 5, chunk_info = 6, connection = 7 };

struct Record {
  Bytes header, data;
  uint64_t offset = 0;       // of the record
  uint64_t data_offset = 0;  // of its data
  uint64_t end = 0;          // of the record; the next one starts here
};
// Borrows from bytes. truncated: the bytes end inside the record.
Result<Record> read_record(Bytes bytes, uint64_t offset);

// The fields of a header, borrowed.
class Fields {
 public:
  static Result<Fields> parse(Bytes header);

  std::optional<std::string_view> text(std::string_view name) const;
  Result<std::string> required_text(std::string_view name) const;
  template <Number T>
  Result<T> number(std::string_view name) const {
    const auto value = text(name);
    if (!value) return fail(ErrorCode::corrupt, "the field '{}' is missing", name);
    if (value->size() != sizeof(T)) {
      return fail(ErrorCode::corrupt, "the field '{}' has {} bytes instead of {}", name, value->size(), sizeof(T));
    }
    return load_le<T>(as_bytes(*value).data());
  }
  Result<Timestamp> time(std::string_view name) const;
  const std::vector<std::pair<std::string_view, std::string_view>>& all() const { return fields_; }

 private:
  std::vector<std::pair<std::string_view, std::string_view>> fields_;
};

Result<Op> op_of(const Fields& fields);

struct FileHeader {
  uint64_t index_position = 0;  // 0: the recording was not closed
  uint32_t connection_count = 0;
  uint32_t chunk_count = 0;
};
Result<FileHeader> parse_file_header(const Fields& fields);

struct Connection {
  uint32_t id = 0;
  std::string topic, type, md5sum, definition;
  std::string caller_id, latching;  // empty when the publisher told none
  friend bool operator==(const Connection&, const Connection&) = default;
};
Result<Connection> parse_connection(const Fields& fields, Bytes data);

struct MessageHeader {
  uint32_t connection = 0;
  Timestamp time;
};
// nullopt: not a message record. The layout every recorder writes takes a fast path.
std::optional<MessageHeader> parse_message_header(Bytes header);

struct IndexEntry {
  Timestamp time;
  uint32_t offset = 0;  // of the message record in the uncompressed chunk
};
struct IndexData {
  uint32_t connection = 0;
  std::vector<IndexEntry> entries;
};
Result<IndexData> parse_index_data(const Fields& fields, Bytes data);

struct ChunkInfo {
  uint64_t position = 0;  // of the chunk record
  Timestamp start, end;
  std::vector<std::pair<uint32_t, uint32_t>> counts;  // connection, messages
};
Result<ChunkInfo> parse_chunk_info(const Fields& fields, Bytes data);

void write_file_header(ByteWriter& out, const FileHeader& header);
void write_connection(ByteWriter& out, const Connection& connection);
// The record up to its data: the payload follows.
void write_message_head(ByteWriter& out, const MessageHeader& header, uint32_t data_bytes);
void write_chunk_head(ByteWriter& out, std::string_view compression, uint32_t size, uint32_t data_bytes);
void write_index_data(ByteWriter& out, const IndexData& index);
void write_chunk_info(ByteWriter& out, const ChunkInfo& info);

}  // namespace gs::rosbag1
