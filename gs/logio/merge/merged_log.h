// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Several logs as one reader: the splits of a recording, the files of a drive, or the inputs of a merge.
#pragma once

#include <memory>
#include <vector>

#include "gs/logio/api/log.h"

namespace gs::logio {

// What Order::file means for merged logs. Both keep the order in which each log is stored.
enum class FileOrder {
  one_after_other,  // in the order given: for splits, where a clock may step back between two files
  side_by_side,     // interleaved by recording time: for logs of several recorders that ran at the same time
};

// Merges open logs. Channels that are equal in topic, encoding, schema and metadata become one. Messages come in time
// order over all logs, equal times in the order of the logs; `file_order` is the order of Order::file. A log is read
// only from the time of its first message on, so many splits need little memory; logs that overlap in time are open
// together, each with ReadOptions::max_buffered_bytes of its own. Format, profile and library of LogInfo are those of
// the first log.
std::unique_ptr<LogReader> merge_logs(std::vector<std::unique_ptr<LogReader>> logs,
                                      FileOrder file_order = FileOrder::one_after_other);

}  // namespace gs::logio
