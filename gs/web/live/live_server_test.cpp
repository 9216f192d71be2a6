// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A running simulator on loopback: topics, services, parameters and commands of real clients; viewers change nothing.
#include "gs/web/live/live_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <thread>

#include "gs/bridge/messages/control_messages.h"
#include "gs/core/bytes.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/rosmsg/registry.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/web/testing/raw_client.h"
#include "gs/web/testing/read_text.h"

namespace gs::web {
namespace {

sim::SimulatorOptions as_fast_as_possible() {
  sim::SimulatorOptions options;
  options.simulation.real_time_factor = 0;
  options.simulation.initial_velocity = 3;
  return options;
}

sim::Simulator simulator_of_actors() {
  return std::move(*sim::Simulator::create(sim::world_with_actors(), as_fast_as_possible(), Backend::cpu));
}

std::unique_ptr<LiveServer> serve(sim::Simulator& simulator, bool view_only = false) {
  LiveOptions options;
  options.view_only = view_only;
  options.server.guard.token = "secret";
  auto server =
      LiveServer::start(simulator, std::move(options),
                        [](const std::filesystem::path&) -> Result<sim::Simulator> { return simulator_of_actors(); });
  EXPECT_TRUE(server) << server.error().message;
  return std::move(*server);
}

// A Foxglove client. It learns the channels and services when it connects.
class Viewer {
 public:
  explicit Viewer(uint16_t port, int receive_bytes = 0) : client_(port, receive_bytes) {
    EXPECT_TRUE(client_.upgrade(port, "/?token=secret", "foxglove.websocket.v1").starts_with("HTTP/1.1 101"));
    info_ = read_text("serverInfo");
    channels_ = read_text("advertise")["channels"].items;
  }
  const Node& info() const { return info_; }
  const std::vector<Node>& channels() const { return channels_; }
  const Node* channel(std::string_view topic) const {
    for (const Node& channel : channels_) {
      if (channel["topic"].text == topic) return &channel;
    }
    return nullptr;
  }
  void send(std::string_view text) { client_.send_frame(RawClient::text, text); }
  void send_binary(const ByteWriter& frame) { client_.send_frame(RawClient::binary, as_text(frame.view())); }
  // Subscribes to a topic under the id of its channel, or to all topics.
  void subscribe(std::string_view topic = {}) {
    for (const Node& channel : channels_) {
      if (!topic.empty() && channel["topic"].text != topic) continue;
      send(format(R"({{"op":"subscribe","subscriptions":[{{"id":{0},"channelId":{0}}}]}})", channel["id"].integer));
    }
  }
  // Returns when the server has handled everything that was sent before.
  void synchronise() {
    send(R"({"op":"getParameters","parameterNames":["frames.map"],"id":"done"})");
    read_text("parameterValues");
  }
  // The next text frame with this operation; others are skipped.
  Node read_text(std::string_view op) { return web::read_text(client_, op); }
  // The payload of the next binary frame that begins with these bytes.
  std::string read_binary(const ByteWriter& begin) {
    const std::string_view wanted = as_text(begin.view());
    while (const auto frame = client_.read_frame()) {
      if (frame->opcode == RawClient::binary && frame->payload.starts_with(wanted))
        return frame->payload.substr(wanted.size());
    }
    ADD_FAILURE() << "the connection ended before a binary frame";
    return {};
  }
  // The next message of a topic in CDR.
  std::string read_message(std::string_view topic) {
    ByteWriter begin;
    begin.u8(1), begin.u32(static_cast<uint32_t>((*channel(topic))["id"].integer));
    const std::string rest = read_binary(begin);
    return rest.size() < 8 ? std::string() : rest.substr(8);  // without the time
  }
  RawClient& socket() { return client_; }

 private:
  RawClient client_;
  Node info_;
  std::vector<Node> channels_;
};

// Runs the loop on its own thread until the end of its scope.
class Running {
 public:
  Running(sim::Simulator& simulator, LiveServer& server) {
    hooks_ = server.hooks();
    hooks_.stop = [this] { return stop_.load(); };
    thread_ = std::thread([this, &simulator] { report_ = run_loop(simulator, {}, nullptr, std::nullopt, hooks_); });
  }
  ~Running() {
    stop_ = true;
    thread_.join();
  }

