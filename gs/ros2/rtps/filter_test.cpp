// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Datagrams that abort or hang Fast DDS 2.9 do not pass; ordinary ones pass unchanged.
#include "gs/ros2/rtps/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/ros2/rtps/testing/datagram.h"

namespace gs::ros2::rtps {
namespace {

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

class Filter : public ::testing::Test {
 protected:
  Filter() { filter.set_own_prefix(own_prefix()); }

  // Sends a datagram to the filter; returns the bytes that pass.
  std::vector<std::byte> send(const DatagramBuilder& datagram, Address sender = kPeerAddress) {
    return send(datagram.bytes(), sender);
  }
  std::vector<std::byte> send(std::vector<std::byte> bytes, Address sender = kPeerAddress) {
    last = filter.check(bytes, sender, now);
    bytes.resize(last.size);
    return bytes;
  }
  void expect_unchanged(const DatagramBuilder& datagram) { EXPECT_EQ(send(datagram), datagram.bytes()); }
  // Expects that nothing passes, and that exactly this rule counts it.
  void expect_removed(const DatagramBuilder& datagram, Rule rule, Address sender = kPeerAddress) {
    const uint64_t before = filter.counts()[rule];
    EXPECT_EQ(send(datagram, sender).size(), 0u) << name(rule);
    EXPECT_EQ(filter.counts()[rule], before + 1) << name(rule) << ", but " << describe(filter.counts());
  }
  // Announces the peer, a writer and a reader of it.
  void introduce() {
    ASSERT_GT(send(DatagramBuilder().announce()).size(), 0u) << describe(filter.counts());
    ASSERT_GT(send(DatagramBuilder().announce_writer().announce_reader()).size(), 0u) << describe(filter.counts());
  }

  DatagramFilter filter{filter_options()};
  Timestamp now = Timestamp::from_seconds(1000);
  Passed last;
};

TEST_F(Filter, PassesOrdinaryTrafficUnchanged) {
  expect_unchanged(DatagramBuilder().announce());
  expect_unchanged(DatagramBuilder().to(own_prefix()).announce_writer().heartbeat(kSedpPublicationsWriter, 1, 1));
  expect_unchanged(DatagramBuilder().to(own_prefix()).announce_reader());
  const std::vector<std::byte> payload(100, std::byte{7});
  expect_unchanged(DatagramBuilder().data(kAnyReader, kUserWriter, 1, payload).heartbeat(kUserWriter, 1, 1));
  expect_unchanged(DatagramBuilder().acknack(kUserReader, 0x00000203, 17, 40, 2));
  expect_unchanged(DatagramBuilder().acknack(kSedpPublicationsReader, kSedpPublicationsWriter, 0));
  expect_unchanged(DatagramBuilder().gap(kUserWriter, 2, 5, 33, 2));
  EXPECT_EQ(filter.counts().total_removed(), 0u) << describe(filter.counts());
}

TEST_F(Filter, RefusesWhatIsNotRtps) {
  expect_removed(DatagramBuilder(GuidPrefix{}).announce(), Rule::not_rtps);
  auto bytes = DatagramBuilder().announce().bytes();
  bytes[4] = std::byte{3};
  EXPECT_TRUE(send(bytes).empty());
  EXPECT_TRUE(send(std::vector<std::byte>(19)).empty());
  EXPECT_TRUE(send(std::vector<std::byte>{}).empty());
  EXPECT_EQ(filter.counts()[Rule::not_rtps], 4u);
}

// Otherwise an assertion in PDP.cpp fails when the lease of such a participant ends.
TEST_F(Filter, RefusesAParticipantWithoutGuid) {
  ListBuilder list;
  list.number(Pid::protocol_version, 0x0302).locator(0x32, kPeerAddress, 7412).duration(Pid::lease_duration, 1);
  const auto key = ListBuilder().guid(Pid::key_hash, peer_prefix(), kParticipant).list();
  expect_removed(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 1, list.payload(), key), Rule::bad_discovery);
}

TEST_F(Filter, RefusesAnAnnouncementOfAnotherParticipant) {
  expect_removed(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 1, participant_list(prefix_of(0x55)).payload()),
                 Rule::foreign_guid);
  const auto key = ListBuilder().guid(Pid::key_hash, prefix_of(0x55), kParticipant).list();
  expect_removed(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 1, participant_list().payload(), key),
                 Rule::foreign_guid);
  introduce();
  expect_removed(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 2, {}, key, 1), Rule::foreign_guid);
  const auto list = endpoint_list(kUserWriter, prefix_of(0x55)).payload();
  expect_removed(DatagramBuilder().data(kSedpPublicationsReader, kSedpPublicationsWriter, 2, list), Rule::foreign_guid);
}

