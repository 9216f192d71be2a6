// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses the output of DriveStudio: progress, PSNR and the cause of a failure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/core/progress.h"

namespace gs::builder {

// Feed it every line; it forwards progress.
class TrainingOutput {
 public:
  explicit TrainingOutput(Progress& progress) : progress_(progress) {}

  // Lines such as "[  500/30001]  eta: ...  train_metrics/psnr: 24.1 (20.0)" advance the progress.
  void add(std::string_view line);

  const std::string& last_line() const { return last_line_; }  // last line that is not blank, at most 300 characters
  bool out_of_memory() const { return out_of_memory_; }        // a line reported CUDA out of memory

 private:
  Progress& progress_;
  std::string last_line_;
  bool out_of_memory_ = false;
};

// Iteration of such a line; empty for other lines.
std::optional<uint64_t> iteration_of(std::string_view line);

}  // namespace gs::builder
