// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From any log to any other: the body of converting, filtering, sorting and recovering.
#pragma once

#include "gs/core/progress.h"
#include "gs/logio/log.h"

namespace gs {

struct CopyReport {
  uint64_t message_count = 0, data_bytes = 0;
  uint64_t attachment_count = 0, metadata_count = 0;
};

// Writes the messages that options select, and all attachments and metadata; does not close the writer. Every channel
// of a selected topic is kept, with or without messages.
Result<CopyReport> copy_log(const LogReader& from, const ReadOptions& options, LogWriter& to, Problems& problems,
                            Progress& progress);

}  // namespace gs
