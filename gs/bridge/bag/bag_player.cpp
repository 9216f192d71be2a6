// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/bag/bag_player.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "gs/bridge/bag/qos_profile.h"
#include "gs/logio/api/log.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kClock = "/clock";

// State of one play_bag() call.
class Player {
 public:
  Player(ros2::Node& node, const BagPlayOptions& options) : node_(node), options_(options) {}

  // Creates a publisher for every wanted topic; topics that cannot be published are listed in the report.
  Result<void> advertise(const logio::LogReader& log) {
    for (const logio::LogChannel& channel : log.channels()) {
      const auto& wanted = options_.topics;
      if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), channel.topic) == wanted.end()) continue;
      if (options_.clock_hz > 0 && channel.topic == kClock) continue;
      if (const auto made = advertise(channel); !made)
        report_.skipped.push_back(channel.topic + ": " + made.error().message);
    }
    if (options_.clock_hz > 0) {
      GS_TRY(clock_, node_.publish_raw(kClock, rosmsg::type_of<rosmsg::rosgraph_msgs::Clock>(), ros2::qos::kClock));
    }
    if (publishers_.empty()) {
      return fail(ErrorCode::topic_not_found, "the log has no topic that can be played")
          .with_hint(report_.skipped.empty() ? "gs-log info lists the topics of a log" : report_.skipped.front());
    }
    return {};
  }

  // Waits until every topic has a subscriber, at most discovery_s.
  void wait_for_subscribers() const {
    const auto end = Clock::now() + seconds(options_.discovery_s);
    const auto heard = [](const auto& p) { return p.second->subscriber_count() > 0; };
    while (Clock::now() < end && !stopped() && !std::all_of(publishers_.begin(), publishers_.end(), heard))
      std::this_thread::sleep_for(5ms);
  }

  // Publishes the messages at their times, relative to `begin`.
  Result<BagPlayReport> play(logio::MessageStream& messages, Timestamp begin) {
    begin_ = begin, start_ = Clock::now(), next_clock_ = begin;
    while (!stopped()) {
      GS_TRY(const auto batch, messages.next_batch());
      if (batch.empty()) break;
      for (const logio::MessageView& message : batch) {
        const auto found = publishers_.find(message.channel->id);
        if (found == publishers_.end()) continue;
        wait_for(message.log_time);
        if (stopped()) break;
        GS_CHECK(found->second->publish(message.data));
        ++report_.messages;
      }
    }
    for (auto& [id, publisher] : publishers_) publisher->writer().wait_for_acknowledgements(2s);
    return report_;
  }

 private:
  static Clock::duration seconds(double s) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
  }
  bool stopped() const { return options_.stop && options_.stop(); }

  // Needs CDR messages and a known schema, for type name and hash.
  Result<void> advertise(const logio::LogChannel& channel) {
    if (channel.message_encoding != "cdr")
      return fail(ErrorCode::unsupported, "messages are encoded as {}, not as cdr", channel.message_encoding);
    GS_TRY(rosmsg::Schema schema,
           rosmsg::find_schema(channel.schema.name, channel.schema.encoding, channel.schema.data));
    const auto text = channel.metadata.find("offered_qos_profiles");
    GS_TRY(const auto offered, parse_offered_qos(text == channel.metadata.end() ? "" : text->second));
    GS_TRY(auto publisher, node_.publish_raw(channel.topic, schema.root(), weakest(offered)));
    publishers_.emplace(channel.id, std::move(publisher));
    return {};
  }

  // Sleeps until a log time is due, and publishes the clock meanwhile.
  void wait_for(Timestamp time) {
    while (clock_ && next_clock_ <= time && !stopped()) {
      sleep_until(next_clock_);
      [[maybe_unused]] const auto sent =
          clock_->publish(rosmsg::encode_cdr(rosmsg::rosgraph_msgs::Clock{.clock = next_clock_}));
      // Ticks are spaced evenly in wall-clock time, so their distance in log time grows with the rate.
      const double rate = options_.rate > 0 ? options_.rate : 1.0;
      next_clock_ = next_clock_ + Duration::from_seconds(rate / options_.clock_hz);
    }
    sleep_until(time);
  }
  void sleep_until(Timestamp time) const {
    if (options_.rate <= 0) return;
    const auto due = start_ + seconds((time - begin_).seconds() / options_.rate);
    while (Clock::now() < due && !stopped()) std::this_thread::sleep_until(std::min(due, Clock::now() + 50ms));
  }

  ros2::Node& node_;
  const BagPlayOptions& options_;
  BagPlayReport report_;
  std::map<uint32_t, std::unique_ptr<ros2::RawPublisher>> publishers_;
  std::unique_ptr<ros2::RawPublisher> clock_;
  Timestamp begin_{}, next_clock_{};
  Clock::time_point start_{};
};

}  // namespace

Result<BagPlayReport> play_bag(ros2::Node& node, const std::filesystem::path& path, const BagPlayOptions& options,
                               Problems& problems) {
  GS_TRY(const auto log, logio::open_log(path, problems));
  Player player(node, options);
  GS_CHECK(player.advertise(*log));
  const Timestamp begin = log->info().start.value_or(Timestamp{}) + Duration::from_seconds(options.start_offset_s);
  GS_TRY(const auto messages,
         log->read({.topics = options.topics, .begin = begin, .order = logio::Order::log_time}, problems));
  player.wait_for_subscribers();
  return player.play(*messages, begin);
}

}  // namespace gs::bridge
