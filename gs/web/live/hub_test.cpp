// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The protocol without a network: subscriptions, one driver at a time, view-only, limits, another world.
#include "gs/web/live/hub.h"

#include <gtest/gtest.h>

#include "gs/core/format.h"
#include "gs/core/json/json.h"

namespace gs::web {
namespace {

constexpr const char* kControlType = "ackermann_msgs/msg/AckermannDriveStamped";

// Remembers what the hub asked for.
class FakeBackend final : public HubBackend {
 public:
  Result<void> command(Bytes cdr) override {
    if (cdr.empty()) return fail(ErrorCode::truncated, "no command");
    commands.emplace_back(as_text(cdr));
    return {};
  }
  Result<void> drive(const std::string& driver, Bytes json) override {
    if (json.empty()) return fail(ErrorCode::corrupt, "no input");
    commands.push_back(driver + " " + std::string(as_text(json)));
    return {};
  }
  void drive_ended() override { commands.emplace_back("ended"); }
  std::vector<ParameterValue> parameters() override {
    return {{"a", Node::of(value), "float64"}, {"b", Node::of(1), ""}};
  }
  Result<void> set_parameter(const std::string& name, const Node* wanted) override {
    if (name != "a" || wanted == nullptr) return fail(ErrorCode::unsupported, "read-only");
    value = wanted->real;
    return {};
  }
  Result<void> call(uint32_t, Bytes, Done done) override {
    calls.push_back(std::move(done));
    return {};
  }
  std::vector<std::string> commands;
  std::vector<Done> calls;
  double value = 1;
};

std::shared_ptr<ChannelTable> table_with(uint32_t first_id) {
  auto table = std::make_shared<ChannelTable>();
  table->session_id = format("s{}", first_id);
  for (const auto& [topic, lane] : {std::pair{"/map", Lane::latched}, std::pair{"/odom", Lane::state}}) {
    Channel& channel = table->channels.emplace_back();
    channel.info = {first_id++, topic, "cdr", "a/msg/B", "float64 x\n", "ros2msg"};
    channel.lane = lane;
  }
  return table;
}

class HubTest : public ::testing::Test {
 protected:
  void start(bool view_only = false) {
    hub_.emplace(HubOptions{.name = "test",
                            .version = "1",
                            .view_only = view_only,
                            .control_topic = "/cmd",
                            .control_type = kControlType,
                            .drive_topic = "/drive",
                            .services = {{0, "/sim/pause", "T", "Q", "", "R", ""}}},
                 backend_, feed_);
    table_ = table_with(1);
    feed_.announce(table_);
    hub_->pump();
  }
  std::shared_ptr<ClientLanes> connect(uint32_t id) {
    auto lanes = std::make_shared<ClientLanes>();
    hub_->opened(id, lanes);
    frames(*lanes);
    return lanes;
  }
  // Text frames as JSON, binary ones as "binary" with their payload.
  static std::vector<Node> frames(ClientLanes& lanes) {
    std::vector<Node> out;
    while (const auto frame = lanes.next()) {
      if (frame->is_text) {
        out.push_back(parse_json(as_text(frame->head)).value());
      } else {
        Node binary = Node::map();
        binary.add("op", Node::of("binary"));
        binary.add("code", Node::of(static_cast<int>(frame->head.at(0))));
        if (frame->payload) binary.add("payload", Node::of(as_text(*frame->payload)));
        out.push_back(std::move(binary));
      }
    }
    return out;
  }
  // The message of the only frame, which must be a status.
  static std::string status_of(ClientLanes& lanes) {
    const auto all = frames(lanes);
    if (all.size() != 1 || all[0]["op"].text != "status") return format("{} frames", all.size());
    return all[0]["message"].text;
  }
  void publish(std::size_t channel, std::string_view payload) {
    const Bytes bytes = as_bytes(payload);
    feed_.publish(table_->channels[channel], {}, {bytes.begin(), bytes.end()});
    hub_->pump();
  }
  void advertise_control(uint32_t client) {
    hub_->text(client, format(R"({{"op":"advertise","channels":[{{"id":1,"topic":"/cmd","encoding":"cdr",)"
                              R"("schemaName":"{}"}}]}})",
                              kControlType));
  }
  void advertise_drive(uint32_t client) {
    hub_->text(client,
               R"({"op":"advertise","channels":[{"id":2,"topic":"/drive","encoding":"json","schemaName":""}]})");
  }
  void command(uint32_t client, char value, uint8_t channel = 1) {
    const std::byte frame[] = {std::byte{1}, std::byte{channel}, {}, {}, {}, static_cast<std::byte>(value)};
    hub_->binary(client, frame);
  }
  void call(uint32_t client, uint8_t service, uint8_t id) {
    const std::byte frame[] = {std::byte{2},
                               std::byte{service},
                               {},
                               {},
                               {},
                               std::byte{id},
                               {},
                               {},
                               {},
                               std::byte{3},
                               {},
                               {},
                               {},
                               std::byte{'c'},
                               std::byte{'d'},
                               std::byte{'r'}};
    hub_->binary(client, frame);
  }

