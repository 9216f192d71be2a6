// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How long the parts of a frame take: marks in a stream, and the times between them.
#pragma once

#include <string>
#include <vector>

#include "gs/splat/cuda/device.h"

namespace gs::cuda {

struct Phase {
  std::string name;
  double milliseconds = 0;
};

class PhaseTimer {
 public:
  PhaseTimer() = default;
  PhaseTimer(PhaseTimer&&) = delete;
  ~PhaseTimer();
  // What was enqueued since the last mark was called `name`; the first mark only starts the clock.
  Result<void> mark(std::string name, const Stream& stream);
  // Waits for the last mark.
  Result<std::vector<Phase>> phases() const;

 private:
  struct Mark {
    std::string name;
    cudaEvent_t event;
  };
  std::vector<Mark> marks_;
};

}  // namespace gs::cuda
