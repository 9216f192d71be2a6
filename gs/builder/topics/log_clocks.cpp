// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/log_clocks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/builder/topics/message_header.h"
#include "gs/builder/topics/sweep_duration.h"
#include "gs/core/format.h"
#include "gs/lidar/lidar_decoder.h"

namespace gs::builder {
namespace {

constexpr double kSameClock_s = 1;        // differences that drivers and discs cause
constexpr double kSameTransforms_s = 5;   // transforms may be stamped ahead on purpose
constexpr double kFirstUnixTime_s = 1e9;  // stamps before 2001 count from another origin
constexpr double kUnsteady_s = 0.25;      // spread of recording time - stamp
constexpr double kEarly_s = 0.05, kLate_s = 0.3;
constexpr std::array<double, 2> kLeapSeconds = {18, 37};  // GPS - UTC and TAI - UTC since 2017

// The value below which a share of the values lies; they are not empty.
double quantile(std::vector<double> values, double share) {
  const double at = share * static_cast<double>(values.size() - 1);
  const auto found = values.begin() + static_cast<std::ptrdiff_t>(std::lround(at));
  std::ranges::nth_element(values, found);
  return *found;
}

bool is_sensor(const TopicClock& clock) { return clock.role == ClockRole::lidar || clock.role == ClockRole::camera; }
// From the stamp of a message to its last measurement [s].
double own_delay_s(const TopicClock& clock) { return clock.role == ClockRole::lidar ? clock.sweep_s : 0; }

// Sets offset and spread; state unknown or unstamped if there are no stamps.
void measure(TopicClock& clock) {
  std::vector<double> offsets;
  for (const TopicClock::Sample& sample : clock.samples) {
    if (sample.stamp.ns > 0) offsets.push_back((sample.received - sample.stamp).seconds());
  }
  if (clock.samples.empty()) return;
  if (offsets.empty()) {
    clock.state = ClockState::unstamped;
    clock.delay = Duration::from_seconds(own_delay_s(clock));
    return;
  }
  clock.state = ClockState::good;
  clock.offset_s = quantile(offsets, 0.5);
  for (double& offset : offsets) offset = std::abs(offset - clock.offset_s);
  clock.spread_s = quantile(std::move(offsets), 0.8);
}

double first_stamp_s(const TopicClock& clock) {
  const auto first = std::ranges::find_if(clock.samples, [](const auto& s) { return s.stamp.ns > 0; });
  return first == clock.samples.end() ? 0 : first->stamp.seconds();
}

// A whole number of hours or a number of leap seconds that explains the offset; 0: neither.
double known_offset(double apart_s, double delay_s) {
  // What an offset leaves over must look like an ordinary delay: the message was recorded at most kEarly_s before its
  // stamp and at most kLate_s after its last point. No time zone is further than 14 h from UTC.
  const double rest_most = kLate_s + delay_s;
  const auto explains = [&](double offset) { return apart_s - offset > -kEarly_s && apart_s - offset < rest_most; };
  for (const double leap : kLeapSeconds) {
    for (const double offset : {leap, -leap}) {
      if (explains(offset)) return offset;
    }
  }
  const double hours = std::round((apart_s - delay_s) / 3600) * 3600;
  return std::abs(hours) > 0 && std::abs(hours) <= 14 * 3600 && explains(hours) ? hours : 0;
}

// How far the clock of a topic is off the reference: recording time - stamp, less the delay of its own.
struct ClockOffset {
  double s = 0;
  std::string of{};  // the topic that shows it
};

// Repairs the stamps of one topic. Its own messages are `apart_s` off the reference, the clock that stamps it `offset`.
class ClockRepair {
 public:
  ClockRepair(TopicClock& clock, double apart_s, const ClockOffset& offset, LogClocks& out)
      : clock_(clock), apart_s_(apart_s), offset_(offset), out_(out) {}

  void run() {
    if (clock_.spread_s > kUnsteady_s) return refuse();
    const double delay_s = own_delay_s(clock_);
    const bool uptime = first_stamp_s(clock_) < kFirstUnixTime_s && apart_s_ > kFirstUnixTime_s / 2;
    // A known offset is exact; a measured one contains the delay of the driver and is the last resort.
    const double known = uptime ? 0 : known_offset(offset_.s + delay_s, delay_s);
    const double shift = known != 0 ? known : offset_.s;
    clock_.state = uptime ? ClockState::uptime : ClockState::off;
    clock_.shift = Duration::from_seconds(shift);
    warn(format("{}: {:.3f} s are added, {}", reason(uptime, known, shift), shift, measure_text(known, delay_s)),
         "synchronise the clocks (PTP or NTP), or let the driver stamp with the computer's time; the repair leaves an "
         "unknown delay of some hundredths of a second");
  }

