// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reusable memory for decoded bytes. Not zero-filled, unlike a vector: filling would cost about half the time of
// decoding.
#pragma once

#include <memory>

#include "gs/core/bytes.h"

namespace gs::logio {

// Byte array that keeps its memory between uses.
class Buffer {
 public:
  // Resizes to `count` bytes with unspecified content and returns them. Earlier views become invalid.
  MutableBytes reset(std::size_t count) {
    if (count > capacity_) {
      data_ = std::make_unique_for_overwrite<std::byte[]>(count);
      capacity_ = count;
    }
    size_ = count;
    return {data_.get(), size_};
  }
  // Keeps the first `count` bytes; count <= size().
  void shrink(std::size_t count) {
    GS_DEBUG_EXPECT(count <= size_);
    size_ = count;
  }
  // The current content; capacity() is the memory held [bytes].
  Bytes bytes() const { return {data_.get(), size_}; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace gs::logio
