// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/buffer.h"

#include <sys/mman.h>

namespace gs::splat {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = 2 << 20;
// 512 GB or two billion Gaussians: a larger request is an error of the caller, and some allocators abort on it.
constexpr std::size_t kMaxFloats = (std::size_t{1} << 39) / sizeof(float);

}  // namespace

Result<FloatBuffer> FloatBuffer::allocate(std::size_t count) {
  FloatBuffer buffer;
  if (count == 0) return buffer;
  if (count > kMaxFloats) {
    return fail(ErrorCode::limit_exceeded, "{} floats are more than the limit of {}", count, kMaxFloats);
  }
  const std::size_t bytes = count * sizeof(float);
  // For smaller blocks, rounding to huge pages would cost more than it saves.
  const bool huge = bytes >= 4 * kHugePage;
  const std::size_t alignment = huge ? kHugePage : kCacheLine;
  const std::size_t rounded = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
  void* data = nullptr;
  if (::posix_memalign(&data, alignment, rounded) != 0) {
    return fail(ErrorCode::out_of_memory, "no memory for {} bytes of Gaussians", bytes)
        .with_hint("close other programs, or use fewer Gaussians");
  }
  if (huge) ::madvise(data, rounded / kHugePage * kHugePage, MADV_HUGEPAGE);
  buffer.data_.reset(static_cast<float*>(data));
  buffer.size_ = count;
  return buffer;
}

}  // namespace gs::splat
