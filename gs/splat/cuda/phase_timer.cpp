// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/phase_timer.h"

namespace gs::splat::cuda {

PhaseTimer::~PhaseTimer() {
  for (const Mark& mark : marks_) cudaEventDestroy(mark.event);
}

Result<void> PhaseTimer::mark(std::string name, const gs::cuda::Stream& stream) {
  cudaEvent_t event = nullptr;
  GS_CHECK(gs::cuda::check(cudaEventCreate(&event), "timing"));
  marks_.push_back({std::move(name), event});
  return gs::cuda::check(cudaEventRecord(event, stream.get()), "timing");
}

// Time between consecutive events; the phase has the name of the later one.
Result<std::vector<Phase>> PhaseTimer::phases() const {
  std::vector<Phase> out;
  for (std::size_t k = 1; k < marks_.size(); ++k) {
    GS_CHECK(gs::cuda::check(cudaEventSynchronize(marks_[k].event), "timing"));
    float ms = 0;
    GS_CHECK(gs::cuda::check(cudaEventElapsedTime(&ms, marks_[k - 1].event, marks_[k].event), "timing"));
    out.push_back({marks_[k].name, static_cast<double>(ms)});
  }
  return out;
}

}  // namespace gs::splat::cuda
