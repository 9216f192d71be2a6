// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Assigns topics of a log to VRS streams.
#pragma once

#include <map>
#include <string>

#include "gs/convert/config.h"
#include "gs/convert/errors.h"
#include "gs/logio/api/log.h"
#include "gs/logio/vrs/format/stream_id.h"

namespace gs::convert {

using TopicMapping = std::map<std::string, StreamConfig>;  // by topic

// Returns the mapping of the configuration, checked against the log, or one derived from the topic names. Errors:
// MissingTopicError.
Converted<TopicMapping> choose_streams(const logio::LogReader& log, const ConverterConfig& config);

// VRS id of a stream: 1001 becomes 200-1, whether or not other streams exist. If a mapping uses ids outside 1001 to
// 1099 and 2001 to 2099, instances are counted instead.
logio::vrs::StreamId vrs_id(const TopicMapping& mapping, const StreamConfig& stream);

}  // namespace gs::convert
