// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Memory kept from frame to frame. Contents are undefined after reserve(); pages are touched by whoever writes first.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "gs/core/result.h"

namespace gs::cpu {

// 64-byte aligned, to be given to std::free; null if there is none. From two megabytes on it asks for huge pages:
// records are read in the order of depth, which is random in memory, and would miss the TLB every time.
void* allocate_scratch(std::size_t bytes);

template <class T>
class Scratch {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kLargeBytes = 16u << 20;

 public:
  // After a failure it holds nothing.
  Result<void> reserve(std::size_t count) {
    size_ = count;
    if (count <= capacity_) return {};
    size_ = 0;
    const std::size_t bytes = (count + count / 4) * sizeof(T) / 64 * 64 + 64;  // head-room: views differ a little
    data_.reset();
    data_.reset(static_cast<T*>(allocate_scratch(bytes)));
    capacity_ = data_ ? bytes / sizeof(T) : 0;
    if (!data_) return fail(ErrorCode::out_of_memory, "{} bytes for rendering could not be allocated", bytes);
    size_ = count;
    return {};
  }
  // Gives memory back that is only needed for a part of the frame, unless it is so little that keeping it is cheaper.
  void release_if_large() {
    if (capacity_ * sizeof(T) <= kLargeBytes) return;
    data_.reset();
    size_ = capacity_ = 0;
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  std::span<T> span() { return {data_.get(), size_}; }
  std::span<const T> span() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace gs::cpu
