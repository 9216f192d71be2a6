// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records of the MCAP format, version 0 (https://mcap.dev/spec), one struct each. Texts and byte ranges are views that
// borrow from the parsed bytes. Times are nanoseconds since 1970.
//
// Layout of a file; a record is: u8 opcode, u64 length, content.
//
// clang-format off
//   magic
//   data section     Header, then Schema, Channel, Message, Attachment, Metadata and Chunk records; after each Chunk
//                    its MessageIndex records; DataEnd
//   summary section  Schema, Channel, Statistics, ChunkIndex, AttachmentIndex and MetadataIndex records
//   summary offsets  SummaryOffset records
//   Footer, magic
// clang-format on
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::logio::mcap {

// First and last 8 bytes of a file; the '0' is the version.
inline constexpr std::string_view kMagic = "\x89MCAP0\r\n";
inline constexpr std::size_t kPrefixBytes = 9;  // opcode u8, content length u64

// Opcodes (specification, "Records").
enum class Op : uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0A,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F,
};
// Record name as in the specification ("Chunk"); "unknown" for other opcodes.
std::string_view to_string(Op op);

// Map field, entries in file order. Its length prefix on disk counts bytes, not entries.
template <class Key, class Value>
using Map = std::vector<std::pair<Key, Value>>;

// First record of a file: the profile ("ros2") and the writing library.
struct Header {
  static constexpr Op kOp = Op::header;
  std::string_view profile, library;
};
// Last record of a file: offsets of the summary section and of its SummaryOffset records.
struct Footer {
  static constexpr Op kOp = Op::footer;
  uint64_t summary_start = 0, summary_offset_start = 0;  // 0: none
  uint32_t summary_crc = 0;
};
// Message definition.
struct Schema {
  static constexpr Op kOp = Op::schema;
  uint16_t id = 0;  // 0 is invalid
  std::string_view name, encoding;
  Bytes data;
};
// Topic with its encoding and schema.
struct Channel {
  static constexpr Op kOp = Op::channel;
  uint16_t id = 0, schema_id = 0;  // schema 0: none
  std::string_view topic, message_encoding;
  Map<std::string_view, std::string_view> metadata;
};
// One message; channel_id refers to a Channel record in front of it.
struct Message {
  static constexpr Op kOp = Op::message;
  static constexpr std::size_t kHeadBytes = 22;  // before the data
  uint16_t channel_id = 0;
  uint32_t sequence = 0;
  uint64_t log_time = 0, publish_time = 0;
  Bytes data;
};
// Batch of Schema, Channel and Message records, optionally compressed.
struct Chunk {
  static constexpr Op kOp = Op::chunk;
  uint64_t message_start_time = 0, message_end_time = 0, uncompressed_size = 0;
  uint32_t uncompressed_crc = 0;  // 0: not computed
  std::string_view compression;
  Bytes records;
};
// Index of the messages of one channel in the chunk in front of it.
struct MessageIndex {
  static constexpr Op kOp = Op::message_index;
  uint16_t channel_id = 0;
  Map<uint64_t, uint64_t> records;  // (log time, offset in the uncompressed records), in order of writing
};
// Summary entry of a chunk: its file range, time range and MessageIndex offsets by channel id.
struct ChunkIndex {
  static constexpr Op kOp = Op::chunk_index;
  uint64_t message_start_time = 0, message_end_time = 0, chunk_start_offset = 0, chunk_length = 0;
  Map<uint16_t, uint64_t> message_index_offsets;
  uint64_t message_index_length = 0;
  std::string_view compression;
  uint64_t compressed_size = 0, uncompressed_size = 0;
};
// Auxiliary file.
struct Attachment {
  static constexpr Op kOp = Op::attachment;
  uint64_t log_time = 0, create_time = 0;
  std::string_view name, media_type;
  Bytes data;
  uint32_t crc = 0;  // CRC-32 of the fields in front of it; 0: not computed
};
// Summary entry of an attachment.
struct AttachmentIndex {
  static constexpr Op kOp = Op::attachment_index;
  uint64_t offset = 0, length = 0, log_time = 0, create_time = 0, data_size = 0;
  std::string_view name, media_type;
};
// Counts and time range of the whole file.
struct Statistics {
  static constexpr Op kOp = Op::statistics;
  uint64_t message_count = 0;
  uint16_t schema_count = 0;
  uint32_t channel_count = 0, attachment_count = 0, metadata_count = 0, chunk_count = 0;
  uint64_t message_start_time = 0, message_end_time = 0;
  Map<uint16_t, uint64_t> channel_message_counts;
};
// Named table of texts.
struct Metadata {
  static constexpr Op kOp = Op::metadata;
  std::string_view name;
  Map<std::string_view, std::string_view> metadata;
};
// Summary entry of a metadata record.
struct MetadataIndex {
  static constexpr Op kOp = Op::metadata_index;
  uint64_t offset = 0, length = 0;
  std::string_view name;
};
// Byte range of all records of one kind in the summary section.
struct SummaryOffset {
  static constexpr Op kOp = Op::summary_offset;
  uint8_t group_opcode = 0;
  uint64_t group_start = 0, group_length = 0;
};
// End of the data section. The CRC covers everything in front of this record; 0: not computed.
struct DataEnd {
  static constexpr Op kOp = Op::data_end;
  uint32_t data_section_crc = 0;
};

// Parses the content of a record, without its prefix. Trailing bytes (fields of later versions) are ignored.
// Errors: truncated, with the record name.
template <class Record>
Result<Record> parse(Bytes content);

// Appends a record, prefix included.
template <class Record>
void append(ByteWriter& out, const Record& record);

// Position and content of a record that was not parsed yet.
struct RecordView {
  Op op{};
  uint64_t offset = 0;  // of the opcode, in the bytes of the cursor
  Bytes content;
};

// Iterates over the records of a byte range by their lengths, without parsing them.
class RecordCursor {
 public:
  // `begin` is the offset of the first record; values past the end are the end.
  explicit RecordCursor(Bytes bytes, uint64_t begin = 0)
      : bytes_(bytes), offset_(begin < bytes.size() ? begin : bytes.size()) {}

  // Gives the next record. False at the end, or if the next record would run past the end (then cut() is true).
  bool next(RecordView& out) {
    const uint64_t left = bytes_.size() - offset_;
    if (left < kPrefixBytes) return false;
    const std::byte* at = bytes_.data() + offset_;
    const auto length = load_le<uint64_t>(at + 1);
    if (length > left - kPrefixBytes) return false;
    out = {static_cast<Op>(*at), offset_, {at + kPrefixBytes, length}};
    offset_ += kPrefixBytes + length;
    return true;
  }
  // Offset of the next record; cut(): the remaining bytes are not a complete record.
  uint64_t offset() const { return offset_; }
  bool cut() const { return offset_ < bytes_.size(); }

 private:
  Bytes bytes_;
  uint64_t offset_;
};

}  // namespace gs::logio::mcap