  FakeBackend backend_;
  Feed feed_{[] {}};
  std::optional<Hub> hub_;
  std::shared_ptr<ChannelTable> table_;
};

TEST_F(HubTest, AClientFirstLearnsWhatThereIs) {
  start();
  auto lanes = std::make_shared<ClientLanes>();
  hub_->opened(1, lanes);
  const auto seen = frames(*lanes);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0]["op"].text, "serverInfo");
  EXPECT_EQ(seen[1]["channels"].items.size(), 2u);
  EXPECT_EQ(seen[2]["services"].items.at(0)["name"].text, "/sim/pause");
}

TEST_F(HubTest, OnlySubscribersGetMessagesAndLateOnesGetLatchedOnes) {
  start();
  const auto lanes = connect(1);
  publish(0, "map");
  publish(1, "odom");
  EXPECT_TRUE(frames(*lanes).empty());
  EXPECT_EQ(table_->channels[1].subscribers, 0);
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":1},{"id":8,"channelId":2}]})");
  EXPECT_EQ(table_->channels[1].subscribers, 1);
  const auto latched = frames(*lanes);
  ASSERT_EQ(latched.size(), 1u);
  EXPECT_EQ(latched[0]["payload"].text, "map");
  publish(1, "odom");
  EXPECT_EQ(frames(*lanes).at(0)["payload"].text, "odom");
  hub_->text(1, R"({"op":"unsubscribe","subscriptionIds":[8]})");
  publish(1, "odom");
  EXPECT_TRUE(frames(*lanes).empty());
  EXPECT_EQ(table_->channels[1].subscribers, 0);
}

TEST_F(HubTest, AClientThatLeavesIsCountedNoLonger) {
  start();
  connect(1);
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":2}]})");
  EXPECT_EQ(table_->channels[1].subscribers, 1);
  hub_->closed(1);
  EXPECT_EQ(table_->channels[1].subscribers, 0);
}

TEST_F(HubTest, RefusesUnknownAndRepeatedIdsAndTooManySubscriptions) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":99}]})");
  EXPECT_EQ(status_of(*lanes), "subscribe: channel 99 is not advertised");
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":1}]})");
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":1}]})");
  EXPECT_EQ(status_of(*lanes), "subscribe: subscription 7 exists already");
  hub_->text(1, R"({"op":"unsubscribe","subscriptionIds":[9]})");
  EXPECT_EQ(status_of(*lanes), "unsubscribe: no subscription 9");
  for (std::size_t id = 100; id < 100 + kMaxSubscriptions; ++id)
    hub_->text(1, format(R"({{"op":"subscribe","subscriptions":[{{"id":{},"channelId":1}}]}})", id));
  EXPECT_EQ(status_of(*lanes), "subscribe: a client may have 256 subscriptions");
}

TEST_F(HubTest, AMalformedFrameIsNamedAndTheClientStays) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, "{");
  EXPECT_TRUE(status_of(*lanes).starts_with("the frame was ignored: "));
  hub_->binary(1, {});
  EXPECT_TRUE(status_of(*lanes).starts_with("the frame was ignored: "));
  EXPECT_FALSE(lanes->closing());
}

TEST_F(HubTest, OneClientDrivesAtATime) {
  start();
  const auto first = connect(1), second = connect(2);
  advertise_control(1);
  advertise_control(2);
  command(1, 'a');
  command(2, 'b');
  command(2, 'c');
  EXPECT_EQ(backend_.commands, std::vector<std::string>{"a"});
  EXPECT_EQ(status_of(*second), "client-1 drives; commands of other clients are ignored");
  hub_->closed(1);
  command(2, 'd');
  EXPECT_EQ(backend_.commands, (std::vector<std::string>{"a", "ended", "d"}));
  hub_->text(2, R"({"op":"unadvertise","channelIds":[1]})");
  command(2, 'e');
  EXPECT_EQ(status_of(*second), "message data: channel 1 is not advertised");
}

