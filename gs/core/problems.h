// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A collector for survivable damage: work goes on, and the caller cannot overlook the argument.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/error.h"

namespace gs {

enum class Severity { notice, warning, error };
std::string_view to_string(Severity severity);

struct Problem {
  Severity severity = Severity::error;
  ErrorCode code = ErrorCode::corrupt;
  std::string file{};     // relative path or name of the thing looked at
  std::string place{};    // "cameras.front.rate_hz", "offset 1024", "line 7"; may be empty
  std::string message{};  // what was found
  std::string allowed{};  // what would have been right; may be empty
  std::string hint{};     // what to do next; may be empty
};

// One readable line: "error: sensors/calibration.yaml: cameras.front.fx: is nan (allowed: a finite number > 0)".
std::string to_string(const Problem& problem);

class Problems {
 public:
  // Past this many problems of one file only counts are kept: a damaged file of millions of records stays bounded.
  explicit Problems(std::size_t max_kept = 1000) : max_kept_(max_kept) {}

  void add(Problem problem);
  void add(Severity severity, Error error, std::string_view file = {});

  const std::vector<Problem>& all() const { return kept_; }
  std::size_t count(Severity severity) const { return counts_[static_cast<int>(severity)]; }
  std::size_t total() const { return counts_[0] + counts_[1] + counts_[2]; }
  std::size_t not_kept() const { return total() - kept_.size(); }
  bool has_errors() const { return count(Severity::error) > 0; }
  bool empty() const { return total() == 0; }
  auto begin() const { return kept_.begin(); }
  auto end() const { return kept_.end(); }

 private:
  std::size_t max_kept_;
  std::size_t counts_[3] = {0, 0, 0};
  std::vector<Problem> kept_;
};

}  // namespace gs