// Otherwise an assertion in RTPSStatisticsMessages.hpp fails. Debian's Fast DDS appends this submessage to every
// datagram, so the rest of the datagram must pass.
TEST_F(Filter, CutsStatisticsOfFastDds) {
  introduce();
  const auto good = DatagramBuilder().heartbeat(kUserWriter, 1, 1);
  EXPECT_EQ(send(DatagramBuilder(good).sub(0x80, 7, std::vector<std::byte>(56))), good.bytes());
  const auto next = DatagramBuilder().heartbeat(kUserWriter, 1, 1, 2);
  EXPECT_EQ(send(DatagramBuilder().sub(0x80, 1, std::vector<std::byte>(4)).heartbeat(kUserWriter, 1, 1, 2)),
            next.bytes());
  EXPECT_TRUE(send(DatagramBuilder().sub(0x80, 1, std::vector<std::byte>(4))).empty());
}

// Otherwise an assertion in SequenceNumber.h fails, or Fast DDS loops up to 2^63.
TEST_F(Filter, RefusesImpossibleSequenceNumbers) {
  introduce();
  for (const EntityId writer : {kSedpPublicationsWriter, kUserWriter}) {
    expect_removed(DatagramBuilder().heartbeat(writer, 1, kLargest), Rule::sequence_number);
    expect_removed(DatagramBuilder().heartbeat(writer, kLargest, kLargest), Rule::sequence_number);
    expect_removed(DatagramBuilder().heartbeat(writer, 0, 0), Rule::sequence_number);
    expect_removed(DatagramBuilder().heartbeat(writer, 5, 3), Rule::sequence_number);
    expect_removed(DatagramBuilder().heartbeat(writer, -5, -3), Rule::sequence_number);
    expect_removed(DatagramBuilder().gap(writer, 1, kLargest), Rule::sequence_number);
    expect_removed(DatagramBuilder().gap(writer, kLargest, kLargest, 32, 1), Rule::sequence_number);
    expect_removed(DatagramBuilder().gap(writer, 5, 4), Rule::sequence_number);
  }
  expect_removed(DatagramBuilder().acknack(kSedpPublicationsReader, kSedpPublicationsWriter, kLargest, 32, 1),
                 Rule::sequence_number);
  expect_removed(DatagramBuilder().data(kAnyReader, kUserWriter, kLargest, std::vector<std::byte>(8)),
                 Rule::sequence_number);
  expect_removed(DatagramBuilder().data(kAnyReader, kUserWriter, 0, std::vector<std::byte>(8)), Rule::sequence_number);
}

// More than 256 bits, or fewer words than the number of bits needs.
TEST_F(Filter, RefusesBitmapsThatDoNotFit) {
  introduce();
  expect_removed(DatagramBuilder().gap(kUserWriter, 1, 2, 257, 9), Rule::malformed);
  expect_removed(DatagramBuilder().gap(kUserWriter, 1, 2, 64, 1), Rule::malformed);
  expect_removed(DatagramBuilder().acknack(kUserReader, 0x203, 2, 0xffffffff, 1), Rule::malformed);
  expect_removed(DatagramBuilder().acknack(kUserReader, 0x203, 2, 64, 1), Rule::malformed);
}

