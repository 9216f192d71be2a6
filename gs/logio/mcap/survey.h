// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Walking over the records of a stretch of the data section that no summary describes, and over damage.
#pragma once

#include <functional>

#include "gs/logio/mcap/file_index.h"

namespace gs::mcap {

struct SurveyRange {
  uint64_t begin = 0, end = 0;
  bool to_end_of_data = false;  // nothing is known behind: stop at DataEnd, and say so when it is missing
};

// Adds what it finds to index: segments, attachments, metadata, and the definitions outside chunks. passed(offset) is
// called now and then with how far it got, so that the caller can let go of the pages behind.
void survey(Bytes file, const SurveyRange& range, FileIndex& index, Report& report,
            const std::function<void(uint64_t)>& passed);

// The next offset in [from, end) at which a record certainly begins: a chunk whose lengths agree, or several records
// in a row of which the first is a message of a known channel. end when there is none.
uint64_t find_next_record(Bytes file, uint64_t from, uint64_t end, const Definitions& definitions);

}  // namespace gs::mcap
