// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The numbers of a DATA_FRAG submessage, which say what part of which sample it carries (RTPS 2.3, 9.4.5.4).
#pragma once

#include "gs/ros2/rtps/limits.h"
#include "gs/ros2/rtps/rules.h"
#include "gs/ros2/rtps/types.h"

namespace gs::ros2::rtps {

// One or more consecutive fragments of a sample.
struct Fragment {
  int64_t sequence = 0;      // sequence number of the sample
  uint32_t start = 0;        // number of the first fragment, counted from 1
  uint32_t count = 0;        // number of consecutive fragments in this submessage
  uint32_t size = 0;         // bytes of every fragment but the last
  uint32_t sample_size = 0;  // bytes of the whole sample

  // Number of fragments of the sample; true if this submessage carries the last one; its offset in the sample [bytes].
  uint32_t total() const { return static_cast<uint32_t>((uint64_t{sample_size} + size - 1) / size); }
  bool has_last() const { return start + uint64_t{count} - 1 == total(); }
  uint64_t offset() const { return uint64_t{start - 1} * size; }
  // Number of payload bytes that this submessage must carry.
  uint64_t needed_bytes() const { return has_last() ? sample_size - offset() : uint64_t{count} * size; }
};

// Checks that the numbers are consistent with each other, with the limits, and with the number of payload bytes.
Rule check(const Fragment& fragment, std::size_t payload_bytes, const Limits& limits);

// Returns a sample size with which Fast DDS 2.9 does not write past its buffer. Fast DDS stores a 4-byte link at the
// start of every missing fragment, at a multiple of 4; if the last fragment is shorter than that, the link lies behind
// the end of the sample.
uint32_t safe_sample_size(const Fragment& fragment);

}  // namespace gs::ros2::rtps
