// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/problems.h"

#include <utility>

#include "gs/core/text/enum_names.h"
#include "gs/core/text/printable.h"

namespace gs {
namespace {

constexpr EnumNames<Severity::error> kSeverities("notice", "warning", "error");

}  // namespace

std::string_view to_string(Severity severity) { return kSeverities[severity]; }

std::string to_string(const Problem& problem) {
  std::string line(to_string(problem.severity));
  line += ": ";
  if (!problem.file.empty()) line += problem.file + ": ";
  if (!problem.place.empty()) line += problem.place + ": ";
  line += problem.message;
  if (!problem.allowed.empty()) line += " (allowed: " + problem.allowed + ")";
  if (!problem.hint.empty()) line += "; hint: " + problem.hint;
  return printable(line);
}

void Problems::add(Problem problem) {
  ++counts_[static_cast<int>(problem.severity)];
  if (kept_.size() < max_kept_) kept_.push_back(std::move(problem));
}

void Problems::add(Severity severity, Error error, std::string_view file) {
  add(Problem{.severity = severity,
              .code = error.code,
              .file = std::string(file),
              .message = std::move(error.message),
              .hint = std::move(error.hint)});
}

}  // namespace gs
