// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/npz/npz.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "gs/core/number_type.h"

namespace gs::assets {
namespace {

constexpr std::size_t kMaxHeaderBytes = 64 << 10;
constexpr std::size_t kMaxDimensions = 16;

// The header is a Python dictionary literal: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  // The keys may come in any order, but each is required.
  Result<NpyArray> parse() {
    if (!take('{')) return broken();
    while (!take('}')) {
      GS_TRY(const std::string_view key, quoted());
      if (!take(':')) return broken();
      if (key == "descr") {
        GS_CHECK(descr());
      } else if (key == "fortran_order") {
        GS_CHECK(order());
      } else if (key == "shape") {
        GS_CHECK(shape());
      } else {
        return broken();
      }
      if (!take(',') && peek() != '}') return broken();
    }
    if (!descr_seen_ || !order_seen_ || !shape_seen_) return broken();
    return std::move(array_);
  }

 private:
  static Error broken() { return fail(ErrorCode::corrupt, "npy header is damaged"); }
  // Next character after white space; 0 at the end.
  char peek() {
    const std::size_t begin = text_.find_first_not_of(" \n\t");
    text_.remove_prefix(std::min(begin, text_.size()));
    return text_.empty() ? '\0' : text_[0];
  }
  // Consumes the next character if it is c.
  bool take(char c) {
    if (peek() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  // Text in single or double quotes; escape sequences are not supported.
  Result<std::string_view> quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return broken();
    const std::size_t end = text_.find(quote, 1);
    if (end == std::string_view::npos) return broken();
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  // Type, for example '<f4'.
  Result<void> descr() {
    if (peek() == '[') return fail(ErrorCode::unsupported, "npy contains records, not numbers");
    GS_TRY(const std::string_view name, quoted());
    const std::string_view kinds = "fiub";
    const bool known =
        name.size() == 3 && kinds.find(name[1]) != std::string_view::npos && name[2] >= '1' && name[2] <= '8';
    if (!known || (name[0] != '<' && name[0] != '|')) {
      return fail(ErrorCode::unsupported, "npy type '{}' is not read", name.substr(0, 20))
          .with_hint("supported are little-endian numbers: <f4, <f8, <i4, |u1 ...");
    }
    array_.kind = name[1];
    array_.item_bytes = static_cast<std::size_t>(name[2] - '0');
    const std::size_t n = array_.item_bytes;
    // Half precision and complex numbers are not supported.
    const bool possible = array_.kind == 'f'   ? n == 4 || n == 8
                          : array_.kind == 'b' ? n == 1
                                               : n == 1 || n == 2 || n == 4 || n == 8;
    if (!possible) return fail(ErrorCode::unsupported, "npy type '{}' is not read", name);
    descr_seen_ = true;
    return {};
  }
  // True or False.
  Result<void> order() {
    peek();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      array_.fortran_order = value;
      order_seen_ = true;
      return {};
    }
    return broken();
  }
  // Tuple of extents, for example (3, 4) or (5,).
  Result<void> shape() {
    if (!take('(') || shape_seen_) return broken();
    while (!take(')')) {
      peek();
      std::size_t size = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), size);
      if (error != std::errc() || array_.shape.size() == kMaxDimensions) return broken();
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      array_.shape.push_back(size);
      if (!take(',') && peek() != ')') return broken();
    }
    shape_seen_ = true;
    return {};
  }
  std::string_view text_;
  NpyArray array_;
  bool descr_seen_ = false, order_seen_ = false, shape_seen_ = false;
};

// Compares the size of the shape with the bytes of the file.
Result<void> check_size(const NpyArray& array, std::size_t available) {
  std::size_t bytes = array.item_bytes;
  for (const std::size_t extent : array.shape) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) bytes = std::numeric_limits<std::size_t>::max();
  }
  // An extent of 0 means an empty array, even if the product of the others overflowed.
  if (std::find(array.shape.begin(), array.shape.end(), 0u) != array.shape.end()) bytes = 0;
  if (bytes == available) return {};
  return fail(bytes > available ? ErrorCode::truncated : ErrorCode::corrupt, "npy shape needs {} bytes, {} are there",
              bytes, available);
}