 private:
  std::string reason(bool uptime, double known, double shift) const {
    if (uptime) return format("stamps count from power-on (the first is {:.3f} s)", first_stamp_s(clock_));
    if (std::abs(known) >= 3600) return format("the clock is {:.0f} h off, as by a wrong time zone", known / 3600);
    if (known != 0) {
      return format("the clock is {:.0f} s off, the leap seconds between UTC and {}", known,
                    std::abs(known) == kLeapSeconds[0] ? "GPS time" : "TAI");
    }
    return format("the clock is {:.3f} s {}", std::abs(shift), shift > 0 ? "behind" : "ahead");
  }
  std::string measure_text(double known, double delay_s) const {
    if (known != 0) return format("which fit {} messages", clock_.samples.size());
    if (offset_.of != clock_.topic) return format("as to {}, which the same clock stamps", offset_.of);
    std::string text = format("the median of recording time minus stamp of {} messages (spread {:.3f} s)",
                              clock_.samples.size(), clock_.spread_s);
    if (delay_s > 0) text += format(", less the {:.3f} s of a sweep", delay_s);
    return text;
  }
  void refuse() {
    clock_.state = ClockState::unsteady;
    const std::string message = format(
        "{}: its stamps are {:.1f} s off the other topics and do not follow the recording times (spread {:.2f} s), so "
        "the clock cannot be repaired",
        clock_.topic, apart_s_, clock_.spread_s);
    const std::string hint = "synchronise the clocks and record again, or leave the topic out (--topics FILE)";
    const bool needed = clock_.role == ClockRole::poses || clock_.role == ClockRole::lidar;
    if (needed && !out_.failure) {
      out_.failure = BuildError(BuildCode::insufficient_data, "mcap_ingest", message, hint);
    }
    if (!needed) warn(message.substr(clock_.topic.size() + 2), hint);
  }
  void warn(std::string message, std::string hint) {
    out_.warnings.push_back({.severity = Severity::warning,
                             .code = ErrorCode::invalid_data,
                             .file = clock_.topic,
                             .message = std::move(message),
                             .hint = std::move(hint)});
  }

