// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/render/render_memory.h"

#include <algorithm>

namespace gs::splat::cuda {
namespace {

constexpr std::size_t kCounterWords = sizeof(RenderCounters) / sizeof(uint32_t);

constexpr std::size_t kMostSplats = 0xFFFFFFFFu / kChunk * kChunk;  // splat indices have 32 bits
constexpr std::size_t kMostCandidates = 0xFFFFFFFFu;

// Rounded up to whole chunks; and with an eighth of head-room.
std::size_t whole_chunks(std::size_t gaussians) { return (gaussians + kChunk - 1) / kChunk * kChunk; }
std::size_t with_slack(std::size_t count, std::size_t most) { return std::min(count + count / 8, most); }

// Fails if the frame needs more splats or candidates than 32-bit indices allow.
Result<void> check_limits(const RenderCounters& seen) {
  if (std::size_t{seen.chunks} * kChunk <= kMostSplats && seen.candidates <= kMostCandidates) return {};
  return fail(ErrorCode::limit_exceeded,
              "one batch has {} visible Gaussians and {} splat-tile pairs, more than 32-bit indices allow",
              std::size_t{seen.chunks} * kChunk, seen.candidates)
      .with_hint("render fewer views at a time, or smaller ones");
}

}  // namespace

Result<void> RenderMemory::fit_splats(std::size_t count) {
  return grow(Wanted{splats_, count}, Wanted{depths_, count});
}
Result<void> RenderMemory::fit_large(std::size_t count) { return grow(Wanted{large_, count}); }

Result<void> RenderMemory::fit_candidates(std::size_t count) {
  const std::size_t segments = 2 * count / kMinSegmentKeys + 1;  // upper bound of their number
  return grow(Wanted{keys_, count}, Wanted{candidates_, 3 * count}, Wanted{is_done_, segments},
              Wanted{extra_segments_, 3 * segments}, Wanted{partial_, segments * 2 * kTileThreads});
}

Result<void> RenderMemory::fit_cloud(std::size_t gaussians) {
  // First guess: half of the Gaussians are in visible chunks, one in 32 is large, 1.25 candidates per Gaussian.
  GS_CHECK(fit_splats(std::min(whole_chunks(std::max<std::size_t>(1u << 16, gaussians / 2)), kMostSplats)));
  GS_CHECK(fit_large(std::max<std::size_t>(1u << 16, gaussians / 32)));
  return fit_candidates(std::min(std::max<std::size_t>(1u << 20, gaussians / 4 * 5), kMostCandidates));
}

Result<void> RenderMemory::fit_batch(uint32_t tiles, std::size_t view_count, std::size_t chunk_count) {
  // One visibility bit per chunk and view; kSlices lists per tile.
  const std::size_t words = (chunk_count + 31) / 32;
  // A recorded graph holds these sizes, so other sizes make it invalid.
  if (tiles != tiles_ || view_count != views_ || words != words_) ++generation_;
  // Zero until all buffers have grown: after a failure the memory fits no batch.
  tiles_ = 0, views_ = words_ = zeroed_words_ = 0;
  const std::size_t lists = std::size_t{tiles} * kSlices + 1;
  const std::size_t zeroed_words = kCounterWords + view_count * kDepthBins + std::size_t{tiles};
  GS_CHECK(grow(Wanted{zeroed_, zeroed_words}, Wanted{counts_, lists}, Wanted{seen_, 2 * view_count * words},
                Wanted{slice_of_, view_count * kDepthBins}, Wanted{begin_, lists}, Wanted{order_, std::size_t{tiles}},
                Wanted{first_segment_, std::size_t{tiles}}));
  tiles_ = tiles, views_ = view_count, words_ = words, zeroed_words_ = zeroed_words;
  return {};
}

Result<bool> RenderMemory::fit_frame(const RenderCounters& seen) {
  // Counters include items that found no room, so buffers grow to what was needed so far.
  GS_CHECK(check_limits(seen));
  const std::size_t splats = std::size_t{seen.chunks} * kChunk;
  const bool splats_fit = splats <= splats_.capacity(), large_fit = seen.large <= large_.capacity();
  const bool candidates_fit = seen.candidates <= keys_.capacity();
  if (!splats_fit) GS_CHECK(fit_splats(whole_chunks(with_slack(splats, kMostSplats))));
  if (!large_fit) GS_CHECK(fit_large(with_slack(seen.large, kMostCandidates)));
  if (!candidates_fit) GS_CHECK(fit_candidates(with_slack(seen.candidates, kMostCandidates)));
  return splats_fit && large_fit && candidates_fit;
}

RenderBuffers RenderMemory::buffers() const {
  RenderBuffers b{};
  b.splats = splats_.get(), b.depths = depths_.get(), b.splat_capacity = static_cast<uint32_t>(splats_.capacity());
  b.large = large_.get(), b.large_capacity = static_cast<uint32_t>(large_.capacity());
  // The buffers that must be zero share one allocation, in this order.
  uint32_t* at = zeroed_.get();
  const auto take = [&at](std::size_t count) { return std::exchange(at, at + count); };
  b.counters = reinterpret_cast<RenderCounters*>(take(kCounterWords));
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

std::size_t RenderMemory::bytes() const {
  return zeroed_.bytes() + counts_.bytes() + seen_.bytes() + slice_of_.bytes() + splats_.bytes() + depths_.bytes() +
         large_.bytes() + begin_.bytes() + order_.bytes() + first_segment_.bytes() + candidates_.bytes() +
         keys_.bytes() + extra_segments_.bytes() + is_done_.bytes() + partial_.bytes();
}

}  // namespace gs::splat::cuda