 private:
  bridge::RunHooks hooks_;
  std::atomic<bool> stop_{false};
  bridge::RunReport report_;
  std::thread thread_;
};

TEST(LiveServer, AnnouncesEveryTopicWithItsSchema) {
  sim::Simulator simulator = simulator_of_actors();
  const auto server = serve(simulator);
  const Viewer viewer(server->port());
  std::set<std::string> topics;
  for (const Node& channel : viewer.channels()) {
    topics.insert(channel["topic"].text);
    EXPECT_EQ(channel["encoding"].text, "cdr");
    EXPECT_EQ(channel["schemaEncoding"].text, "ros2msg");
    EXPECT_FALSE(channel["schema"].text.empty()) << channel["topic"].text;
  }
  const std::string camera = "/camera/" + simulator.cameras().at(0)->id;
  for (const std::string& topic :
       {std::string("/clock"), std::string("/tf"), std::string("/tf_static"), std::string("/odom"),
        std::string("/vehicle/state"), std::string("/sim/status"), std::string("/sim/world_info"),
        std::string("/ground_truth/objects"), std::string("/sim/collisions"), camera + "/camera_info",
        camera + "/image_raw", camera + "/image_raw/compressed", "/lidar/" + simulator.lidars().at(0)->id + "/points"})
    EXPECT_TRUE(topics.contains(topic)) << topic;
}

// Every message decodes with the schema that was sent for it, as a Foxglove client does it.
TEST(LiveServer, SendsMessagesOfEveryTopicThatDecode) {
  sim::SimulatorOptions options = as_fast_as_possible();
  options.sensors.camera.ground_truth.depth = true;
  sim::Simulator simulator = std::move(*sim::Simulator::create(sim::world_with_actors(), options, Backend::cpu));
  const auto server = serve(simulator);
  Viewer viewer(server->port());
  EXPECT_NE(viewer.channel("/camera/" + simulator.cameras().at(0)->id + "/ground_truth/depth"), nullptr);
  viewer.subscribe();
  viewer.synchronise();
  const Running running(simulator, *server);
  for (const Node& channel : viewer.channels()) {
    const std::string& topic = channel["topic"].text;
    if (topic == "/sim/collisions") continue;  // none happens here
    Viewer one(server->port());
    one.subscribe(topic);
    const std::string cdr = one.read_message(topic);
    const rosmsg::MessageType* type = rosmsg::find_message_type(channel["schemaName"].text);
    ASSERT_NE(type, nullptr) << topic;
    const auto json = rosmsg::message_to_json(*type, rosmsg::MessageEncoding::cdr, as_bytes(cdr));
    EXPECT_TRUE(json) << topic << ": " << json.error().message;
  }
  ByteWriter time;
  time.u8(2);
  EXPECT_EQ(viewer.read_binary(time).size(), 8u);
}

TEST(LiveServer, ServicesPauseStepAndResumeTheRun) {
  sim::Simulator simulator = simulator_of_actors();
  const auto server = serve(simulator);
  Viewer viewer(server->port());
  const Node services = viewer.read_text("advertiseServices");
  EXPECT_EQ(services["services"].items.size(), 22u);
  const auto id_of = [&](std::string_view name) {
    for (const Node& service : services["services"].items) {
      if (service["name"].text == name) return static_cast<uint32_t>(service["id"].integer);
    }
    ADD_FAILURE() << name;
    return 0u;
  };
  const Running running(simulator, *server);
  uint32_t calls = 0;
  const auto call = [&](std::string_view name) {
    ByteWriter request, begin;
    request.u8(2), request.u32(id_of(name)), request.u32(++calls), request.string32("cdr");
    request.bytes(rosmsg::encode_cdr(rosmsg::std_srvs::Trigger::Request{}));
    viewer.send_binary(request);
    begin.u8(3), begin.u32(id_of(name)), begin.u32(calls), begin.string32("cdr");
    const auto response = rosmsg::decode_cdr<rosmsg::std_srvs::Trigger::Response>(as_bytes(viewer.read_binary(begin)));
    return response ? response->message : response.error().message;
  };
  EXPECT_EQ(call("/sim/pause"), "paused");
  EXPECT_EQ(call("/sim/pause"), "already paused");
  EXPECT_EQ(call("/sim/step"), "made 1 step(s)");
  EXPECT_EQ(call("/sim/resume"), "running");
  id_of("/simulator_node/get_entities");
  // A request that does not decode.
  ByteWriter broken;
  broken.u8(2), broken.u32(id_of("/sim/set_ego_pose")), broken.u32(99), broken.string32("cdr"), broken.u8(0);
  viewer.send_binary(broken);
  EXPECT_EQ(viewer.read_text("serviceCallFailure")["callId"].integer, 99);
}

// /sim/load_world ends the channels of the old world.
TEST(LiveServer, AnotherWorldIsAnnounced) {
  sim::Simulator simulator = simulator_of_actors();
  const auto server = serve(simulator);
  Viewer viewer(server->port());
  const Node services = viewer.read_text("advertiseServices");
  const Running running(simulator, *server);
  for (const Node& service : services["services"].items) {
    if (service["name"].text != "/sim/load_world") continue;
    ByteWriter request;
    request.u8(2), request.u32(static_cast<uint32_t>(service["id"].integer)), request.u32(1), request.string32("cdr");
    rosmsg::gs_sim_msgs::LoadWorld::Request body;
    body.world_bundle_path = "/any";
    request.bytes(rosmsg::encode_cdr(body));
    viewer.send_binary(request);
  }
  EXPECT_EQ(viewer.read_text("unadvertise")["channelIds"].items.size(), viewer.channels().size());
  EXPECT_NE(viewer.read_text("serverInfo")["sessionId"].text, viewer.info()["sessionId"].text);
  EXPECT_GT(viewer.read_text("advertise")["channels"].items.at(0)["id"].integer,
            viewer.channels().back()["id"].integer);
}

TEST(LiveServer, AClientDrives) {
  sim::Simulator simulator = simulator_of_actors();
  const auto server = serve(simulator);
  Viewer viewer(server->port());
  viewer.send(
      R"({"op":"advertise","channels":[{"id":5,"topic":"/vehicle/control_cmd","encoding":"cdr","schemaName":"ackermann_msgs/AckermannDriveStamped"}]})");
  ByteWriter frame;
  frame.u8(1), frame.u32(5);
  frame.bytes(bridge::encode_control("ackermann", {.steering_angle = 0.25, .speed = 2}, {}));
  viewer.send_binary(frame);
  viewer.synchronise();
  bridge::RunHooks hooks = server->hooks();
  run_loop(simulator, {}, nullptr, 1.0, hooks);
  EXPECT_NEAR(simulator.save().ego.planar.steering, 0.25, 0.05);
}

TEST(LiveServer, TheRealTimeFactorIsAParameter) {
  sim::Simulator simulator = simulator_of_actors();
  const auto server = serve(simulator);
  Viewer viewer(server->port());
  viewer.send(R"({"op":"setParameters","parameters":[{"name":"simulation.real_time_factor","value":2.5}],"id":"a"})");
  const Node set = viewer.read_text("parameterValues");
  EXPECT_EQ(set["parameters"].items.at(0)["value"].real, 2.5);
  EXPECT_EQ(set["parameters"].items.at(0)["type"].text, "float64");
  EXPECT_EQ(server->hooks().real_time_factor(), 2.5);
  for (const char* parameter :
       {R"("name":"simulation.real_time_factor","value":-1)", R"("name":"simulation.real_time_factor","value":"fast")",
        R"("name":"simulation.real_time_factor")", R"("name":"vehicle.mass","value":1)",
        R"("name":"nothing","value":1)"}) {
    viewer.send(format(R"({{"op":"setParameters","parameters":[{{{}}}],"id":"a"}})", parameter));
    EXPECT_EQ(viewer.read_text("status")["level"].integer, 2) << parameter;
  }
  EXPECT_EQ(server->hooks().real_time_factor(), 2.5);
}

TEST(LiveServer, ServesThePageAndNothingElseOfTheDisk) {
  sim::Simulator simulator = simulator_of_actors();
  const auto server = serve(simulator);
  const auto status = [&](const std::string& path) {
    RawClient client(server->port());
    return client.status_of(
        format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer secret\r\n\r\n", path, server->port()));
  };
  EXPECT_EQ(status("/"), 200);
  EXPECT_EQ(status("/world/../../etc/passwd"), 400);
  EXPECT_EQ(status("/world/world.yaml"), 404);
}

// Digests and steps of a run with this many viewers; one of them never reads.
struct Seen {
  std::string state, images, clouds;
  uint64_t steps = 0;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen run_with_viewers(int count) {
  sim::Simulator simulator = simulator_of_actors();
  auto server = serve(simulator);
  std::vector<std::unique_ptr<Viewer>> viewers;
  std::vector<std::thread> readers;
  for (int i = 0; i < count; ++i) {
    viewers.push_back(std::make_unique<Viewer>(server->port(), i == 0 ? 4096 : 0));
    viewers.back()->subscribe();
    viewers.back()->synchronise();
    if (i > 0) readers.emplace_back([viewer = viewers.back().get()] { viewer->socket().ends(); });
  }
  sim::RunDigest digest;
  bridge::RunHooks hooks = server->hooks();
  const auto observed = hooks.observed;
  hooks.observed = [&](const sim::Observation& now, const bridge::RunStatus& status) {
    digest.add(now);
    observed(now, status);
  };
  const bridge::RunReport report = run_loop(simulator, {}, nullptr, 1.0, hooks);
  server.reset();
  for (std::thread& reader : readers) reader.join();
  return {digest.state(), digest.images(), digest.clouds(), report.steps};
}

TEST(LiveServer, ViewersDoNotChangeTheRun) {
  const Seen alone = run_with_viewers(0);
  EXPECT_EQ(alone.steps, 100u);
  EXPECT_EQ(run_with_viewers(1), alone);
  EXPECT_EQ(run_with_viewers(8), alone);
}

}  // namespace
}  // namespace gs::web
