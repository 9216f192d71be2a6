// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tests of fragments of samples and of discovery messages.
#include "gs/ros2/rtps/fragment.h"

#include <gtest/gtest.h>

#include "gs/ros2/rtps/fragment_window.h"
#include "gs/ros2/rtps/reassembly.h"
#include "gs/ros2/rtps/testing/datagram.h"

namespace gs::ros2::rtps {
namespace {

constexpr EntityId kWriter = kSedpPublicationsWriter;

std::vector<std::byte> filled(std::size_t size) { return std::vector<std::byte>(size, std::byte{0x5a}); }

TEST(Fragment, NumbersMustAgreeWithEachOther) {
  const Limits limits;
  const Fragment good{.sequence = 1, .start = 2, .count = 1, .size = 1344, .sample_size = 5000};
  EXPECT_EQ(check(good, 1344, limits), Rule::accepted);
  EXPECT_EQ(check(good, 1343, limits), Rule::bad_fragment);
  const auto with = [&](auto change) {
    Fragment f = good;
    change(f);
    return check(f, 1344, limits);
  };
  EXPECT_EQ(with([](Fragment& f) { f.start = 0; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.start = 5; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.start = 0xffffffff; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.count = 0; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.count = 0xffff; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.size = 0; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.size = 1; }), Rule::bad_fragment);
  EXPECT_EQ(with([](Fragment& f) { f.sample_size = 1344; }), Rule::bad_fragment);  // fits into one fragment
  EXPECT_EQ(with([](Fragment& f) { f.sample_size = 0xfffffff0; }), Rule::memory_limit);
  EXPECT_EQ(check({.sequence = 1, .start = 1, .count = 1, .size = 64, .sample_size = 1 << 20}, 64, limits),
            Rule::too_much_work);
}

// 5000 bytes in fragments of 1344 bytes: the fourth one carries the remaining 968.
TEST(Fragment, TheLastOneHoldsTheRest) {
  const Fragment last{.sequence = 1, .start = 4, .count = 1, .size = 1344, .sample_size = 5000};
  EXPECT_TRUE(last.has_last());
  EXPECT_EQ(last.needed_bytes(), 5000u - 3 * 1344u);
  EXPECT_EQ(check(last, 967, Limits{}), Rule::bad_fragment);
  EXPECT_EQ(check(last, 968, Limits{}), Rule::accepted);
}

// Fast DDS stores links of 4 bytes at the start of each missing fragment, at multiples of 4.
TEST(Fragment, ASafeSampleHasRoomForTheLastLink) {
  for (const uint32_t size : {64u, 65u, 66u, 67u, 1344u, 65'000u}) {
    for (uint32_t rest = 1; rest <= 9; ++rest) {
      const Fragment f{.sequence = 1, .start = 1, .count = 1, .size = size, .sample_size = 3 * size + rest};
      const uint32_t safe = safe_sample_size(f), last_link = (3 * size + 3) / 4 * 4;
      EXPECT_GE(safe, last_link + 4) << size << " " << rest;
      EXPECT_GE(safe, f.sample_size);
      EXPECT_LE(safe, f.sample_size + 6);
      Fragment grown = f;
      grown.sample_size = safe;
      EXPECT_EQ(grown.total(), f.total());
      if (size % 4 == 0 && rest >= 4) {
        EXPECT_EQ(safe, f.sample_size);
      }
    }
  }
}

TEST(FragmentWindow, RefusesOtherSizesOfTheSameSample) {
  using Answer = FragmentWindow::Answer;
  FragmentWindow window;
  const Fragment f{.sequence = 7, .start = 1, .count = 1, .size = 1344, .sample_size = 5000};
  EXPECT_EQ(window.judge(f), Answer::first_of_sample);
  window.remember(f);
  EXPECT_EQ(window.judge(f), Answer::same_sizes);
  Fragment other = f;
  other.size = 64;
  EXPECT_EQ(window.judge(other), Answer::refused);
  other = f;
  other.sample_size = 5004;
  EXPECT_EQ(window.judge(other), Answer::refused);
  // A sample in the same slot replaces it; the old one cannot come back with other sizes.
  Fragment later = f;
  later.sequence += FragmentWindow::kSlots;
  window.remember(later);
  EXPECT_EQ(window.judge(f), Answer::refused);
}

std::vector<std::byte> sample_of(std::size_t size) {
  std::vector<std::byte> out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::byte>(i * 7);
  return out;
}

TEST(Reassembly, PutsFragmentsTogetherInAnyOrder) {
  const auto sample = sample_of(3000);
  Reassembly reassembly{Limits{}};
  const Reassembly::Key key{peer_prefix(), kWriter, 1};
  std::optional<std::vector<std::byte>> whole;
  for (const uint32_t start : {3u, 1u, 1u, 2u}) {
    EXPECT_FALSE(whole);
    const Fragment f{.sequence = 1, .start = start, .count = 1, .size = 1344, .sample_size = 3000};
    const Bytes payload = Bytes(sample).subspan((start - 1) * 1344, f.needed_bytes());
    whole = reassembly.add(key, f, payload, Timestamp{});
  }
  ASSERT_TRUE(whole);
  EXPECT_EQ(*whole, sample);
  EXPECT_EQ(reassembly.open_samples(), 0u);
  EXPECT_EQ(reassembly.open_bytes(), 0u);
}

TEST(Reassembly, KeepsWithinItsLimitsAndDropsTheOldest) {
  Limits limits;
  limits.reassembly_bytes = 100'000;
  limits.reassemblies_per_participant = 3;
  Reassembly reassembly(limits);
  const auto begin = [&](uint8_t peer, int64_t sequence, uint32_t size, Timestamp now = {}) {
    const Fragment f{.sequence = sequence, .start = 1, .count = 1, .size = 1344, .sample_size = size};
    return reassembly.add({prefix_of(peer), kWriter, sequence}, f, filled(1344), now);
  };
  for (int64_t i = 1; i <= 10; ++i) begin(1, i, 3000);
  EXPECT_EQ(reassembly.open_samples(), 3u);
  for (uint8_t peer = 2; peer < 100; ++peer) begin(peer, 1, 60'000);
  EXPECT_LE(reassembly.open_bytes(), limits.reassembly_bytes);
  EXPECT_FALSE(begin(200, 1, 60'001));  // too large for one datagram
  EXPECT_GT(reassembly.dropped_samples(), 90u);
  begin(1, 50, 3000, Timestamp::from_seconds(100));
  EXPECT_EQ(reassembly.open_samples(), 1u) << "old ones are dropped";
}

class FilteredFragments : public ::testing::Test {
 protected:
  FilteredFragments() {
    filter.set_own_prefix(own_prefix());
    EXPECT_GT(send(DatagramBuilder().announce()), 0u);
    EXPECT_GT(send(DatagramBuilder().announce_writer()), 0u);
  }
  std::size_t send(const DatagramBuilder& datagram) {
    bytes = datagram.bytes();
    last = filter.check(bytes, kPeerAddress, Timestamp::from_seconds(1000));
    return last.size;
  }
  DatagramFilter filter{filter_options()};
  std::vector<std::byte> bytes;
  Passed last;
};

TEST_F(FilteredFragments, OfSamplesPassUnchanged) {
  for (uint32_t start = 1; start <= 4; ++start) {
    const Fragment f{.sequence = 1, .start = start, .count = 1, .size = 1344, .sample_size = 5000};
    const auto datagram = DatagramBuilder().frag(kAnyReader, kUserWriter, f, filled(f.needed_bytes()));
    EXPECT_EQ(send(datagram), datagram.bytes().size());
    EXPECT_EQ(bytes, datagram.bytes());
  }
  EXPECT_EQ(filter.counts().total_removed(), 0u) << describe(filter.counts());
}

TEST_F(FilteredFragments, OfASampleWithAShortEndGetALargerSampleSize) {
  const Fragment f{.sequence = 1, .start = 1, .count = 1, .size = 1344, .sample_size = 2 * 1344 + 1};
  ASSERT_GT(send(DatagramBuilder().frag(kAnyReader, kUserWriter, f, filled(1344))), 0u);
  EXPECT_EQ(View{bytes}.u32(kHeaderBytes + 4 + 28), 2 * 1344 + 4u);
  Fragment end = f;
  end.start = 3;
  EXPECT_GT(send(DatagramBuilder().frag(kAnyReader, kUserWriter, end, filled(4))), 0u);  // padded to 4 bytes
  EXPECT_EQ(send(DatagramBuilder().frag(kAnyReader, kUserWriter, end, filled(1))), 0u);
  EXPECT_EQ(filter.counts()[Rule::bad_fragment], 1u);
}

// A first fragment, then one that is the last by its own numbers but not by those of the first: Fast DDS would copy
// half a megabyte from a datagram of 100 bytes.
TEST_F(FilteredFragments, WithOtherSizesThanTheFirstAreRemoved) {
  const Fragment first{.sequence = 1, .start = 1, .count = 1, .size = 60'000, .sample_size = 600'000};
  ASSERT_GT(send(DatagramBuilder().frag(kAnyReader, kUserWriter, first, filled(60'000))), 0u);
  const Fragment second{.sequence = 1, .start = 2, .count = 9, .size = 64, .sample_size = 640};
  EXPECT_EQ(send(DatagramBuilder().frag(kAnyReader, kUserWriter, second, filled(640))), 0u);
  EXPECT_EQ(filter.counts()[Rule::fragment_mismatch], 1u);
}

TEST_F(FilteredFragments, OfAKeyAreRemoved) {
  const Fragment f{.sequence = 1, .start = 1, .count = 1, .size = 1344, .sample_size = 5000};
  EXPECT_EQ(send(DatagramBuilder().frag(kAnyReader, kUserWriter, f, filled(1344), 5)), 0u);
  EXPECT_EQ(filter.counts()[Rule::malformed], 1u);
}

TEST_F(FilteredFragments, MayNotClaimUnlimitedMemory) {
  for (int64_t i = 1; i <= 20; ++i) {
    const Fragment f{.sequence = i, .start = 1, .count = 1, .size = 60'000, .sample_size = 200u << 20};
    send(DatagramBuilder().frag(kAnyReader, kUserWriter, f, filled(60'000)));
  }
  EXPECT_EQ(filter.counts()[Rule::memory_limit], 18u);  // two fit into 512 MB
}

TEST_F(FilteredFragments, OfDiscoveryArriveAsOneCheckedMessage) {
  ListBuilder list = endpoint_list(0x00000203);
  const auto sample = list.add(Pid::user_data,
                               [] {
                                 ByteWriter w;
                                 w.u32(3000);
                                 w.bytes(std::vector<std::byte>(3000));
                                 return std::move(w).take();
                               }())
                          .add(0x75, filled(400))
                          .payload();
  const auto total = static_cast<uint32_t>(sample.size());
  for (uint32_t start = 1; start <= 3; ++start) {
    EXPECT_TRUE(last.reassembled.empty());
    const Fragment f{.sequence = 2, .start = start, .count = 1, .size = 1344, .sample_size = total};
    send(DatagramBuilder()
             .frag(kSedpPublicationsReader, kWriter, f, Bytes(sample).subspan((start - 1) * 1344, f.needed_bytes()))
             .heartbeat(kWriter, 1, 2, start));
    EXPECT_EQ(last.size, kHeaderBytes + 32) << "the heartbeat alone";
  }
  ASSERT_EQ(last.reassembled.size(), 1u);
  EXPECT_EQ(filter.counts().reassembled, 1u);
  // The writer is announced now.
  EXPECT_GT(send(DatagramBuilder().heartbeat(0x00000203, 1, 1)), 0u);
  EXPECT_EQ(filter.counts().total_removed(), 0u) << describe(filter.counts());
}

// Cyclone DDS answers the request for a sample with its first fragment, and waits for requests of the others.
TEST_F(FilteredFragments, OfDiscoveryThatAreMissingAreRequested) {
  const Fragment f{.sequence = 2, .start = 2, .count = 1, .size = 1344, .sample_size = 4 * 1344};
  send(DatagramBuilder().frag(kSedpPublicationsReader, kWriter, f, filled(1344)).heartbeat(kWriter, 1, 2, 1));
  ASSERT_EQ(last.requests.size(), 1u);
  EXPECT_EQ(last.requests[0].to, (Destination{kPeerAddress, 7412}));
  const std::vector<std::byte> request = last.requests[0].bytes;
  // A second filter, in the role of the peer, accepts the request.
  DatagramFilter peer(filter_options());
  peer.set_own_prefix(peer_prefix());
  auto announcement = DatagramBuilder(own_prefix())
                          .data(kSpdpReader, kSpdpWriter, 1, participant_list(own_prefix(), kOwnAddress).payload())
                          .bytes();
  ASSERT_GT(peer.check(announcement, kOwnAddress, Timestamp{}).size, 0u);
  std::vector<std::byte> copy = request;
  EXPECT_EQ(peer.check(copy, kOwnAddress, Timestamp{}).size, request.size()) << describe(peer.counts());
  View view{copy};
  constexpr std::size_t kBody = kHeaderBytes + 16 + 4;
  EXPECT_EQ(view.entity(kBody), kSedpPublicationsReader);
  EXPECT_EQ(view.entity(kBody + 4), kWriter);
  EXPECT_EQ(view.sequence(kBody + 8), 2);
  EXPECT_EQ(view.u32(kBody + 16), 1u);  // fragments 1, 3 and 4
  EXPECT_EQ(view.u32(kBody + 20), 4u);
  EXPECT_EQ(view.u32(kBody + 24), 0xb0000000u);
  EXPECT_EQ(view.u32(kBody + 28), 1u);
  send(DatagramBuilder().heartbeat(kWriter, 1, 2, 2));
  EXPECT_TRUE(last.requests.empty()) << "not twice at once";
}

TEST_F(FilteredFragments, OfForeignDiscoveryAreRefusedWhenWhole) {
  const auto sample = endpoint_list(kUserWriter, prefix_of(0x55))
                          .add(0x2c,
                               [] {
                                 ByteWriter w;
                                 w.u32(300);
                                 w.bytes(std::vector<std::byte>(300));
                                 return std::move(w).take();
                               }())
                          .payload();
  for (uint32_t start = 1; start <= (sample.size() + 255) / 256; ++start) {
    const Fragment f{
        .sequence = 2, .start = start, .count = 1, .size = 256, .sample_size = static_cast<uint32_t>(sample.size())};
    send(DatagramBuilder().frag(kSedpPublicationsReader, kWriter, f,
                                Bytes(sample).subspan((start - 1) * 256, f.needed_bytes())));
    EXPECT_TRUE(last.reassembled.empty());
  }
  EXPECT_EQ(filter.counts()[Rule::foreign_guid], 1u) << describe(filter.counts());
}

}  // namespace
}  // namespace gs::ros2::rtps
