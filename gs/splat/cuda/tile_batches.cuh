// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Delivers the splats of a tile in depth order, in batches that fit into shared memory. Lists are unsorted. A short
// list is sorted as a whole. A long one is first distributed into 256 depth bins, and a bin is sorted only when it is
// reached, because most tiles are opaque long before their end. Keys (depth, splat) are unique, which makes the order
// exact.
#pragma once

#include "gs/splat/cuda/frame.cuh"

namespace gs::splat::cuda {

inline constexpr int kBatch = kTileThreads;  // one key per thread

// Iterator over the sorted keys of one tile.
class TileBatches {
 public:
  // Shared memory of the block.
  struct Shared {
    uint64_t keys[kBatch];
    uint64_t runs[kBatch];  // keys sorted within each warp
    uint32_t histogram[kTileThreads];
    uint32_t bin_end[kTileThreads];  // end of each bin in `room`
    uint32_t warp_sum[kTileThreads / 32];
    uint64_t low[kTileThreads / 32], high[kTileThreads / 32];
    uint32_t collected;
  };

  // All kTileThreads threads of the block must call every function together. `room` is scratch as long as the list.
  __device__ TileBatches(Shared& shared, const uint64_t* list, uint32_t count, uint64_t* room)
      : shared_(shared), list_(list), count_(count), total_(count) {
    if (count > kBatch) deal(room);
  }

  // Fills shared.keys with the next keys in order; returns their number, 0 at the end.
  __device__ uint32_t next() {
    if (delivered_ == total_) return 0;
    __syncthreads();  // the previous batch is no longer read
    const uint32_t size = total_ <= kBatch ? take_all(0, total_) : take_bins();
    sort(size);
    delivered_ += size;
    return size;
  }

 private:
  // Moves the keys to `room`, grouped by depth bin.
  __device__ void deal(uint64_t* room) {
    find_range();
    const int shift = bin_shift(last_);
    count_bins(last_, shift);
    const uint32_t count = shared_.histogram[threadIdx.x];
    const uint32_t end = inclusive_sum(count);
    shared_.bin_end[threadIdx.x] = end;
    shared_.histogram[threadIdx.x] = end - count;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count_; i += kTileThreads) {
      const uint64_t key = list_[i];
      room[atomicAdd(&shared_.histogram[(key - low_) >> shift], 1u)] = key;
    }
    __syncthreads();
    list_ = room;
    bin_low_ = low_;
    bin_shift_ = shift;
    count_ = 0;  // no bin is being delivered
  }

  // Takes as many whole bins as fit into a batch; of a bin that is too large, its nearest keys.
  __device__ uint32_t take_bins() {
    if (in_bin_ < count_) return take_from_bin();
    const auto bins = static_cast<uint32_t>(__syncthreads_count(shared_.bin_end[threadIdx.x] <= delivered_ + kBatch));
    const uint32_t end = bins > 0 ? shared_.bin_end[bins - 1] : 0;
    if (end > delivered_) return take_all(delivered_, end - delivered_);
    bin_ = list_ + delivered_;
    count_ = shared_.bin_end[bins] - delivered_;
    in_bin_ = 0;
    low_ = bin_low_ + (static_cast<uint64_t>(bins) << bin_shift_);
    last_ = low_ + ((1ull << bin_shift_) - 1);
    return take_from_bin();
  }
  __device__ uint32_t take_from_bin() {
    const uint32_t size = take_nearest();
    in_bin_ += size;
    return size;
  }

  // Smallest and largest key.
  __device__ void find_range() {
    uint64_t low = ~0ull, high = 0;
    for (uint32_t i = threadIdx.x; i < count_; i += kTileThreads) {
      const uint64_t key = list_[i];
      low = key < low ? key : low, high = key > high ? key : high;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
      const uint64_t other_low = __shfl_xor_sync(kFullWarp, low, offset);
      const uint64_t other_high = __shfl_xor_sync(kFullWarp, high, offset);
      low = other_low < low ? other_low : low, high = other_high > high ? other_high : high;
    }
    if (threadIdx.x % 32 == 0) shared_.low[threadIdx.x / 32] = low, shared_.high[threadIdx.x / 32] = high;
    __syncthreads();
    low_ = shared_.low[0], last_ = shared_.high[0];
    for (int w = 1; w < kTileThreads / 32; ++w) {
      low_ = shared_.low[w] < low_ ? shared_.low[w] : low_;
      last_ = shared_.high[w] > last_ ? shared_.high[w] : last_;
    }
  }

  // Copies keys first .. first + size to the batch.
  __device__ uint32_t take_all(uint32_t first, uint32_t size) {
    for (uint32_t i = threadIdx.x; i < size; i += kTileThreads) shared_.keys[i] = list_[first + i];
    return size;
  }

