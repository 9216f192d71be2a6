// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The records of the last steps: written on the device, copied to the host when the step is over, read there later.
#pragma once

#include <vector>

#include "gs/splat/cuda/device.h"
#include "gs/splat/train/cuda/step.h"

namespace gs::cuda {

class StepRecords {
 public:
  static constexpr std::size_t kSlots = 64;  // the host runs no further ahead

  StepRecords() = default;
  StepRecords(const StepRecords&) = delete;
  StepRecords& operator=(const StepRecords&) = delete;
  ~StepRecords() {
    for (const cudaEvent_t event : events_) cudaEventDestroy(event);
  }

  Result<void> create() {
    GS_CHECK(device_.reserve(kSlots));
    GS_CHECK(host_.reserve(kSlots));
    while (events_.size() < kSlots) {
      cudaEvent_t event = nullptr;
      GS_CHECK(check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event"));
      events_.push_back(event);
    }
    return {};
  }

  // A cleared record for the next step. The one of kSlots steps ago must have been taken.
  Result<StepRecord*> begin(const Stream& stream) {
    StepRecord* const record = device_.get() + begun_ % kSlots;
    GS_CHECK(clear(record, 1, stream));
    return record;
  }
  Result<void> end(const Stream& stream) {
    const std::size_t slot = begun_++ % kSlots;
    GS_CHECK(copy_to_host(host_.get() + slot, device_.get() + slot, 1, stream));
    return check(cudaEventRecord(events_[slot], stream.get()), "noting the end of a step");
  }

  bool is_full() const { return begun_ - taken_ == kSlots; }
  bool is_empty() const { return begun_ == taken_; }
  // Whether the oldest record can be taken without waiting.
  bool is_ready() const {
    if (is_empty()) return false;
    const cudaError_t status = cudaEventQuery(events_[taken_ % kSlots]);
    if (status == cudaErrorNotReady) cudaGetLastError();  // an answer, and no error for the next check to find
    return status == cudaSuccess;
  }
  // The oldest not yet taken; waits for it.
  Result<StepRecord> take() {
    const std::size_t slot = taken_++ % kSlots;
    GS_CHECK(check(cudaEventSynchronize(events_[slot]), "waiting for a training step"));
    return host_[slot];
  }

 private:
  Buffer<StepRecord> device_;
  Buffer<StepRecord, Memory::pinned> host_;
  std::vector<cudaEvent_t> events_;
  uint64_t begun_ = 0, taken_ = 0;
};

}  // namespace gs::cuda
