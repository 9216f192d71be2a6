// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a frame of the frozen renderer works in, kept from frame to frame and enlarged when a frame did not fit.
#pragma once

#include "gs/core/buffer_group.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/frozen_frame.h"

namespace gs::cuda {

class FrozenMemory {
 public:
  // First guess for a cloud of that size; frames show whether it is enough.
  Result<void> fit_cloud(std::size_t gaussians);
  // For the tiles of a batch, exactly.
  Result<void> fit_batch(uint32_t tiles, std::size_t view_count, std::size_t chunk_count);
  // True if the frame with these counters did fit; otherwise there is more room now. More splats or candidates than 32
  // bits count are limit_exceeded.
  Result<bool> fit_frame(const FrozenCounters& seen);

  // What must be zero before a frame, in one piece; plan clears the rest.
  Result<void> clear_counters(const Stream& stream) const { return clear(zeroed_.get(), zeroed_words_, stream); }
  FrozenBuffers buffers() const;
  uint64_t generation() const { return generation_; }  // changes when a pointer or size of buffers() does
  std::size_t bytes() const;

 private:
  // Groups grow together or not at all: one capacity is true for all buffers of a group, also after a failure.
  template <class... Buffers>
  Result<void> grow(Wanted<Buffers>... wanted) {
    if (((wanted.count > wanted.buffer.capacity()) || ...)) ++generation_;
    return reserve_together(wanted...);
  }
  Result<void> fit_splats(std::size_t count);
  Result<void> fit_large(std::size_t count);
  Result<void> fit_candidates(std::size_t count);

  uint64_t generation_ = 0;
  uint32_t tiles_ = 0;
  std::size_t views_ = 0, words_ = 0, zeroed_words_ = 0;
  Buffer<uint32_t> zeroed_;  // counters, histograms, segments_done
  Buffer<uint32_t> counts_;
  Buffer<uint32_t> seen_;  // words and how many before
  Buffer<uint8_t> slice_of_;
  Buffer<FrozenSplat> splats_;
  Buffer<float> depths_;
  Buffer<LargeSplat> large_;
  Buffer<uint32_t> begin_, order_, first_segment_;
  Buffer<uint32_t> candidates_;  // three words each
  Buffer<uint64_t> keys_;
  Buffer<uint32_t> is_done_;
  Buffer<Segment> extra_segments_;
  Buffer<float4> partial_;
};

}  // namespace gs::cuda
