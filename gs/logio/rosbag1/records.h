// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses and writes the records of a ROS 1 bag, format 2.0 (http://wiki.ros.org/Bags/Format/2.0).
//
// A record is: header length u32, header, data length u32, data. A header is a list of fields in any order, each a u32
// length and "name=value" with a binary value. Numbers are little endian.
//
// Layout of a file:
//
// clang-format off
//   "#ROSBAG V2.0\n"
//   file header      4096 bytes with padding; position of the index, number of connections and chunks
//   chunks           each with connection and message records; behind it one index data record per connection
//   index            all connection records again, then one chunk info record per chunk
// clang-format on
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

namespace gs::logio::rosbag1 {

inline constexpr std::string_view kMagic = "#ROSBAG V2.0\n";
// Size of the file header record, padding included. Fixed, so that the header can be rewritten in place.
inline constexpr uint32_t kFileHeaderBytes = 4096;

// Record types (field "op").
enum class Op : uint8_t { message = 2, file_header = 3, index_data = 4, chunk = 5, chunk_info = 6, connection = 7 };

// Header and data of a record, borrowed from the file.
struct Record {
  Bytes header, data;
  uint64_t offset = 0;       // of the record
  uint64_t data_offset = 0;  // of its data
  uint64_t end = 0;          // offset of the next record
};
// Splits the record at `offset`; borrows from `bytes`. Errors: truncated if the bytes end inside the record.
Result<Record> read_record(Bytes bytes, uint64_t offset);

// Fields of a header, borrowed from it.
class Fields {
 public:
  // Splits a header into fields. Errors: corrupt.
  static Result<Fields> parse(Bytes header);

  // Look up a field by name. text(): nullopt if it is missing; the others: corrupt if it is missing or has a wrong
  // size.
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

// Record type of a header. Errors: corrupt.
Result<Op> op_of(const Fields& fields);

// First record of a file.
struct FileHeader {
  uint64_t index_position = 0;  // 0: the recording was not closed
  uint32_t connection_count = 0;
  uint32_t chunk_count = 0;
};
// Errors: corrupt; unsupported for encrypted bags.
Result<FileHeader> parse_file_header(const Fields& fields);

// Publisher of a topic, with the definition of its message type.
struct Connection {
  uint32_t id = 0;
  std::string topic, type, md5sum, definition;
  std::string caller_id, latching;  // empty if the publisher did not set them
  friend bool operator==(const Connection&, const Connection&) = default;
};
// Parses a connection record; `data` is the connection header of the publisher. Errors: corrupt.
Result<Connection> parse_connection(const Fields& fields, Bytes data);

// Header of a message record.
struct MessageHeader {
  uint32_t connection = 0;
  Timestamp time;
};
// Parses the header of a message record; nullopt for other records. The usual field order takes a fast path.
std::optional<MessageHeader> parse_message_header(Bytes header);

// Entry of an index data record.
struct IndexEntry {
  Timestamp time;
  uint32_t offset = 0;  // of the message record in the uncompressed chunk
};
// Index of the messages of one connection in the chunk in front of it.
struct IndexData {
  uint32_t connection = 0;
  std::vector<IndexEntry> entries;
};
// Errors: corrupt; unsupported for versions other than 1.
Result<IndexData> parse_index_data(const Fields& fields, Bytes data);

// Summary of a chunk, at the end of the file.
struct ChunkInfo {
  uint64_t position = 0;  // of the chunk record
  Timestamp start, end;
  std::vector<std::pair<uint32_t, uint32_t>> counts;  // (connection id, number of messages)
};
// Errors: corrupt; unsupported for versions other than 1.
Result<ChunkInfo> parse_chunk_info(const Fields& fields, Bytes data);

// Append a record. write_message_head() and write_chunk_head() append it up to its data, which the caller appends.
void write_file_header(ByteWriter& out, const FileHeader& header);
void write_connection(ByteWriter& out, const Connection& connection);
void write_message_head(ByteWriter& out, const MessageHeader& header, uint32_t data_bytes);
void write_chunk_head(ByteWriter& out, std::string_view compression, uint32_t size, uint32_t data_bytes);
void write_index_data(ByteWriter& out, const IndexData& index);
void write_chunk_info(ByteWriter& out, const ChunkInfo& info);

}  // namespace gs::logio::rosbag1
