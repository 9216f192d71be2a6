// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Several logs as one: the splits of a recording, or the arguments of a merge.
#pragma once

#include <memory>
#include <vector>

#include "gs/logio/log.h"

namespace gs {

// Channels that agree in everything (topic, encoding, schema, metadata) become one. Messages come in time order over
// all logs, equal times in the order of the logs; Order::file is one log after the other. A log is only read from when
// the order has come to its first message. LogInfo's format, profile and library are those of the first log.
std::unique_ptr<LogReader> merge_logs(std::vector<std::unique_ptr<LogReader>> logs);

}  // namespace gs
