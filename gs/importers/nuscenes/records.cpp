// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/nuscenes/records.h"

#include <optional>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/core/text/printable.h"

namespace gs::importers::nuscenes {
namespace {

constexpr std::size_t kMostRecordBytes = 1u << 20;

// Position behind the object or list that begins at `begin`; empty if the text ends before.
std::optional<std::size_t> end_of_value(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = begin; i < text.size() && i - begin <= kMostRecordBytes; ++i) {
    const char c = text[i];
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
      continue;
    }
    if (c == '"') in_text = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return std::nullopt;
}

}  // namespace

Result<void> for_each_record(std::string_view text, const UseRecord& use) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::size_t at = text.find_first_not_of(kBlanks);
  if (at == std::string_view::npos || text[at] != '[') return fail(ErrorCode::corrupt, "the table is not a JSON list");
  at = text.find_first_not_of(kBlanks, at + 1);
  for (std::size_t number = 0;; ++number) {
    if (at == std::string_view::npos) return fail(ErrorCode::truncated, "the table ends in record {}", number);
    if (text[at] == ']' && number == 0) return {};
    if (text[at] != '{') return fail(ErrorCode::corrupt, "record {} is not a JSON object", number);
    const auto end = end_of_value(text, at);
    if (!end) {
      if (text.size() - at > kMostRecordBytes) {
        return fail(ErrorCode::limit_exceeded, "record {} has more than {} bytes", number, kMostRecordBytes);
      }
      return fail(ErrorCode::truncated, "the table ends in record {}", number);
    }
    GS_TRY(const Node record, parse_json(text.substr(at, *end - at)).with_context(format("record {}", number)));
    GS_CHECK(use(record).with_context(format("record {}", number)));
    at = text.find_first_not_of(kBlanks, *end);
    if (at == std::string_view::npos) return fail(ErrorCode::truncated, "the table ends behind record {}", number);
    if (text[at] == ']') return {};
    if (text[at] != ',') return fail(ErrorCode::corrupt, "no comma behind record {}", number);
    at = text.find_first_not_of(kBlanks, at + 1);
  }
}

Result<void> read_table(const fs::path& file, const UseRecord& use) {
  GS_TRY(const MappedFile map, MappedFile::open(file));
  return for_each_record(as_text(map.bytes()), use).with_context(file.string());
}

Result<std::string> text_field(const Node& record, std::string_view name) {
  const Node& field = record[name];
  if (field.is_text()) return field.text;
  return fail(ErrorCode::invalid_data, "'{}' must be a text, found {}", name, name_of(field.kind));
}

Result<Timestamp> time_field(const Node& record, std::string_view name) {
  constexpr double kMost_us = 9e15;  // year 2255
  const Node& field = record[name];
  // Lyft writes whole numbers with a fraction of zero.
  if (field.is_number() && field.real > 0 && field.real < kMost_us) {
    const int64_t us = field.kind == Node::Kind::integer ? field.integer : static_cast<int64_t>(field.real);
    return Timestamp{us * 1000};
  }
  return fail(ErrorCode::invalid_data, "'{}' must be a time in microseconds, found {}", name,
              field.is_number() ? excerpt(field.text, 40) : std::string(name_of(field.kind)));
}

}  // namespace gs::importers::nuscenes
