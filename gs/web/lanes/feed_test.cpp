// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The hand-over between the stepping thread and the network thread.
#include "gs/web/lanes/feed.h"

#include <gtest/gtest.h>

#include <thread>

namespace gs::web {
namespace {

std::shared_ptr<ChannelTable> table_of(std::initializer_list<Lane> lanes) {
  auto table = std::make_shared<ChannelTable>();
  uint32_t id = 1;
  for (const Lane lane : lanes) {
    Channel& channel = table->channels.emplace_back();
    channel.info.id = id++;
    channel.info.topic = "/t" + std::to_string(channel.info.id);
    channel.lane = lane;
  }
  return table;
}

std::vector<std::byte> one(int value) { return {static_cast<std::byte>(value)}; }

TEST(Feed, WakesOnceUntilItsMessagesAreTaken) {
  int wakes = 0;
  Feed feed([&] { ++wakes; });
  const auto table = table_of({Lane::state});
  for (int i = 0; i < 5; ++i) {
    feed.publish(table->channels[0], Timestamp{i}, one(i));
    feed.flush();
  }
  EXPECT_EQ(wakes, 1);
  const Feed::Batch batch = feed.take();
  ASSERT_EQ(batch.updates.size(), 1u);
  EXPECT_EQ(batch.updates[0].payload->at(0), std::byte{4});
  EXPECT_EQ(batch.updates[0].replaced, 4u);
  feed.flush();
  EXPECT_EQ(wakes, 2);
  EXPECT_TRUE(feed.take().updates.empty());
}

TEST(Feed, KeepsEveryOrderedMessage) {
  Feed feed([] {});
  const auto table = table_of({Lane::order, Lane::state});
  for (int i = 0; i < 3; ++i) {
    feed.publish(table->channels[0], {}, one(i));
    feed.publish(table->channels[1], {}, one(i));
  }
  EXPECT_EQ(feed.take().updates.size(), 4u);
  for (int i = 0; i < 2000; ++i) feed.publish(table->channels[0], {}, one(i & 127));
  EXPECT_EQ(feed.take().updates.size(), 1024u);
}

TEST(Feed, ANewWorldEndsTheMessagesOfTheOld) {
  Feed feed([] {});
  const auto old = table_of({Lane::state});
  feed.publish(old->channels[0], {}, one(1));
  const auto table = table_of({Lane::state, Lane::state});
  feed.announce(table);
  feed.publish(table->channels[1], {}, one(2));
  feed.set_time(Timestamp{9});
  const Feed::Batch batch = feed.take();
  EXPECT_EQ(batch.table, table);
  ASSERT_EQ(batch.updates.size(), 1u);
  EXPECT_EQ(batch.updates[0].channel_id, 2u);
  EXPECT_EQ(batch.time, Timestamp{9});
  EXPECT_EQ(feed.take().table, nullptr);
}

TEST(Feed, AJumpInTimeEndsTheMessagesOfBefore) {
  Feed feed([] {});
  const auto table = table_of({Lane::state, Lane::order});
  feed.publish(table->channels[0], {}, one(1));
  feed.show({.status = PlaybackStatus::playing, .time = Timestamp{5}, .did_seek = false});
  EXPECT_EQ(feed.take().updates.size(), 1u);
  feed.publish(table->channels[0], {}, one(1));
  feed.show({.status = PlaybackStatus::playing, .time = Timestamp{2}, .did_seek = true});
  feed.publish(table->channels[1], {}, one(2));
  for (int i = 0; i < 600; ++i) feed.show({.status = PlaybackStatus::paused, .time = Timestamp{i}});
  const Feed::Batch batch = feed.take();
  ASSERT_EQ(batch.updates.size(), 1u);
  EXPECT_EQ(batch.updates[0].channel_id, 2u);
  ASSERT_EQ(batch.playback.size(), 512u);
  EXPECT_TRUE(batch.playback[0].did_seek) << "a jump is told, however many states follow";
  EXPECT_EQ(batch.playback.back().time, Timestamp{599});
}

TEST(Feed, ANoticeReplacesTheOneWithItsId) {
  Feed feed([] {});
  for (int i = 0; i < 100; ++i) feed.tell({StatusLevel::warning, std::to_string(i), "damage"});
  const Feed::Batch batch = feed.take();
  ASSERT_EQ(batch.notices.size(), 1u);
  EXPECT_EQ(batch.notices[0].message, "99");
}

// Under the thread sanitizer this finds an access without the lock.
TEST(Feed, ThreadsMayPublishAndTakeAtTheSameTime) {
  Feed feed([] {});
  const auto table = table_of({Lane::state, Lane::state});
  constexpr int kMessages = 2000;
  std::thread stepping([&] {
    for (int i = 0; i < kMessages; ++i) feed.publish(table->channels[0], {}, one(1)), feed.flush();
  });
  std::thread encoding([&] {
    for (int i = 0; i < kMessages; ++i) feed.publish(table->channels[1], {}, one(1)), feed.flush();
  });
  uint64_t seen = 0;
  const auto count = [&] {
    for (const Feed::Update& update : feed.take().updates) seen += 1 + update.replaced;
  };
  for (int i = 0; i < kMessages; ++i) count();
  stepping.join();
  encoding.join();
  count();
  EXPECT_EQ(seen, 2u * kMessages);
}

}  // namespace
}  // namespace gs::web
