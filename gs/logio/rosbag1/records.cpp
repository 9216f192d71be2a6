// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/records.h"

#include <cstring>

namespace gs::logio::rosbag1 {
namespace {

// Time on disk: u32 seconds, u32 nanoseconds.
Timestamp load_time(const std::byte* from) {
  return Timestamp::from_ros(load_le<uint32_t>(from), load_le<uint32_t>(from + 4));
}

void put_time(ByteWriter& out, Timestamp time) {
  out.u32(static_cast<uint32_t>(time.ns / 1'000'000'000));
  out.u32(static_cast<uint32_t>(time.ns % 1'000'000'000));
}

void put_field(ByteWriter& out, std::string_view name, std::string_view value) {
  out.u32(static_cast<uint32_t>(name.size() + 1 + value.size()));
  out.text(name);
  out.text("=");
  out.text(value);
}
template <Number T>
void put_field(ByteWriter& out, std::string_view name, T value) {
  put_field(out, name, std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
}
void put_field(ByteWriter& out, std::string_view name, Timestamp time) {
  ByteWriter value;
  put_time(value, time);
  put_field(out, name, as_text(value.view()));
}
void put_field(ByteWriter& out, Op op) { put_field(out, "op", static_cast<uint8_t>(op)); }

// Writes a u32 length and the bytes that `body` appends.
template <class Body>
void put_sized(ByteWriter& out, Body&& body) {
  const std::size_t at = out.size();
  out.u32(0);
  body();
  out.patch(at, static_cast<uint32_t>(out.size() - at - 4));
}

// Fields conn=<4 bytes>, op=\x02, time=<8 bytes>, in the alphabetical order in which recorders write them.
constexpr char kMessageHeader[] = "\x09\0\0\0conn=....\x04\0\0\0op=\x02\x0d\0\0\0time=";
constexpr std::size_t kMessageHeaderBytes = 38;

}  // namespace

Result<Record> read_record(Bytes bytes, uint64_t offset) {
  ByteReader in(bytes);
  GS_CHECK(in.seek(offset));
  Record record{.offset = offset};
  GS_TRY(const uint32_t header_bytes, in.u32());
  GS_TRY(record.header, in.bytes(header_bytes));
  GS_TRY(const uint32_t data_bytes, in.u32());
  record.data_offset = in.offset();
  GS_TRY(record.data, in.bytes(data_bytes));
  record.end = in.offset();
  return record;
}

Result<Fields> Fields::parse(Bytes header) {
  constexpr std::size_t kMostFields = 1000;  // recorders write about ten; limits the memory that a false header costs
  Fields fields;
  ByteReader in(header);
  while (!in.at_end()) {
    if (fields.fields_.size() == kMostFields) {
      return fail(ErrorCode::corrupt, "header of {} bytes has more than {} fields", header.size(), kMostFields);
    }
    const std::size_t at = in.offset();
    const auto field = in.string32();
    if (!field) return fail(ErrorCode::corrupt, "header field at byte {} runs past the header", at);
    const std::size_t split = field->find('=');
    if (split == std::string_view::npos) {
      return fail(ErrorCode::corrupt, "header field at byte {} has no '='", at);
    }
    fields.fields_.emplace_back(field->substr(0, split), field->substr(split + 1));
  }
  return fields;
}

std::optional<std::string_view> Fields::text(std::string_view name) const {
  for (const auto& [key, value] : fields_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Result<std::string> Fields::required_text(std::string_view name) const {
  const auto value = text(name);
  if (!value) return fail(ErrorCode::corrupt, "the field '{}' is missing", name);
  return std::string(*value);
}

Result<Timestamp> Fields::time(std::string_view name) const {
  const auto value = text(name);
  if (!value || value->size() != 8) return fail(ErrorCode::corrupt, "the field '{}' is not a time of 8 bytes", name);
  return load_time(as_bytes(*value).data());
}

Result<Op> op_of(const Fields& fields) {
  GS_TRY(const uint8_t op, fields.number<uint8_t>("op"));
  return static_cast<Op>(op);
}

Result<FileHeader> parse_file_header(const Fields& fields) {
  if (const auto encryptor = fields.text("encryptor"); encryptor && !encryptor->empty()) {
    return fail(ErrorCode::unsupported, "the bag is encrypted ({})", *encryptor)
        .with_hint("decrypt it with 'rosbag decrypt' first");
  }
  FileHeader header;
  GS_TRY(header.index_position, fields.number<uint64_t>("index_pos"));
  GS_TRY(header.connection_count, fields.number<uint32_t>("conn_count"));
  GS_TRY(header.chunk_count, fields.number<uint32_t>("chunk_count"));
  return header;
}

Result<Connection> parse_connection(const Fields& fields, Bytes data) {
  Connection connection;
  GS_TRY(connection.id, fields.number<uint32_t>("conn"));
  GS_TRY(connection.topic, fields.required_text("topic"));
  // The data is the connection header of the publisher: another list of fields.
  GS_TRY(const Fields inner, Fields::parse(data));
  GS_TRY(connection.type, inner.required_text("type"));
  connection.md5sum = inner.text("md5sum").value_or("");
  connection.definition = inner.text("message_definition").value_or("");
  connection.caller_id = inner.text("callerid").value_or("");
  connection.latching = inner.text("latching").value_or("");
  return connection;
}

std::optional<MessageHeader> parse_message_header(Bytes header) {
  // Fast path: the byte layout of common recorders. Other field orders are parsed below.
  const std::byte* bytes = header.data();
  if (header.size() == kMessageHeaderBytes && std::memcmp(bytes, kMessageHeader, 9) == 0 &&
      std::memcmp(bytes + 13, kMessageHeader + 13, 17) == 0) {
    return MessageHeader{load_le<uint32_t>(bytes + 9), load_time(bytes + 30)};
  }
  const auto fields = Fields::parse(header);
  if (!fields) return std::nullopt;
  const auto op = op_of(*fields);
  const auto connection = fields->number<uint32_t>("conn");
  const auto time = fields->time("time");
  if (!op || *op != Op::message || !connection || !time) return std::nullopt;
  return MessageHeader{*connection, *time};
}

Result<IndexData> parse_index_data(const Fields& fields, Bytes data) {
  IndexData index;
  GS_TRY(const uint32_t version, fields.number<uint32_t>("ver"));
  if (version != 1) return fail(ErrorCode::unsupported, "index data has version {}, supported is 1", version);
  GS_TRY(index.connection, fields.number<uint32_t>("conn"));
  GS_TRY(const uint32_t count, fields.number<uint32_t>("count"));
  // Entry: u32 seconds, u32 nanoseconds, u32 offset. Checked before memory is reserved.
  if (data.size() / 12 < count) {
    return fail(ErrorCode::corrupt, "index data states {} entries in {} bytes", count, data.size());
  }
  index.entries.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const std::byte* entry = data.data() + std::size_t{12} * i;
    index.entries.push_back({load_time(entry), load_le<uint32_t>(entry + 8)});
  }
  return index;
}

Result<ChunkInfo> parse_chunk_info(const Fields& fields, Bytes data) {
  ChunkInfo info;
  GS_TRY(const uint32_t version, fields.number<uint32_t>("ver"));
  if (version != 1) return fail(ErrorCode::unsupported, "chunk info has version {}, supported is 1", version);
  GS_TRY(info.position, fields.number<uint64_t>("chunk_pos"));
  GS_TRY(info.start, fields.time("start_time"));
  GS_TRY(info.end, fields.time("end_time"));
  GS_TRY(const uint32_t count, fields.number<uint32_t>("count"));
  // Entry: u32 connection, u32 count.
  if (data.size() / 8 < count) {
    return fail(ErrorCode::corrupt, "chunk info states {} connections in {} bytes", count, data.size());
  }
  for (uint32_t i = 0; i < count; ++i) {
    const std::byte* entry = data.data() + std::size_t{8} * i;
    info.counts.emplace_back(load_le<uint32_t>(entry), load_le<uint32_t>(entry + 4));
  }
  return info;
}

void write_file_header(ByteWriter& out, const FileHeader& header) {
  const std::size_t start = out.size();
  put_sized(out, [&] {
    put_field(out, "chunk_count", header.chunk_count);
    put_field(out, "conn_count", header.connection_count);
    put_field(out, "index_pos", header.index_position);
    put_field(out, Op::file_header);
  });
  // The data is padding, so that the record has a fixed size.
  const std::size_t header_bytes = out.size() - start - 4;
  put_sized(out, [&] { out.text(std::string(kFileHeaderBytes - header_bytes, ' ')); });
}

void write_connection(ByteWriter& out, const Connection& connection) {
  put_sized(out, [&] {
    put_field(out, "conn", connection.id);
    put_field(out, Op::connection);
    put_field(out, "topic", connection.topic);
  });
  // The data of a connection record is a header too: the connection header of the publisher.
  put_sized(out, [&] {
    if (!connection.caller_id.empty()) put_field(out, "callerid", connection.caller_id);
    if (!connection.latching.empty()) put_field(out, "latching", connection.latching);
    put_field(out, "md5sum", connection.md5sum);
    put_field(out, "message_definition", connection.definition);
    put_field(out, "topic", connection.topic);
    put_field(out, "type", connection.type);
  });
}

void write_message_head(ByteWriter& out, const MessageHeader& header, uint32_t data_bytes) {
  // Written for every message, so without the general field writer: length, the constant header with its two variable
  // fields patched in, data length.
  std::byte head[4 + kMessageHeaderBytes + 4];
  const auto length = static_cast<uint32_t>(kMessageHeaderBytes);
  std::memcpy(head, &length, 4);
  std::memcpy(head + 4, kMessageHeader, 30);
  std::memcpy(head + 4 + 9, &header.connection, 4);
  const auto seconds = static_cast<uint32_t>(header.time.ns / 1'000'000'000);
  const auto nanoseconds = static_cast<uint32_t>(header.time.ns % 1'000'000'000);
  std::memcpy(head + 4 + 30, &seconds, 4);
  std::memcpy(head + 4 + 34, &nanoseconds, 4);
  std::memcpy(head + 4 + kMessageHeaderBytes, &data_bytes, 4);
  out.bytes(head);
}

void write_chunk_head(ByteWriter& out, std::string_view compression, uint32_t size, uint32_t data_bytes) {
  put_sized(out, [&] {
    put_field(out, "compression", compression);
    put_field(out, Op::chunk);
    put_field(out, "size", size);
  });
  out.u32(data_bytes);
}

void write_index_data(ByteWriter& out, const IndexData& index) {
  put_sized(out, [&] {
    put_field(out, "conn", index.connection);
    put_field(out, "count", static_cast<uint32_t>(index.entries.size()));
    put_field(out, Op::index_data);
    put_field(out, "ver", uint32_t{1});
  });
  put_sized(out, [&] {
    for (const IndexEntry& entry : index.entries) {
      put_time(out, entry.time);
      out.u32(entry.offset);
    }
  });
}

void write_chunk_info(ByteWriter& out, const ChunkInfo& info) {
  put_sized(out, [&] {
    put_field(out, "chunk_pos", info.position);
    put_field(out, "count", static_cast<uint32_t>(info.counts.size()));
    put_field(out, "end_time", info.end);
    put_field(out, Op::chunk_info);
    put_field(out, "start_time", info.start);
    put_field(out, "ver", uint32_t{1});
  });
  put_sized(out, [&] {
    for (const auto& [connection, count] : info.counts) {
      out.u32(connection);
      out.u32(count);
    }
  });
}

}  // namespace gs::logio::rosbag1
