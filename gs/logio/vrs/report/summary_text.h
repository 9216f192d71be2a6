// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Formats a FileSummary as text for people and as JSON for programs.
#pragma once

#include <string>

#include "gs/logio/vrs/report/summary.h"

namespace gs::logio::vrs {

// Output options.
struct SummaryText {
  bool verbose = false;            // print all tags, formats, configurations and gaps
  std::optional<StreamId> only{};  // print this stream only
};

// Text with one paragraph per stream.
std::string to_text(const FileSummary& summary, const SummaryText& options);
// JSON object. `health` is JSON text for a member of that name; empty: no such member.
std::string to_json(const FileSummary& summary, const SummaryText& options, std::string_view health = {});

}  // namespace gs::logio::vrs
