// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/fragment.h"

#include <algorithm>

namespace gs::ros2::rtps {
namespace {

// Fast DDS searches the list of missing fragments for each fragment that arrives out of order. A sample with many
// fragments must therefore have large ones, so that one datagram cannot cause many searches of a long list.
constexpr uint32_t kSmallestFragment = 64, kFewFragments = 4096, kLargeFragment = 1024, kManyFragments = 1u << 18;

}  // namespace

Rule check(const Fragment& f, std::size_t payload_bytes, const Limits& limits) {
  if (f.start < 1 || f.count < 1 || f.size < kSmallestFragment || f.sample_size <= f.size) return Rule::bad_fragment;
  if (f.sample_size > limits.sample_bytes) return Rule::memory_limit;
  const uint32_t total = f.total();
  if (total > (f.size < kLargeFragment ? kFewFragments : kManyFragments)) return Rule::too_much_work;
  if (uint64_t{f.start} + f.count - 1 > total) return Rule::bad_fragment;
  return payload_bytes < f.needed_bytes() ? Rule::bad_fragment : Rule::accepted;
}

// The link of the last fragment lies at its start, rounded up to 4 bytes, and needs 4 bytes.
uint32_t safe_sample_size(const Fragment& f) {
  const uint64_t last_link = (uint64_t{f.total() - 1} * f.size + 3) & ~uint64_t{3};
  return static_cast<uint32_t>(std::max<uint64_t>(f.sample_size, last_link + 4));
}

}  // namespace gs::ros2::rtps
