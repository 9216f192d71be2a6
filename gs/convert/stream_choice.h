// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which topics of a log become which streams.
#pragma once

#include <map>
#include <string>

#include "gs/convert/config.h"
#include "gs/convert/errors.h"
#include "gs/logio/log.h"
#include "gs/logio/vrs/stream_id.h"

namespace gs {

using TopicMapping = std::map<std::string, StreamConfig>;  // by topic

// The mapping of the configuration, checked against the log, or the one its topics suggest.
Converted<TopicMapping> choose_streams(const LogReader& log, const ConverterConfig& config);

// 1001 is 200-1, whether or not its neighbours exist; odd numbers of a mapping are counted instead.
vrs::StreamId vrs_id(const TopicMapping& mapping, const StreamConfig& stream);

}  // namespace gs
