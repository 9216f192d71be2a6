// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Problems of one file in a uniform form: file name, offset and record name.
#pragma once

#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/logio/mcap/records.h"

namespace gs::logio::mcap {

// Problems found by one unit of work. Units run in parallel, so each has its own report; the stream adds them to the
// caller's Problems in order of delivery.
struct Report {
  std::string file;
  std::vector<Problem> problems{};
  std::size_t left_out = 0;

  // A chunk may hold millions of invalid records; a report keeps the first ones and counts the rest.
  static constexpr std::size_t kMostProblems = 1000;

  // Adds a problem of the record at `offset`.
  void add(Severity severity, Error error, uint64_t offset, Op op) {
    if (problems.size() >= kMostProblems) {
      ++left_out;
      return;
    }
    problems.push_back({.severity = severity,
                        .code = error.code,
                        .file = file,
                        .place = format("offset {} ({} record)", offset, to_string(op)),
                        .message = std::move(error.message),
                        .hint = std::move(error.hint)});
  }
  // Moves all problems to `to` and clears the report.
  void hand_over(Problems& to) {
    for (Problem& problem : problems) to.add(std::move(problem));
    if (left_out > 0) {
      to.add({.severity = Severity::error,
              .file = file,
              .message = format("{} more problems in the same segment", left_out)});
    }
    clear();
  }
  void clear() {
    problems.clear();
    left_out = 0;
  }
};

}  // namespace gs::logio::mcap