TEST_F(HubTest, OnePersonDrivesAndNobodyElseCommands) {
  start();
  const auto first = connect(1), second = connect(2);
  advertise_drive(1), advertise_drive(2), advertise_control(2);
  command(1, 'x', 2);
  command(2, 'y', 2);
  command(2, 'z', 1);
  EXPECT_EQ(status_of(*second), "client-1 drives; commands of other clients are ignored");
  hub_->text(1, R"({"op":"unadvertise","channelIds":[2]})");
  command(2, 'y', 2);
  hub_->closed(2);
  EXPECT_EQ(backend_.commands, (std::vector<std::string>{"client-1 x", "ended", "client-2 y", "ended"}));
}

// A bad input gives nobody the wheel.
TEST_F(HubTest, ChecksInputsByHand) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, R"({"op":"advertise","channels":[{"id":2,"topic":"/drive","encoding":"cdr","schemaName":""}]})");
  EXPECT_EQ(status_of(*lanes), "advertise /drive: the encoding must be json, not cdr");
  advertise_drive(1);
  const std::byte empty[] = {std::byte{1}, std::byte{2}, {}, {}, {}};
  hub_->binary(1, empty);
  EXPECT_EQ(status_of(*lanes), "/drive: no input");
  hub_->closed(1);
  EXPECT_TRUE(backend_.commands.empty());
}

TEST_F(HubTest, ChecksTypeAndEncodingOfCommands) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, R"({"op":"advertise","channels":[{"id":1,"topic":"/cmd","encoding":"json","schemaName":"x"}]})");
  EXPECT_EQ(status_of(*lanes), "advertise /cmd: the encoding must be cdr, not json");
  hub_->text(1, R"({"op":"advertise","channels":[{"id":1,"topic":"/cmd","encoding":"cdr","schemaName":"x/msg/Y"}]})");
  EXPECT_EQ(status_of(*lanes), format("advertise /cmd: the type must be {}, not x/msg/Y", kControlType));
  hub_->text(1, R"({"op":"advertise","channels":[{"id":1,"topic":"/a","encoding":"cdr","schemaName":"x/msg/Y"}]})");
  EXPECT_EQ(status_of(*lanes), "advertise /a: nothing subscribes to this topic");
  command(1, 'a');
  EXPECT_TRUE(backend_.commands.empty());
}

TEST_F(HubTest, AnswersServicesLaterAndBoundsThem) {
  start();
  const auto lanes = connect(1);
  for (uint8_t id = 0; id < 5; ++id) call(1, 0, id);
  const auto refused = frames(*lanes);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0]["op"].text, "serviceCallFailure");
  EXPECT_EQ(refused[0]["callId"].integer, 4);
  ASSERT_EQ(backend_.calls.size(), 4u);
  backend_.calls[0](std::vector<std::byte>{std::byte{1}});
  backend_.calls[1](fail(ErrorCode::corrupt, "bad request"));
  const auto answers = frames(*lanes);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0]["code"].integer, 3);
  EXPECT_EQ(answers[1]["message"].text, "bad request");
  call(1, 9, 7);
  EXPECT_EQ(frames(*lanes).at(0)["message"].text, "service 9 is not advertised");
  hub_->closed(1);
  backend_.calls[2](std::vector<std::byte>{});  // the client has left
}

TEST_F(HubTest, ParametersAreReadSetAndWatched) {
  start();
  const auto lanes = connect(1), watcher = connect(2);
  hub_->text(2, R"({"op":"subscribeParameterUpdates","parameterNames":["a"]})");
  hub_->text(1, R"({"op":"getParameters","parameterNames":[],"id":"q"})");
  const auto all = frames(*lanes);
  EXPECT_EQ(all.at(0)["parameters"].items.size(), 2u);
  EXPECT_EQ(all.at(0)["id"].text, "q");
  hub_->text(1, R"({"op":"setParameters","parameters":[{"name":"a","value":3}]})");
  EXPECT_EQ(frames(*lanes).at(0)["parameters"].items.at(0)["value"].real, 3.0);
  EXPECT_EQ(frames(*watcher).at(0)["parameters"].items.at(0)["value"].real, 3.0);
  hub_->text(1, R"({"op":"setParameters","parameters":[{"name":"b","value":3}]})");
  EXPECT_EQ(frames(*lanes).at(0)["message"].text, "setParameters: read-only");
  EXPECT_TRUE(frames(*watcher).empty());
}

