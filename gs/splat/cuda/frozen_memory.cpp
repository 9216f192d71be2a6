// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/frozen_memory.h"

#include <algorithm>

namespace gs::cuda {
namespace {

constexpr std::size_t kCounterWords = sizeof(FrozenCounters) / sizeof(uint32_t);

std::size_t whole_chunks(std::size_t gaussians) { return (gaussians + kChunk - 1) / kChunk * kChunk; }
std::size_t with_slack(std::size_t count) { return count + count / 8; }

}  // namespace

Result<void> FrozenMemory::fit_cloud(std::size_t gaussians) {
  GS_CHECK(grow(splats_, whole_chunks(std::max<std::size_t>(1u << 16, gaussians / 2))));
  GS_CHECK(grow(depths_, splats_.capacity()));
  GS_CHECK(grow(large_, std::max<std::size_t>(1u << 16, gaussians / 32)));
  return fit_candidates(std::max<std::size_t>(1u << 20, gaussians * 5 / 4));
}

Result<void> FrozenMemory::fit_candidates(std::size_t count) {
  if (count <= keys_.capacity()) return {};
  GS_CHECK(grow(keys_, count));
  GS_CHECK(grow(candidates_, 3 * count));
  const std::size_t segments = 2 * count / kSegmentKeys + 1;  // the most there can be
  GS_CHECK(grow(is_done_, segments));
  GS_CHECK(grow(extra_segments_, 3 * segments));
  return grow(partial_, segments * 2 * kTileThreads);
}

Result<void> FrozenMemory::fit_batch(uint32_t tiles, std::size_t view_count, std::size_t chunk_count) {
  const std::size_t words = (chunk_count + 31) / 32;
  if (tiles != tiles_ || view_count != views_ || words != words_) ++generation_;
  tiles_ = tiles, views_ = view_count, words_ = words;
  const std::size_t lists = std::size_t{tiles} * kSlices + 1;
  zeroed_words_ = kCounterWords + view_count * kDepthBins + std::size_t{tiles};
  GS_CHECK(grow(zeroed_, zeroed_words_));
  GS_CHECK(grow(counts_, lists));
  GS_CHECK(grow(seen_, 2 * view_count * words));
  GS_CHECK(grow(slice_of_, view_count * kDepthBins));
  GS_CHECK(grow(begin_, lists));
  GS_CHECK(grow(order_, tiles));
  return grow(first_segment_, tiles);
}

Result<bool> FrozenMemory::fit_frame(const FrozenCounters& seen) {
  const std::size_t splats = std::size_t{seen.chunks} * kChunk;
  if (splats <= splats_.capacity() && seen.large <= large_.capacity() && seen.candidates <= keys_.capacity()) {
    return true;
  }
  if (splats > splats_.capacity()) GS_CHECK(grow(splats_, whole_chunks(with_slack(splats))));
  GS_CHECK(grow(depths_, splats_.capacity()));
  if (seen.large > large_.capacity()) GS_CHECK(grow(large_, with_slack(seen.large)));
  if (seen.candidates > keys_.capacity()) GS_CHECK(fit_candidates(with_slack(seen.candidates)));
  return false;
}

FrozenBuffers FrozenMemory::buffers() const {
  FrozenBuffers b{};
  b.splats = splats_.get(), b.depths = depths_.get(), b.splat_capacity = static_cast<uint32_t>(splats_.capacity());
  b.large = large_.get(), b.large_capacity = static_cast<uint32_t>(large_.capacity());
  uint32_t* at = zeroed_.get();
  const auto take = [&at](std::size_t count) { return std::exchange(at, at + count); };
  b.counters = reinterpret_cast<FrozenCounters*>(take(kCounterWords));
  b.histogram = take(views_ * kDepthBins);
  b.segments_done = take(tiles_);
  b.counts = counts_.get();
  b.seen_words = seen_.get(), b.seen_before = seen_.get() + views_ * words_;
  b.words = static_cast<uint32_t>(words_);
  b.slice_of = slice_of_.get();
  b.begin = begin_.get(), b.tiles = tiles_;
  const std::size_t candidates = keys_.capacity();
  b.candidate_list = candidates_.get();
  b.candidate_rank = candidates_.get() + candidates;
  b.candidate_splat = candidates_.get() + 2 * candidates;
  b.keys = keys_.get();
  b.room = reinterpret_cast<uint64_t*>(candidates_.get());
  b.candidate_capacity = static_cast<uint32_t>(candidates);
  b.order = order_.get(), b.first_segment = first_segment_.get();
  b.extra_segments = extra_segments_.get();
  b.partial = partial_.get(), b.is_done = is_done_.get();
  b.segment_capacity = static_cast<uint32_t>(is_done_.capacity());
  return b;
}

std::size_t FrozenMemory::bytes() const {
  return zeroed_.bytes() + counts_.bytes() + seen_.bytes() + slice_of_.bytes() + splats_.bytes() + depths_.bytes() +
         large_.bytes() + begin_.bytes() + order_.bytes() + first_segment_.bytes() + candidates_.bytes() +
         keys_.bytes() + extra_segments_.bytes() + is_done_.bytes() + partial_.bytes();
}

}  // namespace gs::cuda
