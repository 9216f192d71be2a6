// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Puts fragmented discovery messages together, so that they can be checked whole. Cyclone DDS fragments discovery data
// above 1344 bytes: endpoints with much type information.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/rtps/fragment.h"

namespace gs::rtps {

class Reassembly {
 public:
  struct Key {
    GuidPrefix prefix;
    EntityId writer = 0;
    int64_t sequence = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  // A discovery message is at most this long, so that it fits into one DATA submessage.
  static constexpr uint32_t kLargestSample = 60'000;

  explicit Reassembly(const Limits& limits) : limits_(limits) {}

  // Adds a fragment that rtps::check accepted. Returns the whole sample when this was the last missing piece. When a
  // participant or all together have too much unfinished, the oldest of theirs is dropped first.
  std::optional<std::vector<std::byte>> add(const Key& key, const Fragment& fragment, Bytes payload, Timestamp now);

  // The fragments that one unfinished sample lacks, as a NACK_FRAG names them.
  struct Missing {
    int64_t sequence = 0;
    uint32_t base = 0;            // number of the first one
    uint32_t bits = 0;            // from base to the last one, at most 256
    std::vector<uint32_t> words;  // highest bit first
  };
  // Returns what to ask a writer for; each sample at most once in kAskInterval. A writer that is asked for a sample may
  // send its first fragment only and wait to be asked for the others.
  static constexpr Duration kAskInterval{5'000'000};
  std::vector<Missing> take_missing(const GuidPrefix& prefix, EntityId writer, Timestamp now);

  std::size_t open_samples() const { return open_.size(); }
  std::size_t open_bytes() const { return bytes_; }
  uint64_t dropped_samples() const { return dropped_; }

 private:
  struct Open {
    std::vector<std::byte> sample;
    std::vector<bool> present;  // by fragment number - 1
    uint32_t size = 0, missing = 0;
    Timestamp begun, asked{};
    uint64_t order = 0;  // of arrival
  };
  using Map = std::map<Key, Open>;

  Map::iterator begin_sample(const Key& key, const Fragment& fragment, Timestamp now);
  void drop(Map::iterator it);
  void drop_old(Timestamp now);
  // Drops the oldest unfinished sample, of one participant when it is given.
  void drop_oldest(const GuidPrefix* of);

  Limits limits_;
  Map open_;
  std::size_t bytes_ = 0;
  uint64_t order_ = 0, dropped_ = 0;
};

}  // namespace gs::rtps