TEST_F(HubTest, ViewOnlyRefusesEveryChange) {
  start(true);
  auto lanes = std::make_shared<ClientLanes>();
  hub_->opened(1, lanes);
  const auto seen = frames(*lanes);
  ASSERT_EQ(seen.size(), 2u) << "no services";
  for (const Node& capability : seen[0]["capabilities"].items) {
    EXPECT_NE(capability.text, "services");
    EXPECT_NE(capability.text, "clientPublish");
  }
  advertise_control(1);
  EXPECT_EQ(status_of(*lanes), "publishing: the server was started with --view-only");
  advertise_drive(1);
  EXPECT_EQ(status_of(*lanes), "publishing: the server was started with --view-only");
  for (const uint8_t channel : {1, 2}) {
    command(1, 'a', channel);
    EXPECT_EQ(status_of(*lanes), "publishing: the server was started with --view-only");
  }
  call(1, 0, 1);
  EXPECT_EQ(frames(*lanes).at(0)["op"].text, "serviceCallFailure");
  hub_->text(1, R"({"op":"setParameters","parameters":[{"name":"a","value":3}]})");
  const auto unchanged = frames(*lanes);
  ASSERT_EQ(unchanged.size(), 2u);
  EXPECT_EQ(unchanged[1]["parameters"].items.at(0)["value"].real, 1.0);
  EXPECT_TRUE(backend_.commands.empty() && backend_.calls.empty());
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":8,"channelId":2}]})");
  publish(1, "odom");
  EXPECT_EQ(frames(*lanes).at(0)["payload"].text, "odom");
}

TEST_F(HubTest, AnotherWorldEndsTheSubscriptions) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":8,"channelId":2}]})");
  feed_.announce(table_with(3));
  hub_->pump();
  const auto seen = frames(*lanes);
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[0]["op"].text, "unadvertise");
  EXPECT_EQ(seen[0]["channelIds"].items.size(), 2u);
  EXPECT_EQ(seen[1]["sessionId"].text, "s3-0");
  EXPECT_EQ(seen[2]["channels"].items.at(0)["id"].integer, 3);
  publish(1, "old");
  EXPECT_TRUE(frames(*lanes).empty());
}

TEST_F(HubTest, TimeThatGoesBackBeginsANewSession) {
  start();
  const auto lanes = connect(1);
  feed_.set_time(Timestamp{500});
  hub_->pump();
  EXPECT_EQ(frames(*lanes).at(0)["code"].integer, 2);
  feed_.set_time(Timestamp{0});
  hub_->pump();
  const auto seen = frames(*lanes);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0]["sessionId"].text, "s1-1");
}

TEST_F(HubTest, SaysWhichTopicIsLeftOutAndThatItRecovered) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, R"({"op":"subscribe","subscriptions":[{"id":8,"channelId":2}]})");
  publish(1, "a");
  publish(1, "b");  // replaces the first, which was not taken
  feed_.set_time(Timestamp::from_seconds(1));
  hub_->pump();
  auto seen = frames(*lanes);
  EXPECT_EQ(seen.at(0)["id"].text, "drop:/odom");
  EXPECT_EQ(seen.at(0)["op"].text, "status");
  feed_.set_time(Timestamp::from_seconds(2));
  hub_->pump();
  seen = frames(*lanes);
  EXPECT_EQ(seen.at(0)["op"].text, "removeStatus");
}

TEST_F(HubTest, TheConnectionGraphFollowsTheClients) {
  start();
  const auto lanes = connect(1);
  connect(2);
  hub_->text(1, R"({"op":"subscribeConnectionGraph"})");
  const Node whole = frames(*lanes).at(0);
  EXPECT_EQ(whole["publishedTopics"].items.size(), 2u);
  EXPECT_EQ(whole["subscribedTopics"].items.at(0)["name"].text, "/cmd");
  EXPECT_EQ(whole["advertisedServices"].items.size(), 1u);
  hub_->text(2, R"({"op":"subscribe","subscriptions":[{"id":8,"channelId":2}]})");
  EXPECT_EQ(frames(*lanes).at(0)["subscribedTopics"].items.at(2)["subscriberIds"].items.at(0).text, "client-2");
  hub_->closed(2);
  EXPECT_EQ(frames(*lanes).at(0)["subscribedTopics"].items.size(), 2u);
  hub_->text(1, R"({"op":"unsubscribeConnectionGraph"})");
  connect(3);
  EXPECT_TRUE(frames(*lanes).empty());
}

TEST_F(HubTest, AssetsAndPlaybackAreRefusedByName) {
  start();
  const auto lanes = connect(1);
  hub_->text(1, R"({"op":"fetchAsset","uri":"package://a/../../etc/passwd","requestId":3})");
  EXPECT_EQ(frames(*lanes).at(0)["code"].integer, 4);
  std::vector<std::byte> play(19);
  play[0] = std::byte{3}, play[4] = std::byte{0x80}, play[5] = std::byte{0x3f};
  hub_->binary(1, play);
  EXPECT_TRUE(status_of(*lanes).starts_with("playback control: "));
}

}  // namespace
}  // namespace gs::web
