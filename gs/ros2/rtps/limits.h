// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Limits on the memory and time that other participants can make a node use. The defaults are far above the needs of
// the largest ROS 2 graphs known to us.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gs/core/time.h"

namespace gs::ros2::rtps {

// Numbers of objects, bytes, sequence numbers and times.
struct Limits {
  std::size_t participants = 512;                  // participants (processes) in the domain
  std::size_t participants_per_address = 256;      // participants on one host
  std::size_t endpoints_per_participant = 4096;    // writers and readers of one process
  std::size_t endpoints = 32'768;                  // writers and readers of all participants
  std::size_t announced_bytes = 64u << 20;         // discovery messages of all participants that Fast DDS stores
  std::size_t reassembly_bytes = 8u << 20;         // unfinished discovery messages of all participants
  std::size_t reassemblies_per_participant = 8;    // unfinished discovery messages of one participant
  std::size_t fragmenting_writers = 1024;          // writers of samples larger than a datagram
  uint32_t sample_bytes = 256u << 20;              // size of one sample
  uint64_t unfinished_bytes = 1024u << 20;         // claimed by first fragments and not yet received, all participants
  uint64_t unfinished_bytes_each = 512u << 20;     // the same for one participant
  uint64_t forgiven_bytes_per_second = 64u << 20;  // refill of the two above, because fragments get lost
  int64_t sequence = int64_t{1} << 32;             // largest sequence number: 1 kHz for 49 days
  uint64_t steps = 1u << 21;                       // sequence numbers that Fast DDS may step over at once
  uint64_t steps_per_second = 1u << 20;            // and in the long run; Debian's build needs 0.2 us for each
  uint32_t gap = 1u << 14;                         // sequence numbers of one GAP; longer ones are shortened
  Duration longest_lease{3'600'000'000'000};       // longer leases are shortened to this
  Duration shortest_lease{100'000'000};            // participants with a shorter lease are refused
  Duration reassembly_age{10'000'000'000};         // unfinished discovery messages are dropped after this long
};

}  // namespace gs::ros2::rtps
