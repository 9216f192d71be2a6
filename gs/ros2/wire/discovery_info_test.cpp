// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Discovery information of ROS nodes, cut anywhere and with flipped bits.
#include "gs/ros2/wire/discovery_info.h"

#include <gtest/gtest.h>

#include "gs/ros2/wire/graph.h"

namespace gs::ros2 {
namespace {

// GUID of an endpoint of a participant.
Guid guid_of(uint8_t participant, uint8_t entity) {
  Guid out;
  out.bytes[0] = 0x01, out.bytes[1] = 0x0f;
  out.bytes[11] = participant, out.bytes[15] = entity;
  return out;
}

// A participant with one node that has endpoints and one that has none.
ParticipantNodes example(bool wide) {
  return {.participant = guid_of(1, 0xc1),
          .nodes = {{"/", "simulator_node", {guid_of(1, 4)}, {guid_of(1, 3), guid_of(1, 5)}}, {"/ns", "b", {}, {}}},
          .wide_gids = wide};
}

// Parameter: whether gids have 24 bytes.
class DiscoveryInfo : public ::testing::TestWithParam<bool> {};

TEST_P(DiscoveryInfo, IsReadBackWithItsWidthDetected) {
  const ParticipantNodes before = example(GetParam());
  const auto after = decode_discovery_info(encode_discovery_info(before));
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*after, before);
}

TEST_P(DiscoveryInfo, CutAnywhereNamesNoNode) {
  const auto whole = encode_discovery_info(example(GetParam()));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    // The padding zeros of a 24-byte gid read as "no nodes" with 16-byte gids, so the first 24 bytes of a wide sample
    // are a valid narrow one.
    const auto cut = decode_discovery_info(Bytes(whole).first(size));
    EXPECT_TRUE(!cut || cut->nodes.empty()) << size;
  }
}

TEST_P(DiscoveryInfo, FlippedBitsNeverCrash) {
  const auto whole = encode_discovery_info(example(GetParam()));
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    auto damaged = whole;
    damaged[bit / 8] ^= std::byte(1u << (bit % 8));
    [[maybe_unused]] const auto result = decode_discovery_info(damaged);
  }
}

INSTANTIATE_TEST_SUITE_P(NarrowAndWide, DiscoveryInfo, ::testing::Bool());

TEST(DiscoveryInfoBytes, AreThoseOfTheWire) {
  const auto bytes =
      encode_discovery_info({.participant = guid_of(7, 0xc1), .nodes = {{"/", "n", {}, {guid_of(7, 3)}}}});
  const std::vector<int> expected = {0, 1,  0, 0,                                              // encapsulation
                                     1, 15, 0, 0, 0,   0,  0, 0, 0, 0, 0, 7, 0,   0, 0, 0xc1,  // participant
                                     1, 0,  0, 0,                                              // nodes
                                     2, 0,  0, 0, '/', 0,  0, 0, 2, 0, 0, 0, 'n', 0, 0, 0,  // namespace, name, aligned
                                     0, 0,  0, 0,                                           // readers
                                     1, 0,  0, 0, 1,   15, 0, 0, 0, 0, 0, 0, 0,   0, 0, 7,    0, 0, 0, 3};
  ASSERT_EQ(bytes.size(), expected.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(static_cast<int>(bytes[i]), expected[i]) << i;
}

TEST(Graph, ForgetsAParticipantWithAllItsEndpoints) {
  Graph graph;
  graph.set_nodes(example(false));
  graph.add({.guid = guid_of(1, 3), .is_writer = true, .topic = "rt/odom", .type = "nav_msgs::msg::dds_::Odometry_"});
  graph.add({.guid = guid_of(2, 3), .is_writer = true, .topic = "rt/tf", .type = "tf2_msgs::msg::dds_::TFMessage_"});
  EXPECT_EQ(graph.node_of(guid_of(1, 3)), "/simulator_node");
  EXPECT_EQ(graph.nodes().size(), 2u);
  EXPECT_EQ(topics_of(graph.endpoints()).at("/odom").at(0), "nav_msgs/msg/Odometry");
  graph.remove_participant(guid_of(1, 0xc1));
  EXPECT_EQ(graph.nodes().size(), 0u);
  EXPECT_EQ(graph.endpoints().size(), 1u);
}

TEST(CallStyle, FollowsTheVendor) {
  EXPECT_EQ(call_style(guid_of(1, 1)), CallStyle::inline_qos);
  Guid cyclone = guid_of(1, 1);
  cyclone.bytes[1] = 0x10;
  EXPECT_EQ(call_style(cyclone), CallStyle::payload_header);
}

}  // namespace
}  // namespace gs::ros2
