// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The numbers of one DATA_FRAG submessage: which part of which sample it carries (RTPS 2.3, 9.4.5.4).
#pragma once

#include "gs/rtps/limits.h"
#include "gs/rtps/rules.h"
#include "gs/rtps/types.h"

namespace gs::rtps {

struct Fragment {
  int64_t sequence = 0;
  uint32_t start = 0;        // number of its first fragment, from 1
  uint32_t count = 0;        // consecutive fragments in this submessage
  uint32_t size = 0;         // bytes of every fragment but the last
  uint32_t sample_size = 0;  // bytes of the whole sample

  uint32_t total() const { return static_cast<uint32_t>((uint64_t{sample_size} + size - 1) / size); }
  bool has_last() const { return start + uint64_t{count} - 1 == total(); }
  uint64_t offset() const { return uint64_t{start - 1} * size; }
  // The bytes that this submessage has to carry.
  uint64_t needed_bytes() const { return has_last() ? sample_size - offset() : uint64_t{count} * size; }
};

// Checks that the numbers agree with each other, with the limits, and with the bytes that follow them.
Rule check(const Fragment& fragment, std::size_t payload_bytes, const Limits& limits);

// Returns the sample size with which Fast DDS 2.9 stays inside its buffer. It keeps a 4-byte link at the start of every
// missing fragment, rounded up to 4 bytes, and so writes past the sample when the last fragment is shorter than that.
uint32_t safe_sample_size(const Fragment& fragment);

}  // namespace gs::rtps
