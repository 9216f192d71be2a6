// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Discovery traffic of other implementations (testdata/rtps) passes, and damaged copies of it do no harm.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "gs/core/testing/source_folder.h"
#include "gs/ros2/rtps/submessage.h"
#include "gs/ros2/rtps/testing/datagram.h"

namespace gs::ros2::rtps {
namespace {

struct Capture {
  GuidPrefix to{};  // the participant to which the datagrams were sent
  std::vector<std::pair<Address, std::vector<std::byte>>> datagrams;
};

std::vector<std::byte> from_hex(const std::string& text) {
  std::vector<std::byte> out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    out.push_back(static_cast<std::byte>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return out;
}

Address from_dots(const std::string& text) {
  std::istringstream in(text);
  Address out = 0;
  std::string octet;
  while (std::getline(in, octet, '.')) out = out << 8 | static_cast<Address>(std::stoi(octet));
  return out;
}

// Reads a capture: "to PREFIX" names the receiver, other lines are "ADDRESS BYTES" in hexadecimal, '#' starts a
// comment.
Capture read_capture(const std::string& name) {
  std::ifstream in(testdata("rtps/" + name + ".txt"));
  EXPECT_TRUE(in) << name;
  Capture out;
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string first, bytes;
    words >> first >> bytes;
    if (first.empty() || first == "#") continue;
    if (first != "to") {
      out.datagrams.emplace_back(from_dots(first), from_hex(bytes));
      continue;
    }
    const auto prefix = from_hex(bytes);
    std::copy(prefix.begin(), prefix.end(), out.to.begin());
  }
  return out;
}

// A capture and the counters of the filter after it.
struct Expected {
  std::string name;
  std::size_t endpoints;  // announced ones, and one for each built-in writer that sent a heartbeat
  uint64_t reassembled, unsupported;
};

// Text for failure messages of GoogleTest.
void PrintTo(const Expected& e, std::ostream* out) { *out << e.name; }

class Golden : public ::testing::TestWithParam<Expected> {
 protected:
  static constexpr Timestamp kStart{1'000'000'000'000};
  static FilterOptions options() { return {.own_networks = {{from_dots("10.77.0.9"), 24}}}; }
};

TEST_P(Golden, PassesWhole) {
  const Capture capture = read_capture(GetParam().name);
  DatagramFilter filter(options());
  filter.set_own_prefix(capture.to);
  for (auto [sender, bytes] : capture.datagrams) filter.check(bytes, sender, kStart);
  FilterCounts counts = filter.counts();
  EXPECT_EQ(counts[Rule::unsupported_endpoint], GetParam().unsupported);
  counts[Rule::unsupported_endpoint] = 0;
  EXPECT_EQ(counts.total_removed(), 0u) << describe(counts);
  EXPECT_EQ(counts.locators_blanked, 0u);
  EXPECT_EQ(counts.reassembled, GetParam().reassembled);
  EXPECT_EQ(filter.size().participants, 2u);  // the peer and our own
  EXPECT_EQ(filter.size().endpoints, GetParam().endpoints);
}

// A datagram that has passed passes again unchanged: editing is complete after one pass.
TEST_P(Golden, IsUnchangedBySecondPass) {
  const Capture capture = read_capture(GetParam().name);
  DatagramFilter filter(options()), second(options());
  filter.set_own_prefix(capture.to);
  second.set_own_prefix(capture.to);
  for (auto [sender, bytes] : capture.datagrams) {
    Passed passed = filter.check(bytes, sender, kStart);
    bytes.resize(passed.size);
    passed.reassembled.push_back(bytes);
    for (const auto& message : passed.reassembled) {
      if (message.empty()) continue;
      std::vector<std::byte> again = message;
      EXPECT_EQ(second.check(again, sender, kStart).size, message.size());
      EXPECT_EQ(again, message);
    }
  }
  EXPECT_EQ(second.counts().total_removed(), 0u) << describe(second.counts());
}

TEST_P(Golden, SurvivesCuttingAtEveryByte) {
  const Capture capture = read_capture(GetParam().name);
  for (const auto& [sender, bytes] : capture.datagrams) {
    DatagramFilter filter(options());
    filter.set_own_prefix(capture.to);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_LE(filter.check(cut, sender, kStart).size, size);
    }
  }
}

// Flips every bit of every datagram, one at a time. Output that passes is well formed, so a second pass keeps it all.
TEST_P(Golden, SurvivesEveryFlippedBit) {
  const Capture capture = read_capture(GetParam().name);
  for (const auto& [sender, bytes] : capture.datagrams) {
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      DatagramFilter filter(options());
      filter.set_own_prefix(capture.to);
      auto announcement = capture.datagrams.front().second;
      filter.check(announcement, sender, kStart);
      std::vector<std::byte> flipped = bytes;
      flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      flipped.resize(filter.check(flipped, sender, kStart).size);
      for (std::size_t at = kHeaderBytes; at < flipped.size();) {
        const auto s = read_submessage(View{flipped}, at);
        ASSERT_TRUE(s) << "bit " << bit;
        at = s->end;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Captured, Golden,
                         ::testing::Values(Expected{"fast_dds_2_9_1", 4, 0, 0},
                                           Expected{"cyclone_dds_0_10_2", 10, 0, 0},
                                           Expected{"cyclone_dds_0_10_2_fragments", 5, 2, 0}),
                         [](const auto& given) { return given.param.name; });
INSTANTIATE_TEST_SUITE_P(Constructed, Golden,
                         ::testing::Values(Expected{"fast_dds_2_6", 4, 0, 0}, Expected{"fast_dds_2_14", 4, 0, 0},
                                           Expected{"fast_dds_3_2", 4, 0, 1}),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace gs::ros2::rtps
