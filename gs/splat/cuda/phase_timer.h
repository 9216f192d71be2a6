// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measures the phases of a frame on the device: event marks in a stream and the times between them.
#pragma once

#include <string>
#include <vector>

#include "gs/splat/cuda/device.h"

namespace gs::splat::cuda {

// A phase and its duration.
struct Phase {
  std::string name;
  double milliseconds = 0;
};

// Collects marks of one frame.
class PhaseTimer {
 public:
  PhaseTimer() = default;
  PhaseTimer(PhaseTimer&&) = delete;
  ~PhaseTimer();
  // Ends the phase `name`, which began at the previous mark. The first mark only starts the clock.
  Result<void> mark(std::string name, const gs::cuda::Stream& stream);
  // Durations of all phases; waits for the last mark.
  Result<std::vector<Phase>> phases() const;

 private:
  struct Mark {
    std::string name;
    cudaEvent_t event;
  };
  std::vector<Mark> marks_;
};

}  // namespace gs::splat::cuda