  // Shift such that (high - low_) >> shift is a bin index below 256.
  __device__ int bin_shift(uint64_t high) const {
    const int bits = 64 - __clzll(static_cast<long long>((high - low_) | 1ull));
    return bits > 8 ? bits - 8 : 0;
  }
  // Histogram of the current keys between low_ and high.
  __device__ void count_bins(uint64_t high, int shift) {
    const uint64_t* const keys = bin_ != nullptr ? bin_ : list_;
    shared_.histogram[threadIdx.x] = 0;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count_; i += kTileThreads) {
      const uint64_t key = keys[i];
      if (key >= low_ && key <= high) atomicAdd(&shared_.histogram[(key - low_) >> shift], 1u);
    }
    __syncthreads();
  }

  // Takes the nearest keys of the current bin, as many as fit into a batch: a histogram over the remaining keys,
  // refined where a single histogram bin is still too large.
  __device__ uint32_t take_nearest() {
    uint64_t high = last_;  // inclusive
    uint64_t end;           // exclusive
    while (true) {
      const int shift = bin_shift(high);
      count_bins(high, shift);
      const uint32_t cumulative = inclusive_sum(shared_.histogram[threadIdx.x]);
      const auto bins = static_cast<uint32_t>(__syncthreads_count(cumulative <= kBatch));
      shared_.histogram[threadIdx.x] = cumulative;
      __syncthreads();
      const uint32_t size = bins > 0 ? shared_.histogram[bins - 1] : 0;
      end = low_ + (static_cast<uint64_t>(bins) << shift);
      __syncthreads();
      if (size > 0) break;
      low_ = end;  // no keys before the bin that is too large
      high = end + ((1ull << shift) - 1);
    }
    if (threadIdx.x == 0) shared_.collected = 0;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count_; i += kTileThreads) {
      const uint64_t key = bin_[i];
      if (key >= low_ && key < end) shared_.keys[atomicAdd(&shared_.collected, 1u)] = key;
    }
    __syncthreads();
    low_ = end;
    return shared_.collected;
  }

  // Inclusive prefix sum over the threads of the block.
  __device__ uint32_t inclusive_sum(uint32_t value) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int offset = 1; offset < 32; offset *= 2) {
      const uint32_t below = __shfl_up_sync(kFullWarp, value, offset);
      if (lane >= offset) value += below;
    }
    if (lane == 31) shared_.warp_sum[warp] = value;
    __syncthreads();
    for (int w = 0; w < warp; ++w) value += shared_.warp_sum[w];
    return value;
  }

  // Sorts one key per thread. Each warp sorts its 32 keys in registers (bitonic sort); the final position of a key is
  // its rank in its own run plus the number of smaller keys in the other runs, found by binary search. Keys are unique,
  // so positions are too.
  __device__ void sort(uint32_t size) {
    __syncthreads();
    const uint32_t lane = threadIdx.x % 32, run = threadIdx.x / 32, runs = (size + 31) / 32;
    uint64_t key = threadIdx.x < size ? shared_.keys[threadIdx.x] : ~0ull;
    if (run < runs) {
#pragma unroll
      for (uint32_t width = 2; width <= 32; width *= 2) {
#pragma unroll
        for (uint32_t stride = width / 2; stride > 0; stride /= 2) {
          const uint64_t other = __shfl_xor_sync(kFullWarp, key, static_cast<int>(stride));
          const bool keeps_smaller = ((lane & stride) == 0) == ((lane & width) == 0);
          key = (key < other) == keeps_smaller ? key : other;
        }
      }
    }
    shared_.runs[threadIdx.x] = key;  // unused entries are larger than all keys
    __syncthreads();
    if (threadIdx.x < size) {
      const uint32_t place = runs <= 1   ? lane
                             : runs <= 2 ? place_among<2>(key)
                             : runs <= 4 ? place_among<4>(key)
                                         : place_among<8>(key);
      shared_.keys[place] = key;
    }
    __syncthreads();
  }
  // Number of smaller keys in the first kRuns runs. All binary searches run interleaved to hide memory latency.
  template <uint32_t kRuns>
  __device__ uint32_t place_among(uint64_t key) const {
    uint32_t at[kRuns];
#pragma unroll
    for (uint32_t r = 0; r < kRuns; ++r) at[r] = 32 * r;
#pragma unroll
    for (uint32_t step = 16; step > 0; step /= 2) {
#pragma unroll
      for (uint32_t r = 0; r < kRuns; ++r) {
        if (shared_.runs[at[r] + step - 1] < key) at[r] += step;
      }
    }
    uint32_t place = 0;
#pragma unroll
    for (uint32_t r = 0; r < kRuns; ++r) place += at[r] - 32 * r + (shared_.runs[at[r]] < key ? 1u : 0u);
    return place;
  }

  Shared& shared_;
  const uint64_t* list_;
  uint32_t count_;  // keys being processed: the whole list, later those of one bin
  uint32_t total_, delivered_ = 0;
  uint64_t low_ = 0, last_ = 0;  // range of those keys
  uint64_t bin_low_ = 0;         // lower end of the first bin
  int bin_shift_ = 0;
  const uint64_t* bin_ = nullptr;  // a bin that is delivered in several batches
  uint32_t in_bin_ = 0;            // keys of it already delivered
};

}  // namespace gs::splat::cuda
