// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Several logs as one reader: the splits of a recording, or the inputs of a merge.
#pragma once

#include <memory>
#include <vector>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Merges open logs. Channels that are equal in topic, encoding, schema and metadata become one. Messages come in time
// order over all logs, equal times in the order of the logs; Order::file reads one log after the other. A log is read
// only from the time of its first message on, so many splits need little memory. Format, profile and library of LogInfo
// are those of the first log.
std::unique_ptr<LogReader> merge_logs(std::vector<std::unique_ptr<LogReader>> logs);

}  // namespace gs::logio
