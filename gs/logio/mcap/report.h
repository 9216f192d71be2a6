// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Problems of one file, in one form: file, offset and record are always named.
#pragma once

#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/logio/mcap/records.h"

namespace gs::mcap {

// Collects what one piece of work found. Pieces run in parallel, so each has its own report; the stream hands them to
// the caller's Problems in the order of delivery.
struct Report {
  std::string file;
  std::vector<Problem> problems{};
  std::size_t left_out = 0;

  // A chunk may hold millions of records that are wrong; a report keeps the first ones and counts the others.
  static constexpr std::size_t kMostProblems = 1000;

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
  void hand_over(Problems& to) {
    for (Problem& problem : problems) to.add(std::move(problem));
    if (left_out > 0) {
      to.add({.severity = Severity::error, .file = file, .message = format("{} more problems in one place", left_out)});
    }
    clear();
  }
  void clear() {
    problems.clear();
    left_out = 0;
  }
};

}  // namespace gs::mcap
