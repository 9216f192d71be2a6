// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/reassembly.h"

#include <algorithm>
#include <limits>

namespace gs::ros2::rtps {

// Copies the fragments that are not present yet; the first copy of a fragment counts.
std::optional<std::vector<std::byte>> Reassembly::add(const Key& key, const Fragment& f, Bytes payload, Timestamp now) {
  drop_old(now);
  if (f.sample_size > kLargestSample) return {};
  auto it = open_.find(key);
  // A fragment with other sizes starts the sample anew.
  if (it != open_.end() && (it->second.size != f.size || it->second.sample.size() != f.sample_size)) {
    drop(it);
    it = open_.end();
  }
  if (it == open_.end()) it = begin_sample(key, f, now);
  Open& open = it->second;
  for (uint32_t i = 0; i < f.count; ++i) {
    const std::size_t index = f.start - 1 + i;
    if (open.present[index]) continue;
    const std::size_t from = std::size_t{i} * f.size, to = index * f.size;
    const std::size_t count = std::min<std::size_t>(f.size, open.sample.size() - to);
    std::copy_n(payload.begin() + static_cast<std::ptrdiff_t>(from), count,
                open.sample.begin() + static_cast<std::ptrdiff_t>(to));
    open.present[index] = true;
    --open.missing;
  }
  if (open.missing > 0) return {};
  std::vector<std::byte> whole = std::move(open.sample);
  bytes_ -= whole.size();
  open_.erase(it);
  return whole;
}

// The map is ordered by participant, writer and sequence number, so the samples of one writer are neighbours.
std::vector<Reassembly::Missing> Reassembly::take_missing(const GuidPrefix& prefix, EntityId writer, Timestamp now) {
  constexpr std::size_t kMostBits = 256;
  std::vector<Missing> out;
  const Key first{prefix, writer, std::numeric_limits<int64_t>::min()};
  for (auto it = open_.lower_bound(first); it != open_.end(); ++it) {
    if (it->first.prefix != prefix || it->first.writer != writer) break;
    Open& open = it->second;
    if (now - open.asked < kAskInterval) continue;
    open.asked = now;
    const auto begin = std::find(open.present.begin(), open.present.end(), false) - open.present.begin();
    Missing missing{it->first.sequence, static_cast<uint32_t>(begin) + 1, 0, {}};
    for (std::size_t i = 0; i < kMostBits && static_cast<std::size_t>(begin) + i < open.present.size(); ++i) {
      if (open.present[static_cast<std::size_t>(begin) + i]) continue;
      missing.bits = static_cast<uint32_t>(i) + 1;
      missing.words.resize(i / 32 + 1);
      missing.words[i / 32] |= 1u << (31 - i % 32);
    }
    out.push_back(std::move(missing));
  }
  return out;
}

Reassembly::Map::iterator Reassembly::begin_sample(const Key& key, const Fragment& f, Timestamp now) {
  const auto of_sender =
      std::count_if(open_.begin(), open_.end(), [&](const auto& entry) { return entry.first.prefix == key.prefix; });
  if (static_cast<std::size_t>(of_sender) >= limits_.reassemblies_per_participant) drop_oldest(&key.prefix);
  while (!open_.empty() && bytes_ + f.sample_size > limits_.reassembly_bytes) drop_oldest(nullptr);
  const uint32_t total = f.total();
  Open open{std::vector<std::byte>(f.sample_size), std::vector<bool>(total), f.size, total, now, {}, order_++};
  bytes_ += f.sample_size;
  return open_.emplace(key, std::move(open)).first;
}

void Reassembly::drop(Map::iterator it) {
  bytes_ -= it->second.sample.size();
  ++dropped_;
  open_.erase(it);
}

void Reassembly::drop_old(Timestamp now) {
  for (auto it = open_.begin(); it != open_.end();) {
    const auto next = std::next(it);
    if (now - it->second.begun > limits_.reassembly_age) drop(it);
    it = next;
  }
}

void Reassembly::drop_oldest(const GuidPrefix* of) {
  auto oldest = open_.end();
  for (auto it = open_.begin(); it != open_.end(); ++it) {
    if (of != nullptr && it->first.prefix != *of) continue;
    if (oldest == open_.end() || it->second.order < oldest->second.order) oldest = it;
  }
  if (oldest != open_.end()) drop(oldest);
}

}  // namespace gs::ros2::rtps
