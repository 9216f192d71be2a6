// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Device buffers of SceneRenderer, kept between frames and enlarged when a frame did not fit.
#pragma once

#include "gs/core/containers/buffer_group.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/render/render_frame.h"

namespace gs::splat::cuda {

// Owns the buffers of RenderBuffers.
class RenderMemory {
 public:
  // Initial sizes for a cloud of this many Gaussians; later frames enlarge them if needed.
  Result<void> fit_cloud(std::size_t gaussians);
  // Exact sizes of the buffers that depend on tiles, views and chunks.
  Result<void> fit_batch(uint32_t tiles, std::size_t view_count, std::size_t chunk_count);
  // True if the frame with these counters fitted; otherwise the buffers have been enlarged. Errors: limit_exceeded if
  // splats or candidates exceed 32 bits, device_out_of_memory.
  Result<bool> fit_frame(const RenderCounters& seen);

  // Clears the buffers that must be zero before a frame; they are contiguous. The plan kernel clears the others.
  Result<void> clear_counters(const gs::cuda::Stream& stream) const {
    return gs::cuda::clear(zeroed_.get(), zeroed_words_, stream);
  }
  RenderBuffers buffers() const;
  uint64_t generation() const { return generation_; }  // changes when a pointer or size of buffers() changes
  std::size_t bytes() const;

 private:
  // Buffers of a group grow together or not at all: one capacity holds for the whole group, also after a failure.
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
  gs::cuda::Buffer<uint32_t> zeroed_;  // counters, histograms, segments_done
  gs::cuda::Buffer<uint32_t> counts_;
  gs::cuda::Buffer<uint32_t> seen_;  // seen_words, then seen_before
  gs::cuda::Buffer<uint8_t> slice_of_;
  gs::cuda::Buffer<RenderSplat> splats_;
  gs::cuda::Buffer<float> depths_;
  gs::cuda::Buffer<LargeSplat> large_;
  gs::cuda::Buffer<uint32_t> begin_, order_, first_segment_;
  gs::cuda::Buffer<uint32_t> candidates_;  // list, rank and splat of each candidate
  gs::cuda::Buffer<uint64_t> keys_;
  gs::cuda::Buffer<uint32_t> is_done_;
  gs::cuda::Buffer<Segment> extra_segments_;
  gs::cuda::Buffer<float4> partial_;
};

}  // namespace gs::splat::cuda
