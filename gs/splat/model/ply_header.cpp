// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/ply_header.h"

#include <algorithm>
#include <charconv>

#include "gs/core/text/words.h"

namespace gs::splat::ply {
namespace {

constexpr std::size_t kMaxHeaderBytes = 64 << 10;
constexpr std::size_t kMaxElements = 64;

// Both naming styles of PLY types.
std::optional<Type> type_of(std::string_view name) {
  if (name == "float" || name == "float32") return Type::f32;
  if (name == "double" || name == "float64") return Type::f64;
  if (name == "uchar" || name == "uint8") return Type::u8;
  if (name == "char" || name == "int8") return Type::i8;
  if (name == "ushort" || name == "uint16") return Type::u16;
  if (name == "short" || name == "int16") return Type::i16;
  if (name == "uint" || name == "uint32") return Type::u32;
  if (name == "int" || name == "int32") return Type::i32;
  return std::nullopt;
}

// Error that quotes the first 80 characters of the line.
Error bad_line(std::string_view why, std::string_view line) {
  return fail(ErrorCode::corrupt, "PLY header: {}: '{}'", why, line.substr(0, 80));
}

// Parses a header line by line.
class HeaderParser {
 public:
  // Parses one line; true at end_header.
  Result<bool> line(std::string_view line) {
    const auto words = split_words(line);
    if (words.empty()) return bad_line("empty line", line);
    const std::string_view key = words[0];
    if (key == "end_header") return finish();
    if (key == "format") return checked(format(words, line));
    if (key == "element") return checked(element(words, line));
    if (key == "property") return checked(property(words, line));
    if (key == "comment") return checked(comment(words));
    if (key == "obj_info") return false;
    return bad_line("unknown keyword", line);
  }
  Header header;

 private:
  using Words = std::vector<std::string_view>;

  static Result<bool> checked(Result<void> done) {
    if (!done) return std::move(done).error();
    return false;
  }
  Result<bool> finish() const {
    if (!format_seen_) return fail(ErrorCode::corrupt, "PLY header has no format line");
    return true;
  }
  // format line: ascii or binary_little_endian, version 1.0, once.
  Result<void> format(const Words& words, std::string_view line) {
    if (words.size() != 3 || words[2] != "1.0" || format_seen_) return bad_line("bad format line", line);
    format_seen_ = true;
    header.ascii = words[1] == "ascii";
    if (words[1] == "binary_big_endian") {
      return fail(ErrorCode::unsupported, "PLY is big endian").with_hint("convert it to binary_little_endian");
    }
    if (!header.ascii && words[1] != "binary_little_endian") return bad_line("unknown format", line);
    return {};
  }
  Result<void> element(const Words& words, std::string_view line) {
    if (words.size() != 3) return bad_line("bad element", line);
    uint64_t count = 0;
    const auto [end, error] = std::from_chars(words[2].data(), words[2].data() + words[2].size(), count);
    if (error != std::errc() || end != words[2].data() + words[2].size()) return bad_line("bad element count", line);
    if (header.elements.size() == kMaxElements) return bad_line("too many elements", line);
    header.elements.push_back({.name = std::string(words[1]), .count = count});
    return {};
  }
  Result<void> property(const Words& words, std::string_view line) {
    if (header.elements.empty()) return bad_line("property before any element", line);
    const bool list = words.size() == 5 && words[1] == "list";
    if (!list && words.size() != 3) return bad_line("bad property", line);
    const auto type = type_of(words[words.size() - 2]);
    if (!type || (list && !type_of(words[2]))) return bad_line("unknown property type", line);
    auto& properties = header.elements.back().properties;
    properties.push_back({.name = std::string(words.back()), .type = *type, .list = list});
    return {};
  }
  // Only `comment quaternion_order` matters; contradicting comments are an error.
  Result<void> comment(const Words& words) {
    if (words.size() < 2 || words[1] != "quaternion_order") return {};
    const std::string_view value = words.size() == 3 ? words[2] : std::string_view();
    if (value != "xyzw" && value != "wxyz") {
      return fail(ErrorCode::invalid_data, "PLY comment quaternion_order is '{}', allowed: xyzw, wxyz", value);
    }
    const QuaternionOrder order = value == "xyzw" ? QuaternionOrder::xyzw : QuaternionOrder::wxyz;
    if (header.quaternion_order.value_or(order) != order) {
      return fail(ErrorCode::invalid_data, "PLY comments contradict each other about quaternion_order");
    }
    header.quaternion_order = order;
    return {};
  }
  bool format_seen_ = false;
};

}  // namespace

Result<Header> parse_header(Bytes file) {
  // Only the first 64 kB are searched: a header without end must not scan a huge file.
  const std::string_view text = as_text(file.first(std::min(file.size(), kMaxHeaderBytes)));
  if (text.empty()) return fail(ErrorCode::truncated, "PLY file is empty");
  HeaderParser parser;
  std::size_t begin = 0;
  // Line by line until end_header.
  for (int number = 0;; ++number) {
    const std::size_t end = text.find('\n', begin);
    std::string_view line = text.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 0 && line != "ply") {
      return fail(ErrorCode::corrupt, "not a PLY file: it does not start with 'ply'");
    }
    if (end == std::string_view::npos) {
      if (text.size() == kMaxHeaderBytes) {
        return fail(ErrorCode::corrupt, "PLY header does not end within {} bytes", kMaxHeaderBytes);
      }
      return fail(ErrorCode::truncated, "PLY header ends before end_header");
    }
    begin = end + 1;
    if (number == 0) continue;
    GS_TRY(const bool last, parser.line(line));
    if (!last) continue;
    parser.header.bytes = begin;
    return std::move(parser.header);
  }
}

}  // namespace gs::splat::ply
