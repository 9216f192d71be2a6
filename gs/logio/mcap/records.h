// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The records of MCAP (version 0 of the public specification), one struct each. Texts and bytes are views: they borrow
// from what was parsed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::mcap {

// First and last 8 bytes of a file; the '0' is the version.
inline constexpr std::string_view kMagic = "\x89MCAP0\r\n";
inline constexpr std::size_t kPrefixBytes = 9;  // opcode u8, content length u64

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
std::string_view to_string(Op op);  // "Chunk"; "unknown" for opcodes we skip

// In file order; the length on disk counts bytes, not entries.
template <class Key, class Value>
using Map = std::vector<std::pair<Key, Value>>;

struct Header {
  static constexpr Op kOp = Op::header;
  std::string_view profile, library;
};
struct Footer {
  static constexpr Op kOp = Op::footer;
  uint64_t summary_start = 0, summary_offset_start = 0;  // 0: none
  uint32_t summary_crc = 0;
};
struct Schema {
  static constexpr Op kOp = Op::schema;
  uint16_t id = 0;  // 0 is invalid
  std::string_view name, encoding;
  Bytes data;
};
struct Channel {
  static constexpr Op kOp = Op::channel;
  uint16_t id = 0, schema_id = 0;  // schema 0: none
  std::string_view topic, message_encoding;
  Map<std::string_view, std::string_view> metadata;
};
struct Message {
  static constexpr Op kOp = Op::message;
  static constexpr std::size_t kHeadBytes = 22;  // before the data
  uint16_t channel_id = 0;
  uint32_t sequence = 0;
  uint64_t log_time = 0, publish_time = 0;
  Bytes data;
};
struct Chunk {
  static constexpr Op kOp = Op::chunk;
  uint64_t message_start_time = 0, message_end_time = 0, uncompressed_size = 0;
  uint32_t uncompressed_crc = 0;  // 0: not computed
  std::string_view compression;
  Bytes records;
};
struct MessageIndex {
  static constexpr Op kOp = Op::message_index;
  uint16_t channel_id = 0;
  Map<uint64_t, uint64_t> records;  // log time, offset in the uncompressed chunk; in the order of writing
};
struct ChunkIndex {
  static constexpr Op kOp = Op::chunk_index;
  uint64_t message_start_time = 0, message_end_time = 0, chunk_start_offset = 0, chunk_length = 0;
  Map<uint16_t, uint64_t> message_index_offsets;
  uint64_t message_index_length = 0;
  std::string_view compression;
  uint64_t compressed_size = 0, uncompressed_size = 0;
};
struct Attachment {
  static constexpr Op kOp = Op::attachment;
  uint64_t log_time = 0, create_time = 0;
  std::string_view name, media_type;
  Bytes data;
  uint32_t crc = 0;  // of the content before it; 0: not computed
};
struct AttachmentIndex {
  static constexpr Op kOp = Op::attachment_index;
  uint64_t offset = 0, length = 0, log_time = 0, create_time = 0, data_size = 0;
  std::string_view name, media_type;
};
struct Statistics {
  static constexpr Op kOp = Op::statistics;
  uint64_t message_count = 0;
  uint16_t schema_count = 0;
  uint32_t channel_count = 0, attachment_count = 0, metadata_count = 0, chunk_count = 0;
  uint64_t message_start_time = 0, message_end_time = 0;
  Map<uint16_t, uint64_t> channel_message_counts;
};
struct Metadata {
  static constexpr Op kOp = Op::metadata;
  std::string_view name;
  Map<std::string_view, std::string_view> metadata;
};
struct MetadataIndex {
  static constexpr Op kOp = Op::metadata_index;
  uint64_t offset = 0, length = 0;
  std::string_view name;
};
struct SummaryOffset {
  static constexpr Op kOp = Op::summary_offset;
  uint8_t group_opcode = 0;
  uint64_t group_start = 0, group_length = 0;
};
struct DataEnd {
  static constexpr Op kOp = Op::data_end;
  uint32_t data_section_crc = 0;
};

// The content of one record, without its prefix. Fields a later version appended are ignored.
template <class Record>
Result<Record> parse(Bytes content);

// Prefix and content.
template <class Record>
void append(ByteWriter& out, const Record& record);

struct RecordView {
  Op op{};
  uint64_t offset = 0;  // of the opcode, in the bytes walked over
  Bytes content;
};

// Walks over the records of a byte range without looking into them.
class RecordCursor {
 public:
  // A begin behind the last byte is the end.
  explicit RecordCursor(Bytes bytes, uint64_t begin = 0)
      : bytes_(bytes), offset_(begin < bytes.size() ? begin : bytes.size()) {}

  // False at the end, or where the next record would run past it (then cut() is true).
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
  uint64_t offset() const { return offset_; }
  bool cut() const { return offset_ < bytes_.size(); }

 private:
  Bytes bytes_;
  uint64_t offset_;
};

}  // namespace gs::mcap
