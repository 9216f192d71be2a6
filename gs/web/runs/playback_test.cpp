// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Playing a recorded run against a clock of the test: order, pace, pause, seek, speed, end, damage.
#include "gs/web/runs/playback.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "gs/core/bytes.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/web/runs/testing/small_run.h"

namespace gs::web {
namespace {

using std::chrono::milliseconds;

constexpr Playback::Time kNow{std::chrono::hours(1)};

Timestamp recorded_ms(int64_t ms) { return kRunStart + Duration::from_ms(ms); }

class PlaybackTest : public ::testing::Test {
 protected:
  void open(double seconds = 2, PlaybackOptions options = {}, std::size_t image_bytes = 1000) {
    write_small_run(folder_ / "run.mcap", seconds, image_bytes);
    play(folder_ / "run.mcap", options);
  }
  void play(const fs::path& path, PlaybackOptions options = {}) {
    auto run = RunLog::open(path);
    ASSERT_TRUE(run) << run.error().message;
    run_ = std::move(*run);
    playback_.emplace(*run_, feed_, options, "session");
    table_ = feed_.take().table;
  }
  uint32_t id(std::string_view topic) const { return table_->find(topic)->info.id; }
  void subscribe(std::string_view topic) {
    ++table_->find(id(topic))->subscribers;
    playback_->subscribed(id(topic));
  }
  void unsubscribe(std::string_view topic) { --table_->find(id(topic))->subscribers; }
  // Advances to a time of the test's clock; everything that the feed got since is in batch_.
  std::optional<Playback::Time> advance(int64_t ms) {
    const auto next = playback_->advance(kNow + milliseconds(ms));
    batch_ = feed_.take();
    return next;
  }
  void control(const PlaybackRequest& request, int64_t ms) {
    playback_->control(request, kNow + milliseconds(ms));
    batch_ = feed_.take();
  }
  // Time in ms that the newest message of a topic in batch_ holds; -1: there is none.
  int64_t message(std::string_view topic) const {
    int64_t out = -1;
    for (const Feed::Update& update : batch_.updates) {
      if (update.channel_id == id(topic)) out = std::stoll(std::string(as_text(*update.payload)));
    }
    return out;
  }

