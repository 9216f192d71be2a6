// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Collects problems that do not stop the work, such as one damaged chunk in a log. Functions that can meet such damage
// take a Problems&, so that a caller cannot forget to look at them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/error.h"

namespace gs {

// notice: worth knowing; warning: the result may differ from what was asked; error: a part of the result is missing.
enum class Severity { notice, warning, error };
std::string_view to_string(Severity severity);  // "notice", "warning", "error"

// One problem found in an input.
struct Problem {
  Severity severity = Severity::error;
  ErrorCode code = ErrorCode::corrupt;
  std::string file{};     // relative path of the file, or the name of another input
  std::string place{};    // "cameras.front.rate_hz", "offset 1024", "line 7"; may be empty
  std::string message{};  // what was found: "is nan"
  std::string allowed{};  // the values that are allowed: "a finite number > 0"; may be empty
  std::string hint{};     // what to do next; may be empty
};

// One readable line: "error: sensors/calibration.yaml: cameras.front.fx: is nan (allowed: a finite number > 0)".
// Bytes that could control a terminal are escaped.
std::string to_string(const Problem& problem);

// The problems of one piece of work, in the order they were added.
class Problems {
 public:
  // Only the first `max_kept` problems are stored, later ones are counted: a damaged file with millions of records
  // needs no unbounded memory.
  explicit Problems(std::size_t max_kept = 1000) : max_kept_(max_kept) {}

  // Adds a problem; the second form takes code, message and hint from an error.
  void add(Problem problem);
  void add(Severity severity, Error error, std::string_view file = {});

  // The stored problems, and the numbers of all problems, those that were not stored included.
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
  std::size_t counts_[3] = {0, 0, 0};  // by severity
  std::vector<Problem> kept_;
};

}  // namespace gs
