// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reassembles fragmented discovery messages, so that they can be checked as a whole. Cyclone DDS fragments discovery
// data of more than 1344 bytes, which endpoints with much type information have.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/ros2/rtps/fragment.h"

namespace gs::ros2::rtps {

// The unfinished samples of all participants.
class Reassembly {
 public:
  // Names a sample.
  struct Key {
    GuidPrefix prefix;
    EntityId writer = 0;
    int64_t sequence = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  // Longest discovery message [bytes]; it must fit into one DATA submessage.
  static constexpr uint32_t kLargestSample = 60'000;

  explicit Reassembly(const Limits& limits) : limits_(limits) {}

  // Adds a fragment that rtps::check() has accepted. Returns the whole sample if this was its last missing fragment. If
  // a limit is reached, of one participant or of all, the oldest unfinished sample is dropped.
  std::optional<std::vector<std::byte>> add(const Key& key, const Fragment& fragment, Bytes payload, Timestamp now);

  // The missing fragments of one unfinished sample, in the form of a NACK_FRAG.
  struct Missing {
    int64_t sequence = 0;
    uint32_t base = 0;            // number of the first missing fragment
    uint32_t bits = 0;            // length of the bitmap, at most 256
    std::vector<uint32_t> words;  // bitmap, highest bit first: bit i is fragment base + i
  };
  // Returns the fragments to request from a writer, each sample at most once per kAskInterval. Requests are necessary:
  // a writer may answer the request for a sample with the first fragment only, and wait for requests of the others.
  static constexpr Duration kAskInterval{5'000'000};
  std::vector<Missing> take_missing(const GuidPrefix& prefix, EntityId writer, Timestamp now);

  // Number and bytes of unfinished samples, and the number of samples dropped since the start.
  std::size_t open_samples() const { return open_.size(); }
  std::size_t open_bytes() const { return bytes_; }
  uint64_t dropped_samples() const { return dropped_; }

 private:
  // An unfinished sample.
  struct Open {
    std::vector<std::byte> sample;
    std::vector<bool> present;  // by fragment number - 1
    uint32_t size = 0, missing = 0;
    Timestamp begun, asked{};
    uint64_t order = 0;  // increases with the arrival of the first fragment
  };
  using Map = std::map<Key, Open>;

  Map::iterator begin_sample(const Key& key, const Fragment& fragment, Timestamp now);
  void drop(Map::iterator it);
  void drop_old(Timestamp now);  // those older than limits.reassembly_age
  // Drops the oldest unfinished sample, of one participant if it is given.
  void drop_oldest(const GuidPrefix* of);

  Limits limits_;
  Map open_;
  std::size_t bytes_ = 0;
  uint64_t order_ = 0, dropped_ = 0;
};

}  // namespace gs::ros2::rtps
