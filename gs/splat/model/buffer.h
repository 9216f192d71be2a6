// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Uninitialised block of floats. The threads that fill it also fault in its pages.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "gs/core/result.h"

namespace gs::splat {

// Owns an aligned allocation.
class FloatBuffer {
 public:
  FloatBuffer() = default;
  // Allocates `count` floats, 64-byte aligned and uninitialised; large blocks request huge pages. Errors:
  // limit_exceeded, out_of_memory.
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

}  // namespace gs::splat
