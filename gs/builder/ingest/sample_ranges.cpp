// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/sample_ranges.h"

#include <algorithm>
#include <optional>

#include "gs/builder/ingest/image_encoder.h"
#include "gs/builder/topics/message_header.h"

namespace gs::builder {
namespace {

constexpr int kPlaces = 16;
constexpr int kPlacesOf8Bits = 2;  // so many images without 16-bit samples decide that a camera has none

// Joint range of images of one topic; empty if its samples have no 16 bits.
Result<std::optional<assets::SampleRange>> range_of_topic(const logio::LogReader& log, const std::string& topic,
                                                          Timestamp begin, Duration span) {
  std::optional<assets::SampleRange> out;
  Problems ignored;
  for (int place = 0; place < kPlaces && (out || place < kPlacesOf8Bits); ++place) {
    const Timestamp from = begin + Duration{span.ns / kPlaces * place};
    GS_CHECK(visit_first_messages(log, topic, {.begin = from, .at_most = 1}, ignored,
                                  [&out](const logio::MessageView& message) {
                                    const auto range = sample_range_of(message);
                                    if (!range) return;
                                    if (!out) out = range;
                                    out = {std::min(out->low, range->low), std::max(out->high, range->high)};
                                  }));
  }
  return out;
}

}  // namespace

Result<SampleRanges> survey_sample_ranges(const logio::LogReader& log, const TopicMapping& mapping,
                                          const TimeWindow& window) {
  SampleRanges out;
  const logio::LogInfo& info = log.info();
  if (!info.indexed || !info.start || !info.end) return out;
  const Timestamp begin = window.begin.value_or(*info.start), end = window.end.value_or(*info.end);
  for (const CameraTopic& camera : mapping.cameras) {
    GS_TRY(const auto range, range_of_topic(log, camera.topic, begin, end - begin));
    if (range) out.emplace(camera.topic, *range);
  }
  return out;
}

}  // namespace gs::builder
