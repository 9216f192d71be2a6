// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ring of step records: written on the device, copied to pinned host memory at the end of each step, read by the host
// later without blocking.
#pragma once

#include <vector>

#include "gs/splat/cuda/device.h"
#include "gs/splat/train/cuda/step.h"

namespace gs::splat::cuda {

// The records of the last kSlots steps.
class StepRecords {
 public:
  static constexpr std::size_t kSlots = 64;  // maximum number of steps the host may be ahead of the device

  StepRecords() = default;
  StepRecords(const StepRecords&) = delete;
  StepRecords& operator=(const StepRecords&) = delete;
  ~StepRecords() {
    for (const cudaEvent_t event : events_) cudaEventDestroy(event);
  }

  // Allocates device and host records and one event per slot.
  Result<void> create() {
    GS_CHECK(device_.reserve(kSlots));
    GS_CHECK(host_.reserve(kSlots));
    while (events_.size() < kSlots) {
      cudaEvent_t event = nullptr;
      GS_CHECK(gs::cuda::check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event"));
      events_.push_back(event);
    }
    return {};
  }

  // Clears and returns the device record of the next step. The record of kSlots steps ago must have been taken.
  Result<StepRecord*> begin(const gs::cuda::Stream& stream) {
    StepRecord* const record = device_.get() + begun_ % kSlots;
    GS_CHECK(gs::cuda::clear(record, 1, stream));
    return record;
  }
  // Enqueues the copy of the current record to the host and an event behind it.
  Result<void> end(const gs::cuda::Stream& stream) {
    const std::size_t slot = begun_++ % kSlots;
    GS_CHECK(gs::cuda::copy_to_host(host_.get() + slot, device_.get() + slot, 1, stream));
    return gs::cuda::check(cudaEventRecord(events_[slot], stream.get()), "noting the end of a step");
  }

  // Whether the host must take a record before the next begin(); whether no record is waiting.
  bool is_full() const { return begun_ - taken_ == kSlots; }
  bool is_empty() const { return begun_ == taken_; }
  // True if the oldest record can be taken without waiting.
  bool is_ready() const {
    if (is_empty()) return false;
    const cudaError_t status = cudaEventQuery(events_[taken_ % kSlots]);
    if (status == cudaErrorNotReady) cudaGetLastError();  // clear it, or the next check would report it as an error
    return status == cudaSuccess;
  }
  // Returns the oldest record that was not yet taken; waits for its step to finish.
  Result<StepRecord> take() {
    const std::size_t slot = taken_++ % kSlots;
    GS_CHECK(gs::cuda::check(cudaEventSynchronize(events_[slot]), "waiting for a training step"));
    return host_[slot];
  }

 private:
  gs::cuda::Buffer<StepRecord> device_;
  gs::cuda::Buffer<StepRecord, gs::cuda::Memory::pinned> host_;
  std::vector<cudaEvent_t> events_;
  uint64_t begun_ = 0, taken_ = 0;
};

}  // namespace gs::splat::cuda
