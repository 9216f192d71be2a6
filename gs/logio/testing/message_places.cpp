// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/testing/message_places.h"

#include <map>
#include <string_view>

#include "gs/core/hash/crc32.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/chunk.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/logio/rosbag2/db3_reader.h"

namespace gs::logio::testing {
namespace {

// A message survives if the damage lies at or behind ends[message].
MessagePlaces places_by_end(std::vector<uint64_t> messages, std::vector<uint64_t> ends) {
  return {std::move(messages),
          [ends = std::move(ends)](std::size_t message, uint64_t damaged) { return ends[message] <= damaged; }};
}

// Fields of a ROS 1 record header: u32 length, "name=value", repeated.
std::map<std::string, std::string> bag_fields(Bytes header) {
  std::map<std::string, std::string> fields;
  while (header.size() >= 4) {
    const std::size_t length = load_le<uint32_t>(header.data());
    const std::string_view text = as_text(header.subspan(4, length));
    const std::size_t equals = text.find('=');
    fields.emplace(text.substr(0, equals), text.substr(equals + 1));
    header = header.subspan(4 + length);
  }
  return fields;
}

// Little-endian number of a field.
uint64_t number_of(const std::string& field) {
  uint64_t value = 0;
  for (std::size_t i = field.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(field[i]);
  return value;
}

// Walks over the records of a ROS 1 bag (http://wiki.ros.org/Bags/Format/2.0). Opcodes: 2 = message, 5 = chunk.
class BagWalk {
 public:
  // end_of maps the end of a record in these bytes to the file offset up to which the file must be intact.
  void walk(Bytes records, uint64_t begin, const std::function<uint64_t(uint64_t)>& end_of) {
    for (uint64_t at = begin; records.size() - at >= 4;) {
      const uint64_t header = load_le<uint32_t>(records.data() + at);
      if (records.size() - at - 4 < header + 4) return;
      const uint64_t data_at = at + 4 + header + 4;
      const uint64_t data = load_le<uint32_t>(records.data() + data_at - 4);
      const bool whole = data <= records.size() - data_at;
      auto fields = bag_fields(records.subspan(at + 4, header));
      const auto op = number_of(fields["op"]);
      // The remaining part of a cut chunk holds messages too; other cut records are lost.
      if (!whole && op != 5) return;
      const Bytes content = records.subspan(data_at, whole ? data : records.size() - data_at);
      if (op == 2) take_message(fields, content, end_of(data_at + data));
      if (op == 5) take_chunk(fields, content, data_at);
      if (!whole) return;
      at = data_at + data;
    }
  }

  MessagePlaces finish() { return places_by_end(std::move(messages_), std::move(ends_)); }

 private:
  void take_message(std::map<std::string, std::string>& fields, Bytes data, uint64_t end) {
    // u32 seconds in the low half, u32 nanoseconds in the high half.
    const uint64_t time = number_of(fields["time"]);
    const Timestamp log_time{static_cast<int64_t>((time & 0xFFFFFFFF) * 1'000'000'000 + (time >> 32))};
    messages_.push_back(identity_of(log_time, data));
    ends_.push_back(end);
  }

  void take_chunk(std::map<std::string, std::string>& fields, Bytes stored, uint64_t begin) {
    const Codec codec = *parse_codec(fields["compression"]);
    // Uncompressed: a message survives damage behind its own end. Compressed: only damage behind the whole chunk.
    if (codec == Codec::none) return walk(stored, 0, [&](uint64_t end) { return begin + end; });
    std::vector<std::byte> records(number_of(fields["size"]));
    records.resize(Decoder().decode_prefix(codec, stored, records));
    walk(records, 0, [&](uint64_t) { return begin + stored.size(); });
  }

  std::vector<uint64_t> messages_, ends_;
};

// Walks over the records of an MCAP file and its chunks.
class McapWalk {
 public:
  void walk(Bytes records, uint64_t begin, const std::function<uint64_t(uint64_t)>& end_of) {
    mcap::RecordCursor cursor(records, begin);
    for (mcap::RecordView record; cursor.next(record);) {
      if (record.op == mcap::Op::message) {
        const auto message = mcap::parse<mcap::Message>(record.content).value();
        const Timestamp log_time{static_cast<int64_t>(message.log_time)};
        messages_.push_back(identity_of(log_time, message.data));
        ends_.push_back(end_of(cursor.offset()));
      } else if (record.op == mcap::Op::chunk) {
        take_chunk(mcap::parse<mcap::Chunk>(record.content).value(), records);
      }
    }
  }

  MessagePlaces finish() { return places_by_end(std::move(messages_), std::move(ends_)); }

 private:
  void take_chunk(const mcap::Chunk& chunk, Bytes file) {
    const auto begin = static_cast<uint64_t>(chunk.records.data() - file.data());
    const Codec codec = *parse_codec(chunk.compression);
    if (codec == Codec::none) return walk(chunk.records, 0, [&](uint64_t end) { return begin + end; });
    std::vector<std::byte> records(chunk.uncompressed_size);
    Decoder().decode(codec, chunk.records, records).value();
    walk(records, 0, [&](uint64_t) { return begin + chunk.records.size(); });
  }

  std::vector<uint64_t> messages_, ends_;
};

}  // namespace

uint64_t identity_of(Timestamp log_time, Bytes data) {
  const auto content = uint64_t{crc32(data)} << 32 | static_cast<uint32_t>(data.size());
  return content ^ static_cast<uint64_t>(log_time.ns) * 0x9E3779B97F4A7C15u;
}

MessagePlaces rosbag1_places(Bytes file) {
  constexpr std::size_t kMagicBytes = 13;
  BagWalk bag;
  bag.walk(file, kMagicBytes, [](uint64_t end) { return end; });
  return bag.finish();
}

MessagePlaces mcap_places(Bytes file) {
  McapWalk log;
  log.walk(file, mcap::kMagic.size(), [](uint64_t end) { return end; });
  return log.finish();
}

MessagePlaces message_places(const std::filesystem::path& path, Bytes file) {
  if (as_text(file).starts_with(mcap::kMagic)) return mcap_places(file);
  if (is_rosbag1(file)) return rosbag1_places(file);
  if (is_sqlite(file)) return db3_places(path, file);
  return {{}, [](std::size_t, uint64_t) { return false; }};
}

}  // namespace gs::logio::testing
