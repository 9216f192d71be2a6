// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tests of the limits on memory and work, and of one filter used by several threads.
#include <gtest/gtest.h>

#include <thread>

#include "gs/ros2/rtps/budget.h"
#include "gs/ros2/rtps/discovery_data.h"
#include "gs/ros2/rtps/testing/datagram.h"

namespace gs::ros2::rtps {
namespace {

// The prefix of one of many participants.
GuidPrefix numbered(uint32_t number) {
  GuidPrefix out = prefix_of(0xd0);
  for (std::size_t i = 0; i < 4; ++i) out[4 + i] = static_cast<std::byte>(number >> 8 * i);
  return out;
}

class FilterLimits : public ::testing::Test {
 protected:
  std::size_t announce(DatagramFilter& filter, uint32_t number, Address from = kPeerAddress) {
    auto bytes = DatagramBuilder(numbered(number))
                     .data(kSpdpReader, kSpdpWriter, 1, participant_list(numbered(number), from).payload())
                     .bytes();
    return filter.check(bytes, from, now).size;
  }
  std::size_t announce_endpoint(DatagramFilter& filter, uint32_t number, EntityId entity) {
    auto bytes = DatagramBuilder(numbered(number))
                     .data(kAnyReader, kSedpPublicationsWriter, 1, endpoint_list(entity, numbered(number)).payload())
                     .bytes();
    return filter.check(bytes, kPeerAddress, now).size;
  }
  // Limits that a few announcements exceed.
  static FilterOptions small() {
    FilterOptions out = filter_options();
    out.limits.participants = 10;
    out.limits.participants_per_address = 6;
    out.limits.endpoints_per_participant = 5;
    out.limits.endpoints = 12;
    return out;
  }
  Timestamp now = Timestamp::from_seconds(1000);
};

TEST_F(FilterLimits, OfParticipantsHoldForAHostAndForAll) {
  DatagramFilter filter(small());
  int passed = 0;
  for (uint32_t i = 0; i < 100; ++i) passed += announce(filter, i) > 0;
  EXPECT_EQ(passed, 6);
  for (uint32_t i = 100; i < 200; ++i) passed += announce(filter, i, kPeerAddress + 1) > 0;
  EXPECT_EQ(passed, 10);
  EXPECT_EQ(filter.size().participants, 10u);
  EXPECT_EQ(filter.counts()[Rule::participant_limit], 190u);
  // Participants that are known already are still accepted.
  EXPECT_GT(announce(filter, 0), 0u);
}

// A full table accepts a new participant once the leases of old ones have ended, plus a minute.
TEST_F(FilterLimits, SilentParticipantsAreRemoved) {
  DatagramFilter filter(small());
  for (uint32_t i = 0; i < 6; ++i) EXPECT_GT(announce(filter, i), 0u);
  EXPECT_EQ(announce(filter, 6), 0u);
  now = now + Duration::from_ms(70'000);  // the lease is 20 s; the filter forgets a minute later than Fast DDS
  EXPECT_EQ(announce(filter, 6), 0u);
  now = now + Duration::from_ms(20'000);
  EXPECT_GT(announce(filter, 6), 0u);
  EXPECT_EQ(filter.size().participants, 1u);
}

TEST_F(FilterLimits, OfEndpointsHoldForAParticipantAndForAll) {
  DatagramFilter filter(small());
  for (uint32_t i = 0; i < 4; ++i) ASSERT_GT(announce(filter, i), 0u);
  int passed = 0;
  for (EntityId id = 0; id < 100; ++id) passed += announce_endpoint(filter, 0, id << 8 | 3) > 0;
  EXPECT_EQ(passed, 5);
  for (EntityId id = 0; id < 100; ++id) {
    for (uint32_t i = 1; i < 4; ++i) passed += announce_endpoint(filter, i, id << 8 | 3) > 0;
  }
  EXPECT_EQ(passed, 12);
  EXPECT_GT(filter.counts()[Rule::endpoint_limit], 300u);
  EXPECT_GT(announce_endpoint(filter, 0, 3), 0u) << "known ones may be announced again";
}

// 50 endpoints pass although only 5 may exist at a time, because each is disposed before the next one.
TEST_F(FilterLimits, DisposedEndpointsAreRemoved) {
  DatagramFilter filter(small());
  ASSERT_GT(announce(filter, 0), 0u);
  for (EntityId id = 0; id < 50; ++id) {
    ASSERT_GT(announce_endpoint(filter, 0, id << 8 | 3), 0u) << id;
    const auto key =
        ListBuilder().number(Pid::status_info, 0x03000000).guid(Pid::key_hash, numbered(0), id << 8 | 3).list();
    auto bytes = DatagramBuilder(numbered(0)).data(kAnyReader, kSedpPublicationsWriter, 2, {}, key, 1).bytes();
    ASSERT_GT(filter.check(bytes, kPeerAddress, now).size, 0u);
  }
  EXPECT_EQ(filter.counts().total_removed(), 0u);
}

TEST_F(FilterLimits, OfAnnouncedBytesHold) {
  FilterOptions options = filter_options();
  options.limits.announced_bytes = 2000;
  DatagramFilter filter(options);
  ASSERT_GT(announce(filter, 0), 0u);
  for (EntityId id = 0; id < 100; ++id) announce_endpoint(filter, 0, id << 8 | 3);
  EXPECT_GT(filter.counts()[Rule::memory_limit], 80u);
  EXPECT_LE(filter.size().announced_bytes, 2000u);
}

TEST_F(FilterLimits, ALeaseIsShortenedToAnHour) {
  auto list = ListBuilder()
                  .guid(Pid::participant_guid, peer_prefix(), kParticipant)
                  .duration(Pid::lease_duration, 0x7fffffff, ~0u)
                  .payload();
  const DiscoveryRules rules{.sender = peer_prefix(), .is_participant = true, .may_name = [](Address) { return true; }};
  const DiscoveryData data = check_discovery_data(list, rules);
  EXPECT_EQ(data.rule, Rule::accepted);
  EXPECT_EQ(data.lease, Limits{}.longest_lease);
  EXPECT_EQ(View{list}.u32(4 + 20 + 4), 3600u);
  auto none = ListBuilder().duration(Pid::lease_duration, 0).payload();
  EXPECT_EQ(check_discovery_data(none, rules).rule, Rule::bad_discovery);
  auto negative = ListBuilder().duration(Pid::lease_duration, -1, ~0u).payload();
  EXPECT_EQ(check_discovery_data(negative, rules).rule, Rule::bad_discovery);
}

// The dangerous parameters are turned into padding; locators stay only with a UDP address and port that are allowed.
TEST(DiscoveryList, BlanksTypesFiltersMulticastAndOtherKindsOfLocators) {
  const DiscoveryRules rules{
      .sender = peer_prefix(), .is_participant = false, .may_name = [](Address a) { return a == kPeerAddress; }};
  for (const uint16_t pid : {0x69, 0x72, 0x75, 0x8000, 0x35, 0x30, 0x33, 0x48, 0x8006, 0x4014}) {
    auto list = endpoint_list(kUserWriter).add(pid, std::vector<std::byte>(24)).payload();
    EXPECT_EQ(check_discovery_data(list, rules).rule, Rule::accepted) << pid;
    EXPECT_EQ(list, endpoint_list(kUserWriter).add(Pid::pad, std::vector<std::byte>(24)).payload()) << pid;
  }
  const auto kept = [&](Address address, uint32_t port, uint32_t kind) {
    auto list = ListBuilder().locator(0x2f, address, port, kind).payload();
    return check_discovery_data(list, rules).kept_locators == 1 && View{list}.u16(4) == 0x2f;
  };
  EXPECT_TRUE(kept(kPeerAddress, 7413, 1));
  EXPECT_FALSE(kept(kOtherAddress, 7413, 1));
  EXPECT_FALSE(kept(kPeerAddress, 53, 1));
  EXPECT_FALSE(kept(kPeerAddress, 70'000, 1));
  EXPECT_FALSE(kept(kPeerAddress, 7413, 2));
  EXPECT_FALSE(kept(kPeerAddress, 7413, 16));
}

TEST(DiscoveryList, RefusesValuesThatDoNotFit) {
  const DiscoveryRules rules{
      .sender = peer_prefix(), .is_participant = false, .may_name = [](Address) { return true; }};
  const auto rule = [&](const ListBuilder& list) {
    auto bytes = list.payload();
    return check_discovery_data(bytes, rules).rule;
  };
  ByteWriter long_string;
  long_string.string32("chatter");
  EXPECT_EQ(rule(ListBuilder().add(Pid::topic_name, long_string.view())), Rule::bad_discovery) << "no final zero";
  EXPECT_EQ(rule(ListBuilder().number(Pid::topic_name, 0xffffffff)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::user_data, 5)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::partition, 0xffffffff)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::properties, 1)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::durability, 4)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::participant_guid, 4)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::data_representation, 0x80000000)), Rule::bad_discovery);
  EXPECT_EQ(rule(ListBuilder().number(Pid::user_data, 0)), Rule::accepted);
  EXPECT_EQ(rule(endpoint_list(kUserWriter)), Rule::accepted);
}

