// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/format/description.h"

#include <cstring>

namespace gs::logio::vrs {
namespace {

Result<Tags> parse_tags(ByteReader& in) {
  GS_TRY(const uint32_t count, in.u32());
  Tags tags;
  for (uint32_t i = 0; i < count; ++i) {
    GS_TRY(const std::string_view key, in.string32());
    GS_TRY(const std::string_view value, in.string32());
    tags.insert_or_assign(std::string(key), std::string(value));
  }
  return tags;
}

void write_tags(const Tags& tags, ByteWriter& out) {
  out.u32(static_cast<uint32_t>(tags.size()));
  for (const auto& [key, value] : tags) {
    out.string32(key);
    out.string32(value);
  }
}

}  // namespace

std::string tag::record_format(RecordType type, uint32_t format_version) {
  return format("RF:{}:{}", to_string(type), format_version);
}

std::string tag::data_layout(RecordType type, uint32_t format_version, std::size_t block) {
  return format("DL:{}:{}:{}", to_string(type), format_version, block);
}

std::string StreamTags::flavor() const {
  const auto found = vrs.find(tag::flavor);
  return found == vrs.end() ? std::string() : found->second;
}

Result<Description> parse_description(Bytes payload, uint32_t format_version) {
  if (format_version != kDescriptionVersion) {
    return fail(ErrorCode::unsupported, "description record has version {}, supported is {}", format_version,
                kDescriptionVersion);
  }
  ByteReader in(payload);
  Description description;
  // u32 count, then per stream: i32 type, u16 instance, user tags, VRS tags; then the tags of the file.
  GS_TRY(const uint32_t streams, in.u32());
  for (uint32_t i = 0; i < streams; ++i) {
    GS_TRY(const int32_t raw_type, in.i32());
    GS_TRY(const uint16_t type, recordable_type(raw_type));
    GS_TRY(const uint16_t instance, in.u16());
    StreamTags tags;
    GS_TRY(tags.user, parse_tags(in));
    GS_TRY(tags.vrs, parse_tags(in));
    description.streams.insert_or_assign(StreamId{type, instance}, std::move(tags));
  }
  GS_TRY(description.file, parse_tags(in));
  return description;
}

std::vector<std::byte> write_description(const Description& description) {
  ByteWriter out;
  out.u32(static_cast<uint32_t>(description.streams.size()));
  for (const auto& [id, tags] : description.streams) {
    out.put<int32_t>(id.type);
    out.u16(id.instance);
    write_tags(tags.user, out);
    write_tags(tags.vrs, out);
  }
  write_tags(description.file, out);
  return std::move(out).take();
}

}  // namespace gs::logio::vrs
