// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A FileSummary as text for people and JSON for programs.
#pragma once

#include <string>

#include "gs/logio/vrs/summary.h"

namespace gs::vrs {

struct SummaryText {
  bool verbose = false;            // tags, formats, configurations and every gap
  std::optional<StreamId> only{};  // one stream
};

std::string to_text(const FileSummary& summary, const SummaryText& options);
// A complete object; health is JSON text for a member of that name, or empty.
std::string to_json(const FileSummary& summary, const SummaryText& options, std::string_view health = {});

}  // namespace gs::vrs