TEST(Locators, StayInTheSendersNetwork) {
  const std::vector<Network> own = {{0x7f000001, 8}, {0x0a4d0001, 24}, {0xc0a80001, 16}};
  EXPECT_TRUE(in_senders_network(0x0a4d0002, 0x0a4d0002, own));
  EXPECT_TRUE(in_senders_network(0x0a4d0003, 0x0a4d0002, own));
  EXPECT_TRUE(in_senders_network(0xc0a8ff03, 0xc0a80002, own));
  EXPECT_FALSE(in_senders_network(0xc0a80002, 0x0a4d0002, own));
  EXPECT_FALSE(in_senders_network(kOtherAddress, 0x0a4d0002, own));
  EXPECT_FALSE(in_senders_network(0x7f000001, 0x0a4d0002, own)) << "loopback of another host";
  EXPECT_FALSE(in_senders_network(0xefff0001, 0x0a4d0002, own)) << "multicast";
  EXPECT_FALSE(in_senders_network(0, 0x0a4d0002, own));
  EXPECT_TRUE(in_senders_network(0x0a4d0001, 0x7f000001, own)) << "this host by its other address";
  EXPECT_FALSE(in_senders_network(0x0a4d0002, 0x7f000001, own));
  EXPECT_TRUE(in_senders_network(0x08080809, kOtherAddress, own)) << "behind a router, the same /24";
  EXPECT_FALSE(in_senders_network(0x08080908, kOtherAddress, own));
}