// StatefulReader::NotifyChanges steps over all numbers from the old first number to the new one while it holds a lock.
TEST_F(Filter, ShortensJumpsOfHeartbeats) {
  introduce();
  const int64_t far = int64_t{1} << 31;
  const auto passed = send(DatagramBuilder().heartbeat(kUserWriter, far, far));
  ASSERT_EQ(passed.size(), kHeaderBytes + 32);
  std::vector<std::byte> copy = passed;
  const auto steps = static_cast<int64_t>(Limits{}.steps);
  EXPECT_EQ(View{copy}.sequence(kHeaderBytes + 12), steps + 1);
  EXPECT_EQ(filter.counts()[Rule::too_much_work], 1u);
  // After some time the next heartbeat may continue from there.
  now = now + Duration::from_ms(1000);
  copy = send(DatagramBuilder().heartbeat(kUserWriter, far, far, 2));
  EXPECT_EQ(View{copy}.sequence(kHeaderBytes + 12), steps + static_cast<int64_t>(Limits{}.steps_per_second) + 1);
}

// Fast DDS ignores a heartbeat whose count is not above the last one, so it takes no steps for it.
TEST_F(Filter, CountsOnlyHeartbeatsThatFastDdsProcesses) {
  introduce();
  EXPECT_GT(send(DatagramBuilder().heartbeat(kUserWriter, 1000, 1000, 7)).size(), 0u);
  EXPECT_TRUE(send(DatagramBuilder().heartbeat(kUserWriter, 2000, 2000, 7)).empty());
  EXPECT_EQ(filter.counts().total_removed(), 0u);
}

