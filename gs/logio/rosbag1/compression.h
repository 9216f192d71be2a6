// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How a chunk's bytes are stored: as they are, as one LZ4 frame, or as a bzip2 stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"

namespace gs::rosbag1 {

enum class Compression { none, lz4, bz2 };
std::string_view to_string(Compression compression);  // the word in the file
Result<Compression> parse_compression(std::string_view word);

// Memory for one decoded chunk, grown while decoding: a small file that claims a huge chunk allocates little. Not
// cleared first, unlike a vector.
class ChunkBuffer {
 public:
  Bytes view() const { return {data_.get(), size_}; }
  std::size_t capacity() const { return capacity_; }
  void reserve(std::size_t capacity);  // keeps the content
  MutableBytes free_space() { return {data_.get() + size_, capacity_ - size_}; }
  void added(std::size_t count) { size_ += count; }
  void clear() { size_ = 0; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

// Fills out with what stored decodes to, at most size bytes. On damage, out holds everything before it. A checksum in
// the stream is verified.
std::optional<Error> decompress(Compression compression, Bytes stored, uint32_t size, ChunkBuffer& out);

// The stored form of records; the encoder's state is kept between calls.
class Compressor {
 public:
  explicit Compressor(Compression compression);
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) = delete;
  // Borrowed until the next call; with Compression::none the input itself.
  Result<Bytes> operator()(Bytes records);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gs::rosbag1
