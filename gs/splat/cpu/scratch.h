// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Memory kept between frames. Contents are undefined after reserve(); pages are faulted in by the thread that writes
// first.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "gs/core/result.h"

namespace gs::splat::cpu {

// Allocates 64-byte aligned memory, to be freed by std::free; null on failure. From 2 MB on it requests huge pages:
// records are read in depth order, which is random in memory and would miss the TLB every time.
void* allocate_scratch(std::size_t bytes);

// Growable array of trivially copyable values.
template <class T>
class Scratch {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kLargeBytes = 16u << 20;

 public:
  // Sets the size, growing the capacity if needed. Errors: out_of_memory; the array is then empty.
  Result<void> reserve(std::size_t count) {
    size_ = count;
    if (count <= capacity_) return {};
    size_ = 0;
    // 25 % head-room: sizes vary from view to view
    const std::size_t bytes = (count + count / 4) * sizeof(T) / 64 * 64 + 64;
    data_.reset();
    data_.reset(static_cast<T*>(allocate_scratch(bytes)));
    capacity_ = data_ ? bytes / sizeof(T) : 0;
    if (!data_) return fail(ErrorCode::out_of_memory, "out of memory: {} bytes for rendering", bytes);
    size_ = count;
    return {};
  }
  // Frees memory that only part of a frame needs; small blocks are kept.
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

}  // namespace gs::splat::cpu