// The numbers of a participant that Fast DDS has removed start at 0 again, so all steps are counted again.
TEST_F(Filter, CountsStepsAgainAfterSilenceDepartureAndNewAnnouncements) {
  const auto steps = static_cast<int64_t>(Limits{}.steps);
  const auto jump = [&](uint32_t count) {
    auto passed = send(DatagramBuilder().heartbeat(kUserWriter, steps, steps, count));
    return passed.empty() ? -1 : View{passed}.sequence(kHeaderBytes + 12);
  };
  introduce();
  EXPECT_EQ(jump(1), steps);
  EXPECT_EQ(jump(2), steps);  // the same first number again needs no steps
  send(DatagramBuilder().announce_writer());
  EXPECT_LT(jump(3), 10);
  now = now + Duration::from_ms(10'000);
  EXPECT_EQ(jump(4), steps);
  const auto key =
      ListBuilder().number(Pid::status_info, 0x03000000).guid(Pid::key_hash, peer_prefix(), kParticipant).list();
  send(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 2, {}, key, 1));
  EXPECT_LT(jump(5), 10);
  now = now + Duration::from_ms(10'000);
  EXPECT_EQ(jump(6), steps);
  now = now + Duration::from_ms(20'000);  // the length of its lease
  const uint64_t before = filter.counts()[Rule::too_much_work];
  EXPECT_EQ(jump(7), steps);
  EXPECT_LT(jump(7), 0);
  send(DatagramBuilder().announce_writer());
  EXPECT_LT(jump(8), 10);
  EXPECT_EQ(filter.counts()[Rule::too_much_work], before + 1);
}

// INFO_SRC (0x0c) speaks for another participant: it and the heartbeat behind it are cut off.
TEST_F(Filter, CutsADatagramWhereItIsWrong) {
  introduce();
  const auto good = DatagramBuilder().heartbeat(kUserWriter, 1, 1);
  EXPECT_EQ(send(DatagramBuilder(good).sub(0x0c, 1, std::vector<std::byte>(20)).heartbeat(kUserWriter, 1, 2, 2)),
            good.bytes());
  EXPECT_EQ(filter.counts()[Rule::forbidden_submessage], 1u);
}

TEST_F(Filter, ShortensGaps) {
  introduce();
  auto passed = send(DatagramBuilder().gap(kUserWriter, 10, 1 << 30, 32, 1));
  ASSERT_GT(passed.size(), 0u);
  EXPECT_EQ(View{passed}.sequence(kHeaderBytes + 12), 10);
  EXPECT_EQ(View{passed}.sequence(kHeaderBytes + 20), 10 + Limits{}.gap);
  EXPECT_EQ(View{passed}.u32(kHeaderBytes + 28), 0u);
  // Many of them in one datagram exceed the budget.
  DatagramBuilder many;
  for (int i = 0; i < 1000; ++i) many.gap(kUserWriter, 1 + i * 100'000, (i + 1) * 100'000);
  send(many);
  EXPECT_GT(filter.counts()[Rule::too_much_work], 900u);
}

TEST_F(Filter, RefusesSubmessagesInTheNameOfOthers) {
  introduce();
  for (const uint8_t id : {0x0c, 0x0d, 0x0f, 0x30, 0x31, 0x32, 0x33, 0x34})
    expect_removed(DatagramBuilder().sub(id, 1, std::vector<std::byte>(24)).heartbeat(kUserWriter, 1, 1),
                   Rule::forbidden_submessage);
  // Unknown submessages are removed; the others pass.
  EXPECT_EQ(send(DatagramBuilder().sub(0x55, 1, std::vector<std::byte>(24)).heartbeat(kUserWriter, 1, 1)),
            DatagramBuilder().heartbeat(kUserWriter, 1, 1).bytes());
}

// Fast DDS continues at the next multiple of 4, which must be the submessage that the filter checks next.
TEST_F(Filter, RefusesSubmessagesOfOddLength) {
  introduce();
  expect_removed(DatagramBuilder().sub(0x0e, 1, std::vector<std::byte>(13)).heartbeat(kUserWriter, 1, 1),
                 Rule::malformed);
  expect_unchanged(DatagramBuilder().data(kAnyReader, kUserWriter, 1, std::vector<std::byte>(13)));
}

// RTPS allows the last submessage to give its length as 0.
TEST_F(Filter, ReadsALastSubmessageWithoutLengthUpToTheEnd) {
  introduce();
  auto bytes = DatagramBuilder().data(kAnyReader, kUserWriter, 1, std::vector<std::byte>(40)).bytes();
  bytes[kHeaderBytes + 2] = bytes[kHeaderBytes + 3] = std::byte{0};
  EXPECT_EQ(send(bytes), bytes);
}

TEST_F(Filter, RefusesInlineQosOfWrongSize) {
  introduce();
  for (const uint16_t pid : {0x70, 0x71, 0x83, 0x800f}) {
    const auto list = ListBuilder().add(pid, std::vector<std::byte>(8)).list();
    expect_removed(DatagramBuilder().data(kAnyReader, kUserWriter, 1, std::vector<std::byte>(8), list),
                   Rule::bad_inline_qos);
  }
  auto list = ListBuilder().add(0x800f, std::vector<std::byte>(24)).list();
  expect_unchanged(DatagramBuilder().data(kAnyReader, kUserWriter, 1, std::vector<std::byte>(8), list));
  list.resize(list.size() - 4);  // removes the sentinel
  expect_removed(DatagramBuilder().data(kAnyReader, kUserWriter, 1, {}, list, 1), Rule::bad_inline_qos);
}

TEST_F(Filter, AcceptsOnlyAnnouncedParticipantsAndWriters) {
  expect_removed(DatagramBuilder().heartbeat(kSedpPublicationsWriter, 1, 1), Rule::unannounced);
  expect_removed(DatagramBuilder().announce_writer(), Rule::unannounced);
  EXPECT_GT(send(DatagramBuilder().announce()).size(), 0u);
  expect_removed(DatagramBuilder().data(kAnyReader, kUserWriter, 1, std::vector<std::byte>(8)), Rule::unannounced);
  expect_removed(DatagramBuilder().heartbeat(kUserWriter, 1, 1), Rule::unannounced);
}

TEST_F(Filter, RemovesBuiltInEndpointsBesideDiscovery) {
  introduce();
  expect_removed(DatagramBuilder().data(0x000300c4, 0x000300c3, 1, std::vector<std::byte>(8)),
                 Rule::unsupported_endpoint);
  EXPECT_EQ(send(DatagramBuilder().heartbeat(0x000300c3, 1, 1).heartbeat(kUserWriter, 1, 1)),
            DatagramBuilder().heartbeat(kUserWriter, 1, 1).bytes());
  // A writer of a topic may not write to the discovery readers.
  expect_removed(DatagramBuilder().data(kSpdpReader, kUserWriter, 1, participant_list().payload()), Rule::malformed);
}

TEST_F(Filter, RemovesMessagesForOtherParticipants) {
  introduce();
  EXPECT_TRUE(send(DatagramBuilder().to(prefix_of(0x66)).heartbeat(kUserWriter, 1, 1)).empty());
  EXPECT_EQ(filter.counts().total_removed(), 0u);
  const auto both =
      DatagramBuilder().to(prefix_of(0x66)).heartbeat(kUserWriter, 1, 1).to(own_prefix()).heartbeat(kUserWriter, 1, 2);
  EXPECT_EQ(send(both), DatagramBuilder().to(prefix_of(0x66)).to(own_prefix()).heartbeat(kUserWriter, 1, 2).bytes());
}

TEST_F(Filter, BindsAParticipantToItsAddresses) {
  introduce();
  expect_removed(DatagramBuilder().heartbeat(kUserWriter, 1, 1), Rule::foreign_sender, kPeerAddress + 5);
  expect_removed(DatagramBuilder().announce(), Rule::foreign_sender, kPeerAddress + 5);
  // Datagrams with our own GUID prefix are accepted from this host only.
  expect_removed(DatagramBuilder(own_prefix()).heartbeat(kUserWriter, 1, 1), Rule::foreign_sender);
  EXPECT_GT(send(DatagramBuilder(own_prefix()).heartbeat(kUserWriter, 1, 1), kOwnAddress).size(), 0u);
  EXPECT_GT(send(DatagramBuilder(own_prefix()).heartbeat(kUserWriter, 1, 1, 2), 0x7f000001).size(), 0u);
}

TEST_F(Filter, AcceptsAMultiHomedPeerFromEveryAnnouncedAddress) {
  auto list = participant_list();
  list.locator(0x31, 0xc0a80005, 7413);  // in a network we do not know
  EXPECT_GT(send(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 1, list.payload())).size(), 0u);
  EXPECT_EQ(filter.counts().locators_blanked, 1u);
  EXPECT_GT(send(DatagramBuilder().heartbeat(kSedpPublicationsWriter, 1, 1), 0xc0a80005).size(), 0u);
}

TEST_F(Filter, RefusesAParticipantThatCannotBeReached) {
  const auto list = participant_list(peer_prefix(), kOtherAddress).payload();
  expect_removed(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 1, list), Rule::no_locator);
  EXPECT_EQ(filter.counts().locators_blanked, 2u);
}

