// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/pcd/pcd_header.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "gs/core/number_type.h"
#include "gs/core/text/words.h"

namespace gs::assets::pcd {
namespace {

// Limits that protect against damaged files: the text header, and one point of a binary file.
constexpr std::size_t kMaxHeaderBytes = 64 << 10;
constexpr std::size_t kMaxPointBytes = 1 << 16;

using Words = std::vector<std::string_view>;

// Error that names the keyword.
Error bad(std::string_view what) { return fail(ErrorCode::corrupt, "PCD header: bad or missing {}", what); }

// Parses a whole word as a number; `what` names the keyword in the error.
template <class T>
Result<T> number(std::string_view word, std::string_view what) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return bad(what);
  return value;
}

// Parses a header line by line.
class Parser {
 public:
  // Parses one line; true after the DATA line.
  Result<bool> line(const Words& words) {
    const std::string_view key = words[0];
    const Words values(words.begin() + 1, words.end());
    if (key == "FIELDS" || key == "COLUMNS") return fields(values);
    if (key == "DATA") return data(values);
    if (key == "POINTS" || key == "WIDTH" || key == "HEIGHT") {
      if (values.size() != 1) return bad(key);
      GS_TRY(const uint64_t value, number<uint64_t>(values[0], key));
      (key == "POINTS" ? points_ : key == "WIDTH" ? width_ : height_) = value;
      return false;
    }
    if (key != "SIZE" && key != "TYPE" && key != "COUNT") return false;  // VERSION, VIEWPOINT and unknown keywords
    // These lines have one value per field, so they must follow FIELDS.
    if (values.size() != header.fields.size()) return bad(key);
    for (std::size_t i = 0; i < values.size(); ++i) GS_CHECK(set(header.fields[i], key, values[i]));
    sizes_seen_ |= key == "SIZE";
    types_seen_ |= key == "TYPE";
    return false;
  }
  Header header;

 private:
  Result<bool> fields(const Words& values) {
    if (!header.fields.empty() || values.empty()) return bad("FIELDS");
    for (const std::string_view name : values) header.fields.push_back({.name = std::string(name)});
    return false;
  }
  // One entry of a SIZE, TYPE or COUNT line.
  static Result<void> set(Field& field, std::string_view key, std::string_view value) {
    if (key == "TYPE") {
      if (value != "F" && value != "I" && value != "U") return bad("TYPE");
      field.type = value[0];
      return {};
    }
    GS_TRY(const uint32_t count, number<uint32_t>(value, key));
    if (key == "SIZE" && count != 1 && count != 2 && count != 4 && count != 8) return bad("SIZE");
    if (count > kMaxPointBytes) return bad(key);
    (key == "SIZE" ? field.size : field.count) = count;
    return {};
  }
  // The DATA line names the storage and ends the header, so every required line must have come before it.
  Result<bool> data(const Words& values) {
    const std::string_view name = values.size() == 1 ? values[0] : std::string_view();
    if (name == "ascii") {
      header.storage = Storage::ascii;
    } else if (name == "binary_compressed") {
      header.storage = Storage::binary_compressed;
    } else if (name != "binary") {
      return bad("DATA");
    }
    if (header.fields.empty() || !sizes_seen_ || !types_seen_) return bad("FIELDS, SIZE or TYPE");
    return layout();
  }
  // Computes offsets and columns, and the number of points.
  Result<bool> layout() {
    for (Field& field : header.fields) {
      if (field.type == 'F' && field.size < 4) return bad("SIZE of a float");
      field.offset = header.point_bytes;
      field.column = header.columns;
      header.point_bytes += static_cast<std::size_t>(field.size) * field.count;
      header.columns += field.count;
      if (header.point_bytes > kMaxPointBytes) return bad("SIZE");
    }
    if (header.point_bytes == 0) return bad("SIZE");
    // POINTS is optional; with WIDTH and HEIGHT it must be their product.
    uint64_t area = 0;
    if (width_ && __builtin_mul_overflow(*width_, height_.value_or(1), &area)) return bad("WIDTH");
    if (!points_ && !width_) return bad("POINTS");
    if (points_ && width_ && *points_ != area) return bad("POINTS: differs from WIDTH x HEIGHT");
    header.points = points_.value_or(area);
    return true;
  }
  bool sizes_seen_ = false, types_seen_ = false;
  std::optional<uint64_t> points_, width_, height_;
};

}  // namespace

const Field* Header::find(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
  return found == fields.end() || found->count == 0 ? nullptr : &*found;
}

Result<Header> parse_header(Bytes file) {
  const std::string_view text = as_text(file.first(std::min(file.size(), kMaxHeaderBytes)));
  if (text.empty()) return fail(ErrorCode::truncated, "PCD file is empty");
  Parser parser;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return fail(ErrorCode::truncated, "PCD header ends before its DATA line");
    const Words words = split_words(text.substr(begin, end - begin));
    begin = end + 1;
    if (words.empty() || words[0].starts_with('#')) continue;
    GS_TRY(const bool last, parser.line(words));
    if (!last) continue;
    parser.header.bytes = begin;
    return std::move(parser.header);
  }
}

float load_number(const std::byte* from, const Field& field) {
  const char kind = field.type == 'F' ? 'f' : field.type == 'I' ? 'i' : 'u';
  return with_number(number_type(kind, field.size), from, []<class T>(T value) {
    const float number = nearest_float(value);
    const bool beyond = std::is_same_v<T, double> && std::isinf(number);
    return beyond ? std::numeric_limits<float>::quiet_NaN() : number;
  });
}

// liblzf: a control byte below 32 starts a literal run of control + 1 bytes. Others copy (control >> 5) + 2 bytes (7:
// one more length byte follows) from 1 + (low 5 bits << 8) + next byte back.
Result<void> lzf_decompress(Bytes in, MutableBytes out) {
  const auto broken = [] { return fail(ErrorCode::corrupt, "PCD: compressed data is damaged"); };
  std::size_t from = 0, to = 0;
  while (from < in.size()) {
    const auto control = std::to_integer<std::size_t>(in[from++]);
    if (control < 32) {
      const std::size_t count = control + 1;
      if (count > in.size() - from || count > out.size() - to) return broken();
      std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(from), count, out.begin() + static_cast<std::ptrdiff_t>(to));
      from += count, to += count;
      continue;
    }
    std::size_t count = (control >> 5) + 2;
    if (count == 9) {
      if (from == in.size()) return broken();
      count += std::to_integer<std::size_t>(in[from++]);
    }
    if (from == in.size()) return broken();
    const std::size_t back = ((control & 31) << 8) + std::to_integer<std::size_t>(in[from++]) + 1;
    if (back > to || count > out.size() - to) return broken();
    for (std::size_t i = 0; i < count; ++i, ++to) out[to] = out[to - back];  // ranges may overlap: byte by byte
  }
  if (to != out.size()) return broken();
  return {};
}

}  // namespace gs::assets::pcd
