// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reading and writing of little-endian values. Readers check every length against the bytes that are really there.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs {

static_assert(std::endian::native == std::endian::little, "the binary formats are read in place: little endian only");

using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

// The same bytes seen as characters, and characters seen as bytes. Nothing is copied or checked.
inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
inline Bytes as_bytes(std::string_view text) { return {reinterpret_cast<const std::byte*>(text.data()), text.size()}; }

// Loads a value from an address of any alignment. The caller has checked that sizeof(T) bytes are there.
template <Number T>
T load_le(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// A read position in borrowed bytes, which must outlive the reader. Every read is checked: it returns `truncated` with
// the number of bytes wanted and the offset, and leaves the position unchanged, when too few bytes are left.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  // Positions and lengths in bytes, from the first byte given to the constructor.
  std::size_t size() const { return bytes_.size(); }
  std::size_t offset() const { return offset_; }
  std::size_t remaining() const { return bytes_.size() - offset_; }
  bool at_end() const { return remaining() == 0; }
  // The bytes from the position to the end; the position does not move.
  Bytes rest() const { return bytes_.subspan(offset_); }

  // Reads one little-endian value and moves behind it.
  template <Number T>
  Result<T> read() {
    if (remaining() < sizeof(T)) return too_short(sizeof(T));
    const T value = load_le<T>(bytes_.data() + offset_);
    offset_ += sizeof(T);
    return value;
  }
  Result<uint8_t> u8() { return read<uint8_t>(); }
  Result<uint16_t> u16() { return read<uint16_t>(); }
  Result<uint32_t> u32() { return read<uint32_t>(); }
  Result<uint64_t> u64() { return read<uint64_t>(); }
  Result<int32_t> i32() { return read<int32_t>(); }
  Result<int64_t> i64() { return read<int64_t>(); }
  Result<float> f32() { return read<float>(); }
  Result<double> f64() { return read<double>(); }

  // A view of the next `count` bytes, valid as long as the bytes given to the constructor.
  Result<Bytes> bytes(uint64_t count) {
    if (remaining() < count) return too_short(count);
    const Bytes view = bytes_.subspan(offset_, count);
    offset_ += count;
    return view;
  }
  // Reads a string as MCAP and ROS 1 store it: a uint32 length, then that many bytes. The view borrows, as bytes().
  Result<std::string_view> string32() {
    GS_TRY(const uint32_t length, u32());
    GS_TRY(const Bytes view, bytes(length));
    return as_text(view);
  }
  // Moves the position by `count` bytes, or to `offset`. seek() returns `corrupt` for an offset behind the end.
  Result<void> skip(uint64_t count) {
    if (remaining() < count) return too_short(count);
    offset_ += count;
    return {};
  }
  Result<void> seek(uint64_t offset) {
    if (offset > bytes_.size()) {
      return fail(ErrorCode::corrupt, "offset {} lies behind the end of {} bytes", offset, bytes_.size());
    }
    offset_ = offset;
    return {};
  }

 private:
  Error too_short(uint64_t wanted) const {
    return fail(ErrorCode::truncated, "{} bytes wanted at offset {}, {} left", wanted, offset_, remaining());
  }
  Bytes bytes_;
  std::size_t offset_ = 0;
};

// Builds a byte sequence. Values are appended as little endian.
class ByteWriter {
 public:
  ByteWriter() = default;
  explicit ByteWriter(std::vector<std::byte> buffer) : buffer_(std::move(buffer)) {}  // appends to `buffer`

  std::size_t size() const { return buffer_.size(); }
  // The bytes so far, as a view until the next change, or moved out of the writer.
  Bytes view() const { return buffer_; }
  std::vector<std::byte> take() && { return std::move(buffer_); }
  void clear() { buffer_.clear(); }
  void reserve(std::size_t count) { buffer_.reserve(count); }

  // Appends one value, the bytes of a range or text, or a string with a uint32 length in front (as MCAP and ROS 1).
  template <Number T>
  void put(T value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    buffer_.insert(buffer_.end(), from, from + sizeof(T));
  }
  void u8(uint8_t value) { put(value); }
  void u16(uint16_t value) { put(value); }
  void u32(uint32_t value) { put(value); }
  void u64(uint64_t value) { put(value); }
  void bytes(Bytes view) { buffer_.insert(buffer_.end(), view.begin(), view.end()); }
  void text(std::string_view view) { bytes(as_bytes(view)); }
  void string32(std::string_view view) {
    u32(static_cast<uint32_t>(view.size()));
    text(view);
  }
  // Overwrites the value at `offset`, for lengths that are known only after the data is written.
  template <Number T>
  void patch(std::size_t offset, T value) {
    GS_EXPECT(offset + sizeof(T) <= buffer_.size());
    std::memcpy(buffer_.data() + offset, &value, sizeof(T));
  }

 private:
  std::vector<std::byte> buffer_;
};

}  // namespace gs