  TemporaryFolder folder_;
  Feed feed_{[] {}};
  std::unique_ptr<RunLog> run_;
  std::optional<Playback> playback_;
  std::shared_ptr<ChannelTable> table_;
  Feed::Batch batch_;
};

TEST_F(PlaybackTest, TheChannelsAreThoseOfTheRun) {
  open();
  ASSERT_EQ(table_->channels.size(), 4u);
  EXPECT_EQ(table_->find("/vehicle/state")->info.schema, "uint8[] data\n");
  EXPECT_EQ(table_->find("/vehicle/state")->info.schema_name, "gs_sim_msgs/msg/VehicleState");
  EXPECT_EQ(table_->find("/tf_static")->lane, Lane::latched);
  EXPECT_EQ(table_->find("/camera/front/image_raw/compressed")->lane, Lane::picture);
  EXPECT_EQ(table_->find("/sim/collisions")->lane, Lane::order);
  EXPECT_EQ(run_->start(), kRunStart);
  EXPECT_EQ(run_->end(), recorded_ms(2000));
}

TEST_F(PlaybackTest, TimeStandsStillUntilAClientSubscribes) {
  open();
  EXPECT_EQ(advance(0), std::nullopt);
  EXPECT_EQ(advance(5000), std::nullopt);
  EXPECT_EQ(playback_->position(), kRunStart);
  subscribe("/vehicle/state");
  ASSERT_TRUE(advance(6000));
  EXPECT_EQ(message("/vehicle/state"), 0);
  advance(6500);
  EXPECT_EQ(playback_->position(), recorded_ms(500));
  unsubscribe("/vehicle/state");
  EXPECT_EQ(advance(7000), std::nullopt);
  EXPECT_EQ(playback_->position(), recorded_ms(500));
}

TEST_F(PlaybackTest, MessagesComeWhenTheyAreDue) {
  open();
  subscribe("/vehicle/state");
  auto next = advance(0);
  for (int64_t expected = 10; expected <= 100; expected += 10) {
    ASSERT_TRUE(next);
    const int64_t wait_ns = (*next - kNow).count();
    EXPECT_NEAR(static_cast<double>(wait_ns), static_cast<double>(expected) * 1e6, 2);
    next = playback_->advance(*next);
    batch_ = feed_.take();
    EXPECT_EQ(message("/vehicle/state"), expected);
    EXPECT_EQ(message("/camera/front/image_raw/compressed"), -1) << "nobody subscribes to it";
    EXPECT_EQ(batch_.time->ns / 1'000'000, recorded_ms(expected).ns / 1'000'000);
  }
}

TEST_F(PlaybackTest, TheSpeedChangesThePaceFromNowOn) {
  open(10);
  subscribe("/vehicle/state");
  advance(0);
  control({.speed = 2, .id = "a"}, 1000);
  EXPECT_EQ(playback_->position(), recorded_ms(1000));
  ASSERT_EQ(batch_.playback.size(), 1u);
  EXPECT_EQ(batch_.playback[0].speed, 2);
  EXPECT_EQ(batch_.playback[0].request_id, "a");
  EXPECT_FALSE(batch_.playback[0].did_seek);
  advance(1000);
  advance(2000);
  EXPECT_EQ(playback_->position(), recorded_ms(3000));
  control({.speed = 0.0001f}, 2000);
  EXPECT_EQ(batch_.playback[0].speed, kMinSpeed);
  advance(2000);
  advance(3000);
  EXPECT_EQ(playback_->position().ns / 1'000'000, recorded_ms(3100).ns / 1'000'000);
}

TEST_F(PlaybackTest, APauseStopsTheTime) {
  open();
  subscribe("/vehicle/state");
  advance(0);
  control({.pause = true}, 300);
  EXPECT_EQ(batch_.playback.at(0).status, PlaybackStatus::paused);
  EXPECT_EQ(advance(900), std::nullopt);
  EXPECT_EQ(playback_->position(), recorded_ms(300));
  control({}, 1000);
  advance(1000);
  advance(1100);
  EXPECT_EQ(playback_->position(), recorded_ms(400));
}

TEST_F(PlaybackTest, ASeekGivesTheNewestMessageOfEveryTopic) {
  open();
  for (const char* topic : {"/vehicle/state", "/camera/front/image_raw/compressed", "/tf_static", "/sim/collisions"})
    subscribe(topic);
  advance(0);
  control({.pause = true, .seek = recorded_ms(1755), .id = "s"}, 100);
  ASSERT_EQ(batch_.playback.size(), 1u);
  EXPECT_TRUE(batch_.playback[0].did_seek);
  EXPECT_EQ(batch_.playback[0].time, recorded_ms(1755));
  EXPECT_EQ(batch_.playback[0].request_id, "s");
  EXPECT_EQ(batch_.time, recorded_ms(1755));
  EXPECT_EQ(message("/vehicle/state"), 1750);
  EXPECT_EQ(message("/camera/front/image_raw/compressed"), 1700);
  EXPECT_EQ(message("/tf_static"), 0);
  EXPECT_EQ(message("/sim/collisions"), -1) << "a collision of before is no state";
  for (const Feed::Update& update : batch_.updates) EXPECT_LE(update.log_time, recorded_ms(1755));
}

TEST_F(PlaybackTest, PlayingGoesOnAfterASeekWithoutGapOrRepetition) {
  open();
  subscribe("/vehicle/state");
  subscribe("/sim/collisions");
  advance(0);
  advance(1500);
  control({.seek = recorded_ms(95)}, 1500);
  EXPECT_EQ(message("/vehicle/state"), 90);
  auto next = advance(1500);
  int64_t expected = 100;
  for (int i = 0; i < 200 && expected <= 300; ++i) {
    next = playback_->advance(*next);
    batch_ = feed_.take();
    if (message("/vehicle/state") < 0) continue;
    EXPECT_EQ(message("/vehicle/state"), expected);
    EXPECT_EQ(message("/sim/collisions"), expected == 200 ? 200 : -1);
    expected += 10;
  }
  EXPECT_EQ(expected, 310);
}

TEST_F(PlaybackTest, ASeekBeyondTheRunGoesToItsEnds) {
  open();
  subscribe("/vehicle/state");
  control({.pause = true, .seek = Timestamp{0}}, 0);
  EXPECT_EQ(playback_->position(), kRunStart);
  EXPECT_EQ(message("/vehicle/state"), 0);
  control({.pause = true, .seek = Timestamp{std::numeric_limits<int64_t>::max()}}, 0);
  EXPECT_EQ(playback_->position(), recorded_ms(2000));
  EXPECT_EQ(message("/vehicle/state"), 2000);
}

TEST_F(PlaybackTest, AtTheEndItStopsAndPlaysAgainOnRequest) {
  open(0.5);
  subscribe("/vehicle/state");
  advance(0);
  EXPECT_EQ(advance(60'000), std::nullopt);
  EXPECT_EQ(message("/vehicle/state"), 500);
  EXPECT_EQ(batch_.playback.at(0).status, PlaybackStatus::ended);
  EXPECT_EQ(playback_->position(), recorded_ms(500));
  control({}, 61'000);
  EXPECT_TRUE(batch_.playback.at(0).did_seek);
  EXPECT_EQ(message("/vehicle/state"), 0);
  advance(61'000);
  advance(61'100);
  EXPECT_EQ(message("/vehicle/state"), 100);
}

TEST_F(PlaybackTest, ALoopStartsAgain) {
  open(0.5, {.loop = true});
  subscribe("/vehicle/state");
  advance(0);
  ASSERT_TRUE(advance(600));
  EXPECT_TRUE(batch_.playback.at(0).did_seek);
  EXPECT_EQ(batch_.playback.at(0).status, PlaybackStatus::playing);
  advance(700);
  EXPECT_EQ(message("/vehicle/state"), 100);
}

TEST_F(PlaybackTest, ATopicThatIsSubscribedWhilePausedShowsItsNewestMessage) {
  open();
  subscribe("/vehicle/state");
  advance(0);
  control({.pause = true}, 1234);
  subscribe("/camera/front/image_raw/compressed");
  EXPECT_EQ(advance(5000), std::nullopt);
  EXPECT_EQ(message("/camera/front/image_raw/compressed"), 1200);
  EXPECT_EQ(message("/vehicle/state"), -1);
}

// While a second client subscribes, the stream of the first goes on.
TEST_F(PlaybackTest, ASecondSubscriptionLeavesNoGap) {
  open();
  subscribe("/vehicle/state");
  advance(0);
  advance(105);
  subscribe("/vehicle/state");
  subscribe("/camera/front/image_raw/compressed");
  advance(107);
  EXPECT_EQ(message("/vehicle/state"), 100);
  advance(110);
  EXPECT_EQ(message("/vehicle/state"), 110);
  advance(200);
  EXPECT_EQ(message("/camera/front/image_raw/compressed"), 200);
}

// More messages are due than one call publishes: the recorded time follows what was read.
TEST_F(PlaybackTest, ASlowReaderDelaysTheTime) {
  open(20, {.speed = 100});
  subscribe("/vehicle/state");
  advance(0);
  const auto next = advance(150);
  EXPECT_EQ(next, kNow + milliseconds(150));
  EXPECT_EQ(message("/vehicle/state"), 5000);
  EXPECT_EQ(playback_->position(), recorded_ms(5000));
}

// The index is at the end of the file, so a truncated file has none.
TEST_F(PlaybackTest, ATruncatedRunPlaysToItsCut) {
  write_small_run(folder_ / "whole.mcap", 4, 20'000);
  fs::copy_file(folder_ / "whole.mcap", folder_ / "cut.mcap");
  fs::resize_file(folder_ / "cut.mcap", fs::file_size(folder_ / "whole.mcap") / 2);
  auto run = RunLog::open(folder_ / "cut.mcap");
  ASSERT_TRUE(run) << run.error().message;
  run_ = std::move(*run);
  playback_.emplace(*run_, feed_, PlaybackOptions{}, "session");
  batch_ = feed_.take();
  table_ = batch_.table;
  ASSERT_FALSE(batch_.notices.empty()) << "clients are told";
  EXPECT_NE(batch_.notices[0].message.find("damaged"), std::string::npos);
  EXPECT_GT(run_->end(), recorded_ms(1500));
  EXPECT_LT(run_->end(), recorded_ms(2500));
  subscribe("/vehicle/state");
  advance(0);
  for (int64_t ms = 100; ms < 4000; ms += 100) advance(ms);
  EXPECT_EQ(playback_->status(), PlaybackStatus::ended);
  EXPECT_EQ(playback_->position(), run_->end());
}

// A flipped bit spoils one chunk: the run plays on behind it, and clients are told once.
TEST_F(PlaybackTest, ADamagedChunkIsToldAndSkipped) {
  write_small_run(folder_ / "run.mcap", 4, 20'000);
  std::fstream file(folder_ / "run.mcap", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(fs::file_size(folder_ / "run.mcap") / 2));
  file.write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
  file.close();
  play(folder_ / "run.mcap");
  subscribe("/vehicle/state");
  subscribe("/camera/front/image_raw/compressed");
  std::size_t notices = 0;
  int64_t last = -1;
  for (int round = 0; round < 2; ++round) {
    control({.seek = kRunStart}, 0);
    for (int64_t ms = 0; ms <= 4000; ms += 20) {
      advance(ms);
      notices += batch_.notices.size();
      last = std::max(last, message("/vehicle/state"));
    }
  }
  EXPECT_EQ(last, 4000);
  EXPECT_EQ(notices, 1u);
}

TEST_F(PlaybackTest, OtherLogsAndBrokenFilesAreRefusedByName) {
  std::ofstream(folder_ / "empty.mcap");
  EXPECT_FALSE(RunLog::open(folder_ / "empty.mcap"));
  std::ofstream(folder_ / "text.mcap") << std::string(10'000, 'x');
  EXPECT_FALSE(RunLog::open(folder_ / "text.mcap"));
  const auto missing = RunLog::open(folder_ / "missing.mcap");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("missing.mcap"), std::string::npos);
  EXPECT_TRUE(is_run({{.id = 0, .topic = "/vehicle/state"}}));
  EXPECT_FALSE(is_run({{.id = 0, .topic = "/odom"}}));
  // Every cut of a small run is either played or refused; none ends the program.
  write_small_run(folder_ / "run.mcap", 0.05, 100);
  const auto size = fs::file_size(folder_ / "run.mcap");
  for (uintmax_t length = 0; length < size; length += 7) {
    fs::copy_file(folder_ / "run.mcap", folder_ / "cut.mcap", fs::copy_options::overwrite_existing);
    fs::resize_file(folder_ / "cut.mcap", length);
    if (const auto run = RunLog::open(folder_ / "cut.mcap")) {
      Feed feed([] {});
      Playback playback(**run, feed, {}, "s");
      const auto table = feed.take().table;
      for (Channel& channel : table->channels) ++channel.subscribers;
      playback.advance(kNow);
      playback.advance(kNow + milliseconds(1000));
      EXPECT_EQ(playback.status(), PlaybackStatus::ended);
    }
  }
}

// A run that is deleted while it is open stays readable.
TEST_F(PlaybackTest, ARunThatIsDeletedPlaysOn) {
  open(2, {}, 50'000);
  subscribe("/camera/front/image_raw/compressed");
  fs::remove(folder_ / "run.mcap");
  advance(0);
  control({.pause = true, .seek = recorded_ms(1900)}, 0);
  EXPECT_EQ(message("/camera/front/image_raw/compressed"), 1900);
}

}  // namespace
}  // namespace gs::web
