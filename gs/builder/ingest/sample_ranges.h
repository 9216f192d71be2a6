// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ranges of the samples of 16-bit cameras: one for all images of a camera, so that they stay comparable.
#pragma once

#include <map>
#include <string>

#include "gs/assets/image/encodings.h"
#include "gs/builder/ingest/message_stamp.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// Ranges by topic.
using SampleRanges = std::map<std::string, assets::SampleRange, std::less<>>;

// Finds the ranges of the cameras of `mapping` from images at up to 16 times, spread evenly over the window, because a
// drive may begin in the dark. Without an index of the log no range is found: each time would cost a scan. Damage is
// not reported, because the log is read again. Errors: those of reading.
Result<SampleRanges> survey_sample_ranges(const logio::LogReader& log, const TopicMapping& mapping,
                                          const TimeWindow& window);

}  // namespace gs::builder
