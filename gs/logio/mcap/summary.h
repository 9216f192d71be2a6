// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Summary section at the end of a file: definitions, indexes and statistics.
#pragma once

#include "gs/logio/mcap/file_index.h"

namespace gs::logio::mcap {

inline constexpr std::size_t kFooterBytes = kPrefixBytes + 20;
inline constexpr std::size_t kTailBytes = kFooterBytes + 8;  // footer and magic

// Content of the summary section.
struct Summary {
  uint64_t begin = 0;    // file offset of the summary section
  bool checked = false;  // the section has a checksum and it matches
  std::vector<ChunkIndex> chunks;
  std::vector<Place> attachments, metadata;
  std::optional<Statistics> statistics;
  Definitions definitions;
};

// True if the file ends with a footer that names a summary section.
bool has_summary(Bytes file);

// Reads the summary section. nullopt if the file has no footer or no summary, or if the summary is damaged; damage is
// reported as a warning, since the caller then scans the file.
std::optional<Summary> read_summary(Bytes file, Report& report);

}  // namespace gs::logio::mcap
