// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Each record lists its fields once, in the order of the specification. Reading and writing are two visitors of that
// list.
#include "gs/logio/mcap/records.h"

#include <optional>

namespace gs::logio::mcap {
namespace {

template <class T, class Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

void fields(auto& io, Is<Header> auto& r) { io.value(r.profile), io.value(r.library); }
void fields(auto& io, Is<Footer> auto& r) {
  io.value(r.summary_start), io.value(r.summary_offset_start), io.value(r.summary_crc);
}
void fields(auto& io, Is<Schema> auto& r) {
  io.value(r.id), io.value(r.name), io.value(r.encoding), io.bytes32(r.data);
}
void fields(auto& io, Is<Channel> auto& r) {
  io.value(r.id), io.value(r.schema_id), io.value(r.topic), io.value(r.message_encoding), io.map(r.metadata);
}
void fields(auto& io, Is<Message> auto& r) {
  io.value(r.channel_id), io.value(r.sequence), io.value(r.log_time), io.value(r.publish_time), io.rest(r.data);
}
void fields(auto& io, Is<Chunk> auto& r) {
  io.value(r.message_start_time), io.value(r.message_end_time), io.value(r.uncompressed_size);
  io.value(r.uncompressed_crc), io.value(r.compression), io.bytes64(r.records);
}
void fields(auto& io, Is<MessageIndex> auto& r) { io.value(r.channel_id), io.map(r.records); }
void fields(auto& io, Is<ChunkIndex> auto& r) {
  io.value(r.message_start_time), io.value(r.message_end_time), io.value(r.chunk_start_offset);
  io.value(r.chunk_length), io.map(r.message_index_offsets), io.value(r.message_index_length);
  io.value(r.compression), io.value(r.compressed_size), io.value(r.uncompressed_size);
}
void fields(auto& io, Is<Attachment> auto& r) {
  io.value(r.log_time), io.value(r.create_time), io.value(r.name), io.value(r.media_type), io.bytes64(r.data);
  io.value(r.crc);
}
void fields(auto& io, Is<AttachmentIndex> auto& r) {
  io.value(r.offset), io.value(r.length), io.value(r.log_time), io.value(r.create_time), io.value(r.data_size);
  io.value(r.name), io.value(r.media_type);
}
void fields(auto& io, Is<Statistics> auto& r) {
  io.value(r.message_count), io.value(r.schema_count), io.value(r.channel_count), io.value(r.attachment_count);
  io.value(r.metadata_count), io.value(r.chunk_count), io.value(r.message_start_time), io.value(r.message_end_time);
  io.map(r.channel_message_counts);
}
void fields(auto& io, Is<Metadata> auto& r) { io.value(r.name), io.map(r.metadata); }
void fields(auto& io, Is<MetadataIndex> auto& r) { io.value(r.offset), io.value(r.length), io.value(r.name); }
void fields(auto& io, Is<SummaryOffset> auto& r) {
  io.value(r.group_opcode), io.value(r.group_start), io.value(r.group_length);
}
void fields(auto& io, Is<DataEnd> auto& r) { io.value(r.data_section_crc); }

// Reads fields. Keeps the first error; later fields stay at their defaults.
class FieldReader {
 public:
  explicit FieldReader(Bytes content) : in_(content) {}
  std::optional<Error> error;

  template <Number T>
  void value(T& field) {
    take(in_.read<T>(), field);
  }
  void value(std::string_view& field) { take(in_.string32(), field); }
  void bytes32(Bytes& field) {
    uint32_t length = 0;
    value(length);
    take(in_.bytes(length), field);
  }
  void bytes64(Bytes& field) {
    uint64_t length = 0;
    value(length);
    take(in_.bytes(length), field);
  }
  void rest(Bytes& field) { field = in_.rest(); }
  template <class Key, class Value>
  void map(Map<Key, Value>& field) {
    Bytes entries;
    bytes32(entries);
    if (error) return;
    FieldReader inner(entries);
    // Bounded by the bytes that are there, so a false length cannot cause a large allocation.
    if constexpr (Number<Key>) field.reserve(entries.size() / (sizeof(Key) + sizeof(Value)));
    while (!inner.in_.at_end() && !inner.error) {
      auto& [key, item] = field.emplace_back();
      inner.value(key);
      inner.value(item);
    }
    error = std::move(inner.error);
  }

 private:
  // Assigns the result, or remembers the first error.
  template <class T>
  void take(Result<T> result, T& field) {
    if (error) return;
    if (result) {
      field = *result;
    } else {
      error = std::move(result).error();
    }
  }
  ByteReader in_;
};

// Writes fields; lengths of maps are patched in afterwards.
class FieldWriter {
 public:
  explicit FieldWriter(ByteWriter& out) : out_(out) {}
  template <Number T>
  void value(T field) {
    out_.put(field);
  }
  void value(std::string_view field) { out_.string32(field); }
  void bytes32(Bytes field) { out_.u32(static_cast<uint32_t>(field.size())), out_.bytes(field); }
  void bytes64(Bytes field) { out_.u64(field.size()), out_.bytes(field); }
  void rest(Bytes field) { out_.bytes(field); }
  template <class Key, class Value>
  void map(const Map<Key, Value>& field) {
    // The length is known only after the entries are written.
    const std::size_t length_at = out_.size();
    out_.u32(0);
    for (const auto& [key, item] : field) value(key), value(item);
    out_.patch(length_at, static_cast<uint32_t>(out_.size() - length_at - 4));
  }

 private:
  ByteWriter& out_;
};

}  // namespace

std::string_view to_string(Op op) {
  static constexpr std::array<std::string_view, 16> kNames = {
      "unknown",  "Header",        "Footer",        "Schema",     "Channel",         "Message",
      "Chunk",    "MessageIndex",  "ChunkIndex",    "Attachment", "AttachmentIndex", "Statistics",
      "Metadata", "MetadataIndex", "SummaryOffset", "DataEnd"};
  const auto code = static_cast<std::size_t>(op);
  return kNames[code < kNames.size() ? code : 0];
}

template <class Record>
Result<Record> parse(Bytes content) {
  FieldReader reader(content);
  Record record;
  fields(reader, record);
  if (reader.error) return std::move(*reader.error).with_context(format("{} record", to_string(Record::kOp)));
  return record;
}

template <class Record>
void append(ByteWriter& out, const Record& record) {
  out.u8(static_cast<uint8_t>(Record::kOp));
  // The length of the content is known only after the fields are written.
  const std::size_t length_at = out.size();
  out.u64(0);
  FieldWriter writer(out);
  fields(writer, record);
  out.patch(length_at, static_cast<uint64_t>(out.size() - length_at - 8));
}

#define GS_MCAP_RECORD(R)             \
  template Result<R> parse<R>(Bytes); \
  template void append<R>(ByteWriter&, const R&);
GS_MCAP_RECORD(Header)
GS_MCAP_RECORD(Footer)
GS_MCAP_RECORD(Schema)
GS_MCAP_RECORD(Channel)
GS_MCAP_RECORD(Message)
GS_MCAP_RECORD(Chunk)
GS_MCAP_RECORD(MessageIndex)
GS_MCAP_RECORD(ChunkIndex)
GS_MCAP_RECORD(Attachment)
GS_MCAP_RECORD(AttachmentIndex)
GS_MCAP_RECORD(Statistics)
GS_MCAP_RECORD(Metadata)
GS_MCAP_RECORD(MetadataIndex)
GS_MCAP_RECORD(SummaryOffset)
GS_MCAP_RECORD(DataEnd)
#undef GS_MCAP_RECORD

}  // namespace gs::logio::mcap
