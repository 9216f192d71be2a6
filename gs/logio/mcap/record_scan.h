// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scans byte ranges of the data section that the summary does not describe, and finds the next record behind damage.
#pragma once

#include <functional>

#include "gs/logio/mcap/file_index.h"

namespace gs::logio::mcap {

// Byte range to scan.
struct ScanRange {
  uint64_t begin = 0, end = 0;
  bool to_end_of_data = false;  // the range is the rest of the file: stop at DataEnd, and report if it is missing
};

// Scans `range` and adds its segments, attachments, metadata and loose definitions to `index`. Calls passed(offset)
// periodically, so that the caller can drop the pages before offset.
void survey(Bytes file, const ScanRange& range, FileIndex& index, Report& report,
            const std::function<void(uint64_t)>& passed);

// Finds the next offset in [from, end) where a record certainly begins: a chunk whose lengths agree, or several
// consecutive records of which the first is a message of a known channel. Returns `end` if there is none.
uint64_t find_next_record(Bytes file, uint64_t from, uint64_t end, const Definitions& definitions);

}  // namespace gs::logio::mcap
