// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Memory for decoded bytes: reused, and never filled with zeros first (a vector would, at the price of half a decode).
#pragma once

#include <memory>

#include "gs/core/bytes.h"

namespace gs {

class Buffer {
 public:
  // Exactly count bytes with any content; what was there before is gone.
  MutableBytes reset(std::size_t count) {
    if (count > capacity_) {
      data_ = std::make_unique_for_overwrite<std::byte[]>(count);
      capacity_ = count;
    }
    size_ = count;
    return {data_.get(), size_};
  }
  // Keeps the first count bytes.
  void shrink(std::size_t count) {
    GS_DEBUG_EXPECT(count <= size_);
    size_ = count;
  }
  Bytes bytes() const { return {data_.get(), size_}; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace gs