TEST(BudgetOfWork, GrowsBackUpToItsCapacity) {
  Budget budget(100, 10);
  Timestamp now = Timestamp::from_seconds(5);
  EXPECT_TRUE(budget.take(100, now));
  EXPECT_FALSE(budget.take(1, now));
  now = now + Duration::from_ms(1000);
  EXPECT_EQ(budget.available(now), 10u);
  budget.give_back(5);
  EXPECT_EQ(budget.available(now), 15u);
  EXPECT_EQ(budget.available(now + Duration::from_ms(1'000'000)), 100u);
  budget.give_back(1'000'000);
  EXPECT_EQ(budget.available(now), 100u);
}

// Fast DDS has one receiving thread for each port.
TEST_F(FilterLimits, ThreadsShareOneFilter) {
  DatagramFilter filter(filter_options());
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (uint32_t i = 0; i < 50; ++i) {
        announce(filter, t * 50 + i, kPeerAddress + t);
        auto bytes = DatagramBuilder(numbered(t * 50 + i)).heartbeat(kUserWriter, 1, 1).bytes();
        filter.check(bytes, kPeerAddress + t, now);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(filter.size().participants, 200u);
  EXPECT_EQ(filter.counts().passed, 200u);
  EXPECT_EQ(filter.counts()[Rule::unannounced], 200u);
}

}  // namespace
}  // namespace gs::ros2::rtps