TEST_F(Filter, ChecksLivelinessMessages) {
  introduce();
  ByteWriter w;
  w.u32(0x00000100);
  w.bytes(peer_prefix());
  w.u32(0x01000000);
  w.u32(0);
  expect_unchanged(DatagramBuilder().data(kLivelinessReader, kLivelinessWriter, 1, w.view()));
  expect_removed(DatagramBuilder().data(kLivelinessReader, kLivelinessWriter, 2, w.view().first(16)), Rule::malformed);
  ByteWriter other;
  other.u32(0x00000100);
  other.bytes(prefix_of(0x55));
  other.u32(0x01000000);
  expect_removed(DatagramBuilder().data(kLivelinessReader, kLivelinessWriter, 3, other.view()), Rule::foreign_guid);
}

TEST_F(Filter, PassesTheDisposalOfItsOwnEntities) {
  introduce();
  const auto status = [](EntityId entity) {
    return ListBuilder().number(Pid::status_info, 0x03000000).guid(Pid::key_hash, peer_prefix(), entity).list();
  };
  expect_unchanged(
      DatagramBuilder().data(kSedpPublicationsReader, kSedpPublicationsWriter, 2, {}, status(kUserWriter), 1));
  expect_unchanged(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 2, {}, status(kParticipant), 1));
}

TEST_F(Filter, NamesEveryRule) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kRuleCount; ++i) names.insert(name(static_cast<Rule>(i)));
  EXPECT_EQ(names.size(), kRuleCount);
  EXPECT_EQ(names.count(""), 0u);
  EXPECT_EQ(name(Rule::memory_limit), "memory_limit");
  FilterCounts counts;
  EXPECT_EQ(describe(counts), "");
  counts[Rule::malformed] = 17;
  counts[Rule::foreign_guid] = 3;
  EXPECT_EQ(describe(counts), "malformed 17, foreign_guid 3");
  counts[Rule::unannounced] = 5;
  EXPECT_EQ(counts.total_removed(), 25u);
  EXPECT_EQ(counts.alarming(), 20u);
}

}  // namespace
}  // namespace gs::ros2::rtps
