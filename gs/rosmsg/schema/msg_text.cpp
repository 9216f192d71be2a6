// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/msg_text.h"

#include <algorithm>
#include <charconv>

namespace gs::rosmsg {
namespace {

constexpr uint32_t kMaxCapacity = 1u << 30;
constexpr std::size_t kMaxNameBytes = 255;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Removes the first line from `text` and returns it.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

bool is_separator(std::string_view line) {
  line = trimmed(line);
  return line.size() >= 3 && line.find_first_not_of('=') == std::string_view::npos;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::size_t name_length(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_character);
  return static_cast<std::size_t>(end - text.begin());
}

// True for one to three names joined by '/': "Point", "geometry_msgs/Point", "geometry_msgs/msg/Point".
bool is_type_name(std::string_view text) {
  if (text.size() > kMaxNameBytes) return false;
  for (int part = 0; part < 3; ++part) {
    const std::size_t length = name_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
    if (text.empty()) return true;
    if (text.front() != '/') return false;
    text.remove_prefix(1);
  }
  return false;
}

// Reads the length of an array or the bound of a sequence or string.
Result<uint32_t> parse_capacity(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0 || value > kMaxCapacity) {
    return fail(ErrorCode::corrupt, "\"{}\" is not a size between 1 and {}", text, kMaxCapacity);
  }
  return value;
}

std::optional<Kind> find_kind(std::string_view name) {
  for (int i = 0; i < static_cast<int>(Kind::message); ++i) {
    if (to_string(static_cast<Kind>(i)) == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

// Reads "[9]", "[<=3]" or "[]" at the end of a type, and removes it from `text`.
Result<void> parse_array(std::string_view& text, FieldType& type) {
  if (!text.ends_with(']')) return {};
  const std::size_t open = text.rfind('[');
  if (open == std::string_view::npos) return fail(ErrorCode::corrupt, "']' without '[' in the type {}", text);
  std::string_view inside = trimmed(text.substr(open + 1, text.size() - open - 2));
  text = text.substr(0, open);
  if (inside.empty()) {
    type.array = ArrayKind::unbounded;
    return {};
  }
  const bool is_bound = inside.starts_with("<=");
  if (is_bound) inside.remove_prefix(2);
  GS_TRY(type.capacity, parse_capacity(trimmed(inside)));
  type.array = is_bound ? ArrayKind::bounded : ArrayKind::fixed;
  return {};
}

// The line without its comment. A '#' inside quotation marks does not start a comment.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      return line.substr(0, i);
    }
  }
  // A quotation mark that is never closed was an apostrophe in the comment: the comment starts at the first '#'.
  return quote == 0 ? line : line.substr(0, line.find('#'));
}

// "type name rest", where rest is "=value", a default value, or empty.
struct Line {
  std::string_view type, name, rest;
};

Result<Line> split_line(std::string_view text) {
  const auto blank = std::find_if(text.begin(), text.end(), is_blank);
  Line line;
  line.type = text.substr(0, static_cast<std::size_t>(blank - text.begin()));
  text = trimmed(text.substr(line.type.size()));
  const std::size_t length = name_length(text);
  if (length == 0 || length > kMaxNameBytes)
    return fail(ErrorCode::corrupt, "type {} is not followed by a valid name", line.type);
  line.name = text.substr(0, length);
  line.rest = trimmed(text.substr(length));
  return line;
}

// One line: a comment, a field "type name [default]", or a constant "type NAME=value".
Result<void> parse_line(std::string_view text, ParsedDefinition& to) {
  const std::string_view code = trimmed(without_comment(text));
  if (code.empty()) return {};
  GS_TRY(Line line, split_line(code));
  GS_TRY(ParsedField parsed, parse_field_type(line.type));
  Field& field = parsed.field;
  if (line.rest.starts_with('=')) {
    if (field.type.kind == Kind::message || field.type.array != ArrayKind::none) {
      return fail(ErrorCode::corrupt, "constant {} cannot have the type {}", line.name, line.type);
    }
    // In ROS 1 a string constant is everything behind '=', including '#': the line is split again with its comment. ROS
    // 2 puts such texts in quotation marks.
    const std::string_view value = trimmed(line.rest.substr(1));
    if (field.type.kind == Kind::string && !value.starts_with('"') && !value.starts_with('\'')) {
      GS_TRY(line, split_line(trimmed(text)));
    }
    to.constants.push_back(
        {.name = std::string(line.name), .kind = field.type.kind, .text = std::string(trimmed(line.rest.substr(1)))});
    return {};
  }
  field.name = line.name;
  field.default_text = line.rest;
  to.fields.push_back(std::move(parsed));
  return {};
}

}  // namespace

// The parts are views into `text`: each begins behind its separator and name line, and ends before the next separator.
std::vector<DefinitionText> split_definitions(std::string_view text) {
  std::vector<DefinitionText> parts(1);
  const char* begin = text.data();
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (!is_separator(line)) {
      parts.back().body = {begin, static_cast<std::size_t>(text.data() - begin)};
      continue;
    }
    parts.emplace_back();
    std::string_view rest = text;
    const std::string_view header = trimmed(next_line(rest));
    if (header.starts_with("MSG:") || header.starts_with("IDL:")) {
      parts.back().name = trimmed(header.substr(4));
      text = rest;
    }
    begin = text.data();
  }
  return parts;
}

// Reads from the right: first the array brackets, then the bound of a string, then the name.
Result<ParsedField> parse_field_type(std::string_view text) {
  ParsedField parsed;
  FieldType& type = parsed.field.type;
  GS_CHECK(parse_array(text, type));
  const std::size_t bound = text.find("<=");
  const std::string_view name = text.substr(0, bound);
  const std::optional<Kind> kind = find_kind(name);
  if (bound != std::string_view::npos) {
    if (kind != Kind::string && kind != Kind::wstring) {
      return fail(ErrorCode::corrupt, "type {} cannot have a length bound", name);
    }
    GS_TRY(type.string_capacity, parse_capacity(text.substr(bound + 2)));
  }
  type.kind = kind.value_or(Kind::message);
  if (kind) return parsed;
  if (!is_type_name(name)) return fail(ErrorCode::corrupt, "\"{}\" is not a type", text.substr(0, 80));
  parsed.type_name = name;
  return parsed;
}

Result<ParsedDefinition> parse_definition(std::string_view body) {
  ParsedDefinition definition;
  for (int number = 1; !body.empty(); ++number) {
    auto result = parse_line(next_line(body), definition);
    if (!result) return std::move(result).error().with_context(format("line {}", number));
  }
  return definition;
}

}  // namespace gs::rosmsg
