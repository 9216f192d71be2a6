// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the lines of a trainer tell: how far it is, how well it does, why it failed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/core/progress.h"

namespace gs {

class TrainingOutput {
 public:
  explicit TrainingOutput(Progress& progress) : progress_(progress) {}

  // "[  500/30001]  eta: ...  train_metrics/psnr: 24.1 (20.0)" moves the progress on.
  void add(std::string_view line);

  const std::string& last_line() const { return last_line_; }  // that is not empty, shortened
  bool out_of_memory() const { return out_of_memory_; }

 private:
  Progress& progress_;
  std::string last_line_;
  bool out_of_memory_ = false;
};

// The iteration of a line as above.
std::optional<uint64_t> iteration_of(std::string_view line);

}  // namespace gs
