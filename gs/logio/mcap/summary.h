// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The summary section at the end of a file.
#pragma once

#include "gs/logio/mcap/file_index.h"

namespace gs::mcap {

inline constexpr std::size_t kFooterBytes = kPrefixBytes + 20;
inline constexpr std::size_t kTailBytes = kFooterBytes + 8;  // footer and magic

struct Summary {
  uint64_t begin = 0;    // where the summary, or without one the footer, begins
  bool checked = false;  // its checksum was there and right
  std::vector<ChunkIndex> chunks;
  std::vector<Place> attachments, metadata;
  std::optional<Statistics> statistics;
  Definitions definitions;
};

// None when the file has no footer, no summary, or a damaged one; the damage is reported.
std::optional<Summary> read_summary(Bytes file, Report& report);

}  // namespace gs::mcap
