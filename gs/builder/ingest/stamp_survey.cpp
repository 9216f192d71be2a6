// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/stamp_survey.h"

#include <algorithm>

#include "gs/core/format.h"

namespace gs::builder {
namespace {

constexpr std::size_t kMaxDelays = 1000;  // enough for a median

double median_s(std::vector<int64_t> delays_ns) {
  const auto middle = delays_ns.begin() + static_cast<std::ptrdiff_t>(delays_ns.size() / 2);
  std::ranges::nth_element(delays_ns, middle);
  return static_cast<double>(*middle) * 1e-9;
}

}  // namespace

void StampSurvey::add(const std::string& topic, Timestamp header, Timestamp received) {
  Topic& own = topics_[topic];
  if (header.ns <= 0) {
    ++own.unstamped;
    return;
  }
  ++own.stamped;
  if (own.delays_ns.size() < kMaxDelays) own.delays_ns.push_back((received - header).ns);
}

void StampSurvey::warn(const LogClocks& clocks, Problems& problems) const {
  for (const auto& [topic, own] : topics_) {
    if (own.unstamped == 0) continue;
    // The best available estimate of the delay wins.
    std::string delay = "is used, which is later than the measurement by an unknown delay";
    const auto clock = clocks.topics.find(topic);
    if (clock != clocks.topics.end() && clock->second.delay.ns > 0) {
      delay = format("less the {:.3f} s of a sweep is used", clock->second.delay.seconds());
    } else if (!own.delays_ns.empty()) {
      delay = format("is used, which is later than the measurement by {:.3f} s on its stamped messages",
                     median_s(own.delays_ns));
    }
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .file = topic,
                  .message = format("{} of {} messages have no stamp: their recording time {}", own.unstamped,
                                    own.unstamped + own.stamped, delay),
                  .hint = "configure the driver to fill in header.stamp; frames are misplaced by the distance driven "
                          "during the remaining delay"});
  }
}

}  // namespace gs::builder