  TopicClock& clock_;
  double apart_s_;
  const ClockOffset& offset_;
  LogClocks& out_;
};

// Warns about sensors whose messages are recorded before their stamps, or long after them.
void warn_of_delay(const TopicClock& clock, double apart_s, LogClocks& out) {
  const double delay_s = own_delay_s(clock);
  if (!is_sensor(clock) || (apart_s >= -kEarly_s && apart_s <= delay_s + kLate_s)) return;
  out.warnings.push_back(
      {.severity = Severity::warning,
       .code = ErrorCode::invalid_data,
       .file = clock.topic,
       .message = format("its messages are recorded {:.3f} s {} their stamps: its clock may be off", std::abs(apart_s),
                         apart_s > 0 ? "after" : "before"),
       .hint = apart_s > 0
                   ? "nothing is changed, because a slow driver looks the same; compare the clocks, or look for "
                     "images that do not fit the sweeps"
                   : "nothing is changed: the recording times give no exact value; synchronise the clocks"});
}

// recording time - stamp of the reference clock: 0 if a topic has the recording time, else that of the poses, else that
// of the first LiDAR.
double reference_s(const std::vector<TopicClock>& topics) {
  const TopicClock* best = nullptr;
  for (const TopicClock& clock : topics) {
    const bool relevant = is_sensor(clock) || clock.role == ClockRole::poses;
    if (relevant && clock.by_recording) return 0;
    if (!relevant || clock.state == ClockState::unknown) continue;
    if (clock.state == ClockState::unstamped || std::abs(clock.offset_s) <= kSameClock_s) return 0;
    if (best == nullptr || clock.role < best->role) best = &clock;
  }
  return best == nullptr ? 0 : best->offset_s;
}

// True if the stamps of a topic differ too much from the reference for a driver or a disc.
bool is_off(const TopicClock& clock, double reference) {
  const double same = clock.role == ClockRole::transforms ? kSameTransforms_s : kSameClock_s;
  return clock.state == ClockState::good && std::abs(clock.offset_s - reference) > same;
}

// The offset of the clock of topic `i`. Topics that one clock stamps share it: their delays differ, and separate
// offsets would add these differences to stamps that fit each other. The least delayed topic shows the clock best.
// Sensors that count from power-on have clocks of their own, even if they were switched on together.
ClockOffset clock_offset(const std::vector<TopicClock>& topics, std::size_t i, double reference) {
  const auto own_offset = [&](const TopicClock& clock) { return clock.offset_s - reference - own_delay_s(clock); };
  const auto counts = [](const TopicClock& clock) {
    return is_sensor(clock) && first_stamp_s(clock) < kFirstUnixTime_s;
  };
  ClockOffset out{own_offset(topics[i]), topics[i].topic};
  if (topics[i].spread_s > kUnsteady_s) return out;
  const double own = out.s;
  for (const TopicClock& other : topics) {
    if (!is_off(other, reference) || other.spread_s > kUnsteady_s || (counts(topics[i]) && counts(other))) continue;
    if (std::abs(own_offset(other) - own) <= kLate_s && own_offset(other) < out.s)
      out = {own_offset(other), other.topic};
  }
  return out;
}

// True if the recording times stand still, as converters write them.
bool recorded_at_once(const std::vector<TopicClock>& topics) {
  bool some = false;
  for (const TopicClock& clock : topics) {
    if (clock.samples.size() < 2) continue;
    if (clock.samples.front().received != clock.samples.back().received) return false;
    some = true;
  }
  return some;
}

// True if the stamps of a topic run faster or slower than its recording times.
bool runs_otherwise(const TopicClock& clock) {
  constexpr double kLeast_s = 0.5, kMostDifference = 0.2;
  const TopicClock::Sample &first = clock.samples.front(), &last = clock.samples.back();
  const double recorded = (last.received - first.received).seconds(), stamped = (last.stamp - first.stamp).seconds();
  return first.stamp.ns > 0 && stamped > 0 && recorded > kLeast_s && std::abs(stamped / recorded - 1) > kMostDifference;
}

// True if all poses and sensors run so: a simulation, or a log that was played back, at another speed.
bool played_at_other_speed(const std::vector<TopicClock>& topics) {
  const auto counts = [](const TopicClock& clock) {
    return (is_sensor(clock) || clock.role == ClockRole::poses) && clock.samples.size() > 1;
  };
  return std::ranges::any_of(topics, counts) &&
         std::ranges::all_of(topics, [&](const TopicClock& c) { return !counts(c) || runs_otherwise(c); });
}

}  // namespace

Timestamp LogClocks::corrected(std::string_view topic, Timestamp stamp, bool unstamped) const {
  const auto known = topics.find(topic);
  if (known == topics.end()) return stamp;
  return unstamped ? stamp - known->second.delay : stamp + known->second.shift;
}

LogClocks judge_clocks(std::vector<TopicClock> topics) {
  LogClocks out;
  const bool at_once = recorded_at_once(topics), other_speed = played_at_other_speed(topics);
  for (TopicClock& clock : topics) {
    measure(clock);
    // Then topics that begin late are off by the time that was gained or lost before.
    if ((at_once || other_speed) && clock.state == ClockState::good)
      clock.state = ClockState::unknown, clock.offset_s = 0;
  }
  if (at_once) out.notes.push_back("all messages have one recording time: it tells nothing of the clocks");
  if (other_speed) {
    out.notes.push_back(
        "all stamps run at another speed than the recording times (a simulation, or a log that was played back): they "
        "are used as they are");
  }
  const double reference = reference_s(topics);
  // Before the repairs, which change the topics.
  std::vector<ClockOffset> offsets;
  for (std::size_t i = 0; i < topics.size(); ++i) offsets.push_back(clock_offset(topics, i, reference));
  for (std::size_t i = 0; i < topics.size(); ++i) {
    TopicClock& clock = topics[i];
    const double apart = clock.offset_s - reference;
    if (is_off(clock, reference)) ClockRepair(clock, apart, offsets[i], out).run();
    if (clock.state == ClockState::good) warn_of_delay(clock, apart, out);
    out.topics.emplace(clock.topic, std::move(clock));
  }
  if (std::abs(reference) > kSameClock_s) {
    out.notes.push_back(
        format("all stamps differ from the recording times by {:.1f} s (simulation time, or a log that "
               "was played back): they are used as they are",
               reference));
  }
  return out;
}

Result<LogClocks> survey_clocks(const logio::LogReader& log, std::vector<TopicClock> topics,
                                std::optional<Timestamp> begin, Problems& problems) {
  for (TopicClock& clock : topics) {
    const auto take = [&](const logio::MessageView& message) {
      const lidar::LidarFormat* lidar = lidar::find_format(message.channel->schema.name);
      if (lidar != nullptr && lidar->needs_metadata) clock.by_recording = true;
      const auto header = header_of(message);
      if (!header) return;
      if (clock.samples.empty() && clock.role == ClockRole::lidar) clock.sweep_s = sweep_duration_s(message);
      if (header->stamp.ns <= 0 && has_stamped_packets(message)) return;
      clock.samples.push_back({header->stamp, message.log_time});
    };
    GS_CHECK(visit_first_messages(log, clock.topic, {.begin = begin}, problems, take));
  }
  return judge_clocks(std::move(topics));
}

BuildError no_common_time(std::string_view topic, Timestamp first, std::string_view other, Timestamp first_of_other) {
  return BuildError(BuildCode::insufficient_data, "mcap_ingest",
                    format("{} and {} have no time in common: their first stamps are {:.1f} s apart", topic, other,
                           std::abs((first - first_of_other).seconds())),
                    "the recording times do not show by how much their clocks differ; synchronise the clocks and "
                    "record again, or check whether the log joins two drives");
}

std::string clock_text(const TopicClock& clock) {
  switch (clock.state) {
    case ClockState::unknown:
      return {};
    case ClockState::unstamped:
      return "no stamps";
    case ClockState::unsteady:
      return "unsteady";
    default:
      break;
  }
  if (std::abs(clock.offset_s) <= kSameClock_s) return "ok";
  if (first_stamp_s(clock) < kFirstUnixTime_s) return "uptime or simulation time";
  return format("{:.1f} s {}", std::abs(clock.offset_s), clock.offset_s > 0 ? "behind" : "ahead");
}

}  // namespace gs::builder
