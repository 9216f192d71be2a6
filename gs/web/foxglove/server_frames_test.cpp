// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames of the server: bytes and texts as the specification of the protocol shows them.
#include "gs/web/foxglove/server_frames.h"

#include <gtest/gtest.h>

#include "gs/core/json/json.h"

namespace gs::web {
namespace {

std::string hex(const std::vector<std::byte>& bytes) {
  std::string out;
  for (const std::byte byte : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    out += kDigits[static_cast<int>(byte) >> 4];
    out += kDigits[static_cast<int>(byte) & 15];
  }
  return out;
}

Node parsed(const std::string& text) {
  auto node = parse_json(text);
  EXPECT_TRUE(node) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << "a frame is one line";
  return node ? *node : Node{};
}

TEST(ServerFrames, BinaryFramesHaveTheBytesOfTheSpecification) {
  EXPECT_EQ(hex(message_header(7, Timestamp{1'000'000'000})), "010700000000ca9a3b00000000");
  EXPECT_EQ(hex(time_frame(Timestamp{1234567890})), "02d202964900000000");
  const std::vector<std::byte> payload{std::byte{0xab}};
  EXPECT_EQ(hex(service_response_frame(5, 9, "cdr", payload)), "03050000000900000003000000636472ab");
  EXPECT_EQ(hex(asset_failure_frame(3, "no")), "040300000001020000006e6f");
}

TEST(ServerFrames, TheFirstFrameSaysWhatTheServerCanDo) {
  const Node info = parsed(server_info_text({.name = "gs",
                                             .capabilities = {"time"},
                                             .supported_encodings = {"cdr"},
                                             .metadata = {{"ROS_DISTRO", "humble"}},
                                             .session_id = "s1"}));
  EXPECT_EQ(info["op"].text, "serverInfo");
  EXPECT_EQ(info["capabilities"].items.at(0).text, "time");
  EXPECT_EQ(info["metadata"]["ROS_DISTRO"].text, "humble");
  EXPECT_EQ(info["sessionId"].text, "s1");
}

TEST(ServerFrames, ChannelsAndServicesCarryTheirSchemas) {
  const Node channels =
      parsed(advertise_text({{4, "/odom", "cdr", "nav_msgs/msg/Odometry", "float64 x\n", "ros2msg"}}));
  EXPECT_EQ(channels["channels"].items.at(0)["schema"].text, "float64 x\n");
  EXPECT_EQ(channels["channels"].items.at(0)["id"].integer, 4);
  const Node services =
      parsed(advertise_services_text({{1, "/sim/pause", "std_srvs/srv/Trigger", "std_srvs/srv/Trigger_Request", "",
                                       "std_srvs/srv/Trigger_Response", "bool success\n"}}));
  const Node& service = services["services"].items.at(0);
  EXPECT_EQ(service["response"]["schema"].text, "bool success\n");
  EXPECT_EQ(service["request"]["schemaEncoding"].text, "ros2msg");
  EXPECT_EQ(parsed(unadvertise_text({4, 5}))["channelIds"].items.size(), 2u);
}

// JavaScript reads 3.0 as the integer 3 unless the type says float64.
TEST(ServerFrames, FloatingParametersAreMarked) {
  const Node values = parsed(parameter_values_text(
      {{"a", Node::of(3.0), "float64"}, {"b", Node::of(int64_t{3}), ""}, {"c", Node{}, "float64"}}, "q"));
  const auto& items = values["parameters"].items;
  EXPECT_EQ(items.at(0)["type"].text, "float64");
  EXPECT_EQ(items.at(0)["value"].real, 3.0);
  EXPECT_EQ(items.at(1).find("type"), nullptr);
  EXPECT_EQ(items.at(2).find("value"), nullptr);
  EXPECT_EQ(values["id"].text, "q");
}

TEST(ServerFrames, AStatusCanBeRemovedByItsId) {
  EXPECT_EQ(status_text(StatusLevel::warning, "slow", "drop:/odom"),
            R"({"op": "status", "level": 1, "message": "slow", "id": "drop:/odom"})");
  EXPECT_EQ(parsed(remove_status_text("drop:/odom"))["statusIds"].items.at(0).text, "drop:/odom");
  EXPECT_EQ(parsed(service_failure_text(1, 2, "busy"))["callId"].integer, 2);
}

TEST(ServerFrames, TheGraphListsWhatIsGone) {
  ConnectionGraph before, now;
  before.published["/a"] = {"node"};
  before.subscribed["/b"] = {"client-1"};
  before.services["/s"] = {"node"};
  now.published["/c"] = {"node"};
  const Node update = parsed(connection_graph_text(now, before));
  EXPECT_EQ(update["publishedTopics"].items.at(0)["name"].text, "/c");
  EXPECT_EQ(update["publishedTopics"].items.at(0)["publisherIds"].items.at(0).text, "node");
  EXPECT_EQ(update["removedTopics"].items.size(), 2u);
  EXPECT_EQ(update["removedServices"].items.at(0).text, "/s");
}

TEST(ServerFrames, ARecordingTellsItsTimes) {
  ServerInfo info;
  info.data_start = Timestamp{1'500'000'000'123'456'789};
  info.data_end = Timestamp{1'500'000'002'000'000'001};
  const Node text = parsed(server_info_text(info));
  EXPECT_EQ(text["dataStartTime"]["sec"].integer, 1'500'000'000);
  EXPECT_EQ(text["dataStartTime"]["nsec"].integer, 123'456'789);
  EXPECT_EQ(text["dataEndTime"]["nsec"].integer, 1);
  EXPECT_EQ(parsed(server_info_text({})).find("dataStartTime"), nullptr);
}

// The first frame equals the snapshot of Foxglove's own library.
TEST(ServerFrames, PlaybackStatesHaveTheirLayout) {
  EXPECT_EQ(hex(playback_state_frame({PlaybackStatus::playing, Timestamp{12345}, 1, false, ""})),
            "05003930000000000000"
            "0000803f"
            "00"
            "00000000");
  EXPECT_EQ(hex(playback_state_frame({PlaybackStatus::ended, Timestamp{1}, 2, true, "ab"})),
            "05030100000000000000"
            "00000040"
            "01"
            "02000000"
            "6162");
}

}  // namespace
}  // namespace gs::web
