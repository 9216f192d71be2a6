// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A block of floats that nobody has touched yet: the threads that fill it also fault its pages in.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "gs/core/result.h"

namespace gs {

class FloatBuffer {
 public:
  FloatBuffer() = default;
  // 64-byte aligned and uninitialised. Large blocks ask the system for huge pages. Fails instead of throwing.
  static Result<FloatBuffer> allocate(std::size_t count);

  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(float* p) const { std::free(p); }
  };
  std::unique_ptr<float, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace gs