// Calls put(position in C order, index in the data) for every item.
template <class Put>
void for_each_item(const NpyArray& array, Put put) {
  const std::size_t count = array.size();
  if (!array.fortran_order || array.shape.size() < 2) {
    for (std::size_t i = 0; i < count; ++i) put(i, i);
    return;
  }
  // Column-major strides; walk in C order and keep the index into the data.
  std::vector<std::size_t> stride(array.shape.size(), 1), index(array.shape.size(), 0);
  for (std::size_t d = 1; d < stride.size(); ++d) stride[d] = stride[d - 1] * array.shape[d - 1];
  std::size_t from = 0;
  for (std::size_t i = 0; i < count; ++i) {
    put(i, from);
    for (std::size_t d = stride.size(); d-- > 0;) {  // increment the index, last dimension fastest
      from += stride[d];
      if (++index[d] < array.shape[d]) break;
      from -= stride[d] * array.shape[d];
      index[d] = 0;
    }
  }
}

}  // namespace

std::size_t NpyArray::size() const { return data.size() / item_bytes; }

std::vector<double> NpyArray::to_doubles() const {
  std::vector<double> out(size());
  for_each_item(*this, [&](std::size_t to, std::size_t from) {
    out[to] = load_as_double(number_type(kind, item_bytes), data.data() + from * item_bytes);
  });
  return out;
}

std::vector<float> NpyArray::to_floats() const {
  std::vector<float> out(size());
  for_each_item(*this, [&](std::size_t to, std::size_t from) {
    out[to] = nearest_float(load_as_double(number_type(kind, item_bytes), data.data() + from * item_bytes));
  });
  return out;
}

Result<NpyArray> parse_npy(std::vector<std::byte> file) {
  ByteReader in(file);
  GS_TRY(const Bytes magic, in.bytes(6));
  if (as_text(magic) != "\x93NUMPY") return fail(ErrorCode::corrupt, "not an npy array");
  GS_TRY(const uint8_t major, in.u8());
  GS_CHECK(in.skip(1));
  if (major < 1 || major > 3) {
    return fail(ErrorCode::version_mismatch, "npy has version {}, supported are 1 to 3", major);
  }
  // Version 1 has a 16-bit header length, later ones 32 bits.
  uint32_t header_bytes = 0;
  if (major == 1) {
    GS_TRY(header_bytes, in.u16());
  } else {
    GS_TRY(header_bytes, in.u32());
  }
  if (header_bytes > kMaxHeaderBytes) return fail(ErrorCode::corrupt, "npy header claims {} bytes", header_bytes);
  GS_TRY(const Bytes header, in.bytes(header_bytes));
  GS_TRY(NpyArray array, HeaderParser(as_text(header)).parse());
  GS_CHECK(check_size(array, in.remaining()));
  // Keep the buffer of the file and cut off the header, instead of copying the data.
  const auto begin = static_cast<std::ptrdiff_t>(in.offset());
  file.erase(file.begin(), file.begin() + begin);
  array.data = std::move(file);
  return array;
}

Result<NpzFile> NpzFile::borrow(Bytes file) {
  NpzFile out;
  out.file_ = file;
  GS_TRY(out.members_, list_zip(file));
  return out;
}

Result<NpzFile> NpzFile::open(const std::filesystem::path& path) {
  GS_TRY(MappedFile mapped, MappedFile::open(path));
  auto out = borrow(mapped.bytes()).with_context(path.string());
  if (out) out->mapping_.push_back(std::move(mapped));
  return out;
}

std::vector<std::string> NpzFile::names() const {
  std::vector<std::string> names;
  for (const ZipMember& member : members_) {
    const bool array = member.name.ends_with(".npy");
    names.push_back(array ? member.name.substr(0, member.name.size() - 4) : member.name);
  }
  return names;
}

const ZipMember* NpzFile::find(std::string_view name) const {
  const std::string wanted = std::string(name) + ".npy";
  const auto found =
      std::find_if(members_.begin(), members_.end(), [&](const ZipMember& member) { return member.name == wanted; });
  return found == members_.end() ? nullptr : &*found;
}

Result<NpyArray> NpzFile::read(std::string_view name) const {
  const ZipMember* member = find(name);
  if (member == nullptr) return fail(ErrorCode::not_found, "npz has no array '{}'", name);
  GS_TRY(std::vector<std::byte> bytes, extract(file_, *member));
  return parse_npy(std::move(bytes)).with_context(member->name);
}

}  // namespace gs::assets
