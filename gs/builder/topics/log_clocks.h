// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The clocks of a log: which clock stamps each topic, and how its stamps are brought to the clock of the others.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/core/problems.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// What a topic is used for; it decides how its delay is judged.
enum class ClockRole { poses, transforms, lidar, camera, other };

// What is known of the clock of a topic.
enum class ClockState {
  unknown,    // no message with a header was seen
  good,       // the stamps are those of the reference clock
  unstamped,  // header.stamp is zero in all messages
  uptime,     // the stamps count from the start of a computer or a sensor
  off,        // the clock is wrong by a constant
  unsteady,   // the stamps do not fit the recording times: no repair
};

// First messages of a topic, and the result of judging them.
struct TopicClock {
  std::string topic;
  ClockRole role = ClockRole::other;
  struct Sample {
    Timestamp stamp, received;
  };
  std::vector<Sample> samples{};  // of the first messages with a header
  double sweep_s = 0;             // LiDAR: from the stamp of a sweep to its last point
  bool by_recording = false;      // the decoder brings the counter of the sensor to the recording times (Ouster)

  ClockState state = ClockState::unknown;
  double offset_s = 0;  // median of recording time - stamp
  double spread_s = 0;  // 80 % of the messages differ less from it
  Duration shift{};     // is added to stamps
  Duration delay{};     // is subtracted from recording times of messages without a stamp
};

// Result of survey_clocks().
struct LogClocks {
  std::map<std::string, TopicClock, std::less<>> topics{};
  std::vector<Problem> warnings{};      // repairs, and clocks that look wrong
  std::vector<std::string> notes{};     // what is unusual but harmless
  std::optional<BuildError> failure{};  // INSUFFICIENT_DATA: a clock that is needed and cannot be repaired

  // Stamp on the common clock. `stamp` is header.stamp, or the recording time if the header has none (`unstamped`).
  Timestamp corrected(std::string_view topic, Timestamp stamp, bool unstamped) const;
};

// Judges the samples of topics against each other. The reference is the recording clock, or, if no topic has its
// time (simulation, replayed logs), the clock of the poses. A topic that is more than a second off is shifted by the
// median of recording time - stamp, less the duration of a sweep; offsets of whole hours and of leap seconds (UTC, GPS,
// TAI) are taken as such. Topics of one wrong clock are shifted by the same time. Recording times that stand still
// (converted logs) or run at another speed than all stamps (simulation, playback) show nothing: then nothing is judged.
LogClocks judge_clocks(std::vector<TopicClock> topics);

// Reads the first second of each topic, from `begin` on, and judges it. Errors: those of reading.
Result<LogClocks> survey_clocks(const logio::LogReader& log, std::vector<TopicClock> topics,
                                std::optional<Timestamp> begin, Problems& problems);

// INSUFFICIENT_DATA: two topics, named with their first stamps, that have no time in common.
BuildError no_common_time(std::string_view topic, Timestamp first, std::string_view other, Timestamp first_of_other);

// The clock of a topic in words: "ok", "no stamps", "uptime or simulation time", "35.2 s behind"; empty: unknown.
std::string clock_text(const TopicClock& clock);

}  // namespace gs::builder
