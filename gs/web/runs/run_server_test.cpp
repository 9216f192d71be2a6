// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A recorded run on loopback: what Foxglove clients get and may ask for. The test sets the clock.
#include "gs/web/runs/run_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <optional>

#include "gs/core/bytes.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/web/runs/testing/small_run.h"
#include "gs/web/testing/raw_client.h"
#include "gs/web/testing/read_text.h"

namespace gs::web {
namespace {

class RunServerTest : public ::testing::Test {
 protected:
  void serve(double seconds = 2) {
    write_small_run(folder_ / "run.mcap", seconds);
    RunServerOptions options;
    options.server.guard.token = "secret";
    options.now = [this] { return Playback::Time(std::chrono::milliseconds(now_ms_.load())); };
    auto server = RunServer::start(folder_ / "run.mcap", std::move(options));
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }

  TemporaryFolder folder_;
  std::atomic<int64_t> now_ms_{1000};
  std::unique_ptr<RunServer> server_;
};

// A client that has read the topics.
class RunViewer {
 public:
  explicit RunViewer(uint16_t port) : client_(port) {
    EXPECT_TRUE(client_.upgrade(port, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
    info = text("serverInfo");
    channels = text("advertise")["channels"].items;
    first_state = binary(5, 0);
  }
  uint32_t id(std::string_view topic) const {
    for (const Node& channel : channels) {
      if (channel["topic"].text == topic) return static_cast<uint32_t>(channel["id"].integer);
    }
    return 0;
  }
  void send(std::string_view frame) { client_.send_frame(RawClient::text, frame); }
  void subscribe(std::string_view topic) {
    send(format(R"({{"op":"subscribe","subscriptions":[{{"id":{0},"channelId":{0}}}]}})", id(topic)));
  }
  void control(bool pause, float speed, std::optional<Timestamp> seek, std::string_view request) {
    ByteWriter out;
    out.u8(3), out.u8(pause ? 1 : 0), out.u32(std::bit_cast<uint32_t>(speed)), out.u8(seek ? 1 : 0);
    out.u64(static_cast<uint64_t>(seek.value_or(Timestamp{}).ns)), out.string32(request);
    client_.send_frame(RawClient::binary, as_text(out.view()));
  }
  Node text(std::string_view op) { return read_text(client_, op); }
  // What follows the first byte (and the subscription, unless it is 0) of the next such binary frame.
  std::string binary(char operation, uint32_t subscription) {
    std::string begin(1, operation);
    if (subscription != 0) begin += {static_cast<char>(subscription), 0, 0, 0};
    while (const auto frame = client_.read_frame()) {
      if (frame->opcode == RawClient::binary && frame->payload.starts_with(begin))
        return frame->payload.substr(begin.size());
    }
    ADD_FAILURE() << "the connection ended before a binary frame " << int{operation};
    return {};
  }
  // Time in ms in the next message of a topic.
  int64_t message(std::string_view topic) {
    const std::string bytes = binary(1, id(topic));
    return bytes.size() < 9 ? -1 : std::stoll(bytes.substr(8));
  }
  // True once a message holds this time or a later one; false if the connection ends before.
  bool reaches(std::string_view topic, int64_t ms) {
    int64_t last = 0;
    while (last >= 0 && last < ms) last = message(topic);
    return last >= ms;
  }
  // The next state that answers a request.
  std::string state_of(std::string_view request) {
    while (true) {
      const std::string state = binary(5, 0);
      if (state.empty() || state.ends_with(request)) return state;
    }
  }

  Node info;
  std::vector<Node> channels;
  std::string first_state;

 private:
  RawClient client_;
};

constexpr char kSaidSeek = 1;
constexpr std::size_t kSeekAt = 13;  // status, time, speed

TEST_F(RunServerTest, AClientFindsTheTopicsAndTheTimesOfTheRun) {
  serve();
  RunViewer viewer(server_->port());
  EXPECT_EQ(viewer.channels.size(), 4u);
  EXPECT_EQ(viewer.info["dataStartTime"]["sec"].integer, 1000);
  EXPECT_EQ(viewer.info["dataEndTime"]["sec"].integer, 1002);
  std::vector<std::string> capabilities;
  for (const Node& item : viewer.info["capabilities"].items) capabilities.push_back(item.text);
  EXPECT_EQ(capabilities, (std::vector<std::string>{"time", "playbackControl", "connectionGraph"}));
  EXPECT_EQ(viewer.first_state.size(), 18u);
  EXPECT_EQ(server_->length(), Duration::from_ms(2000));
}

TEST_F(RunServerTest, SubscribedTopicsArePlayed) {
  serve();
  RunViewer viewer(server_->port());
  viewer.subscribe("/vehicle/state");
  EXPECT_EQ(viewer.message("/vehicle/state"), 0);
  now_ms_ = 1500;
  EXPECT_TRUE(viewer.reaches("/vehicle/state", 500));
  now_ms_ = 60'000;
  EXPECT_EQ(viewer.binary(5, 0).substr(0, 1), std::string(1, static_cast<char>(PlaybackStatus::ended)));
}

TEST_F(RunServerTest, ASeekIsAnsweredBeforeTheMessagesOfItsTime) {
  serve();
  RunViewer viewer(server_->port());
  viewer.control(true, 1, std::nullopt, "pause");
  EXPECT_EQ(viewer.state_of("pause")[0], static_cast<char>(PlaybackStatus::paused));
  viewer.subscribe("/vehicle/state");
  EXPECT_EQ(viewer.message("/vehicle/state"), 0);
  viewer.control(true, 1, kRunStart + Duration::from_ms(1234), "seek");
  EXPECT_EQ(viewer.state_of("seek").at(kSeekAt), kSaidSeek);
  EXPECT_EQ(viewer.message("/vehicle/state"), 1230);
}

// The seek of one client moves all of them.
TEST_F(RunServerTest, ClientsShareOnePlayback) {
  serve();
  RunViewer first(server_->port()), second(server_->port());
  second.subscribe("/vehicle/state");
  EXPECT_EQ(second.message("/vehicle/state"), 0);
  first.control(true, 1, kRunStart + Duration::from_ms(800), "a");
  EXPECT_EQ(second.state_of("a").at(kSeekAt), kSaidSeek);
  EXPECT_EQ(second.message("/vehicle/state"), 800);
  RunViewer third(server_->port());
  EXPECT_EQ(third.first_state[0], static_cast<char>(PlaybackStatus::paused));
}

TEST_F(RunServerTest, EveryRequestOfADraggedTimeBarIsAnswered) {
  serve();
  RunViewer viewer(server_->port());
  viewer.subscribe("/vehicle/state");
  for (int i = 0; i < 100; ++i) viewer.control(true, 1, kRunStart + Duration::from_ms(10 * i), format("drag-{}.", i));
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(viewer.binary(5, 0).ends_with(format("drag-{}.", i)));
  EXPECT_TRUE(viewer.reaches("/vehicle/state", 990));
}

TEST_F(RunServerTest, ARecordingCannotBeChanged) {
  serve();
  RunViewer viewer(server_->port());
  viewer.send(R"({"op":"setParameters","parameters":[{"name":"a","value":1}],"id":"p"})");
  EXPECT_NE(viewer.text("status")["message"].text.find("recording"), std::string::npos);
  viewer.send(R"({"op":"advertise","channels":[{"id":1,"topic":"/vehicle/control_cmd","encoding":"cdr",)"
              R"("schemaName":"x"}]})");
  EXPECT_NE(viewer.text("status")["message"].text.find("recording"), std::string::npos);
  viewer.send(R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":99}]})");
  EXPECT_NE(viewer.text("status")["message"].text.find("99"), std::string::npos);
  viewer.control(false, -1, std::nullopt, "x");
  EXPECT_NE(viewer.text("status")["message"].text.find("speed"), std::string::npos);
}

TEST_F(RunServerTest, ClientsNeedTheToken) {
  serve();
  RawClient none(server_->port());
  EXPECT_FALSE(none.upgrade(server_->port(), "/", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  RawClient foreign(server_->port());
  EXPECT_FALSE(foreign.upgrade(server_->port(), "/?token=secret", "foxglove.sdk.v1", "Origin: http://127.0.0.1:1\r\n")
                   .starts_with("HTTP/1.1 101"));
}

TEST_F(RunServerTest, ARunThatCannotBeOpenedIsAnError) {
  const auto server = RunServer::start(folder_ / "missing.mcap", {});
  ASSERT_FALSE(server);
  EXPECT_NE(server.error().message.find("missing.mcap"), std::string::npos);
}

}  // namespace
}  // namespace gs::web
