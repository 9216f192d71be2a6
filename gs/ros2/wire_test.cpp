// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Two participants over loopback sockets exchange messages, calls and discovery.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gs/ros2/node.h"
#include "gs/ros2/testing/loopback.h"
#include "gs/ros2/wire/names.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/rosmsg/testing/random_message.h"

namespace gs::ros2 {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;

constexpr auto kLimit = kTestLimit;

// Creates nodes with a participant each.
class Wire : public ::testing::Test {
 protected:
  std::unique_ptr<Node> make(const std::string& name, NodeOptions options = {}) {
    return loopback_node(name, std::move(options));
  }
};

TEST_F(Wire, AMessageArrivesAsItWasSent) {
  auto a = make("talker"), b = make("listener");
  auto sent = rosmsg::random_message<rosmsg::nav_msgs::Odometry>(1);
  sent.header.seq = 0;  // ROS 2 headers have no seq
  std::mutex mutex;
  std::vector<rosmsg::nav_msgs::Odometry> got;
  auto subscription = b->subscribe<rosmsg::nav_msgs::Odometry>("odom", [&](const rosmsg::nav_msgs::Odometry& m) {
    const std::lock_guard lock(mutex);
    got.push_back(m);
  });
  ASSERT_TRUE(subscription);
  auto publisher = a->publish<rosmsg::nav_msgs::Odometry>("/odom");
  ASSERT_TRUE(publisher);
  ASSERT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1; }));
  ASSERT_TRUE(publisher->publish(sent));
  ASSERT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return !got.empty();
  }));
  EXPECT_EQ(got[0], sent);
}

TEST_F(Wire, AnImageOfSixMegabytesArrivesWhole) {
  auto a = make("camera"), b = make("viewer");
  rosmsg::sensor_msgs::Image image{.height = 1080, .width = 1920, .encoding = "rgb8", .step = 5760};
  // 6.2 MB with a pattern that shows missing or exchanged fragments.
  image.data.resize(1080 * 5760);
  for (std::size_t i = 0; i < image.data.size(); ++i) image.data[i] = static_cast<uint8_t>(i * 31 >> 3);
  std::atomic<int> equal = 0;
  auto subscription = b->subscribe<rosmsg::sensor_msgs::Image>(
      "image", [&](const rosmsg::sensor_msgs::Image& m) { equal += m == image ? 1 : -100; }, {.depth = 5});
  auto publisher = a->publish<rosmsg::sensor_msgs::Image>("image", {.depth = 5});
  ASSERT_TRUE(publisher && subscription);
  ASSERT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1; }));
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(publisher->publish(image));
    ASSERT_TRUE(wait_until([&] { return equal == i; })) << equal;
  }
}

TEST_F(Wire, LatchedMessagesReachLateJoiners) {
  auto a = make("early");
  auto publisher = a->publish<rosmsg::std_msgs::String>("latched", qos::kLatched);
  ASSERT_TRUE(publisher);
  ASSERT_TRUE(publisher->publish({.data = "still here"}));
  auto b = make("late");
  std::atomic<bool> heard = false;
  auto subscription = b->subscribe<rosmsg::std_msgs::String>(
      "latched", [&](const rosmsg::std_msgs::String& m) { heard = m.data == "still here"; }, qos::kLatched);
  ASSERT_TRUE(wait_until([&] { return heard.load(); }));
}

TEST_F(Wire, MalformedPayloadsAreDroppedAndWarnedAbout) {
  std::atomic<int> warnings = 0;
  auto a = make("attacker"), b = make("victim", {.on_log = [&](LogLevel, const std::string&) { ++warnings; }});
  std::atomic<int> good = 0;
  auto subscription =
      b->subscribe<rosmsg::nav_msgs::Odometry>("odom", [&](const rosmsg::nav_msgs::Odometry&) { ++good; });
  auto publisher = a->publish<rosmsg::nav_msgs::Odometry>("odom");
  ASSERT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1; }));
  // Truncated and random payloads first, then a valid one, which must still arrive.
  const std::vector<std::byte> whole = rosmsg::encode_cdr(rosmsg::random_message<rosmsg::nav_msgs::Odometry>(2));
  for (const std::size_t size : {std::size_t{4}, std::size_t{5}, std::size_t{20}, whole.size() - 8})
    ASSERT_TRUE(publisher->raw().publish(Bytes(whole).first(size)));
  ASSERT_TRUE(publisher->raw().publish(std::vector<std::byte>(64, std::byte{0xff})));
  ASSERT_TRUE(publisher->raw().publish(whole));
  ASSERT_TRUE(wait_until([&] { return good == 1; }));
  EXPECT_GE(warnings, 1);
}

TEST_F(Wire, AServiceAnswersEveryCall) {
  auto a = make("server"), b = make("caller");
  auto service = a->serve<rosmsg::std_srvs::SetBool>("switch", [](const rosmsg::std_srvs::SetBool::Request& request) {
    return rosmsg::std_srvs::SetBool::Response{.success = request.data, .message = "done"};
  });
  ASSERT_TRUE(service);
  auto client = b->client<rosmsg::std_srvs::SetBool>("/switch");
  ASSERT_TRUE(client);
  for (int i = 0; i < 20; ++i) {
    const auto response = client->call({.data = i % 2 == 0}, kLimit);
    ASSERT_TRUE(response) << response.error().message;
    EXPECT_EQ(response->success, i % 2 == 0);
    EXPECT_EQ(response->message, "done");
  }
}

TEST_F(Wire, ACallWithoutServerTimesOut) {
  auto b = make("caller");
  auto client = b->client<rosmsg::std_srvs::Trigger>("/nobody");
  ASSERT_TRUE(client);
  const auto response = client->call({}, 50ms);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::timeout);
}

TEST_F(Wire, ParametersAreListedReadAndSetByOthers) {
  auto a = make("owner"), b = make("tool");
  ASSERT_TRUE(a->parameters().declare({.name = "gain", .value = parameter_value(1.5)}));
  std::atomic<int> events = 0;
  auto subscription = b->subscribe<rosmsg::rcl_interfaces::ParameterEvent>(
      "/parameter_events",
      [&](const rosmsg::rcl_interfaces::ParameterEvent& e) {
        events += e.node == "/owner" && e.changed_parameters.size() == 1;
      },
      qos::kParameters);
  auto list = b->client<rosmsg::rcl_interfaces::ListParameters>("/owner/list_parameters");
  auto get = b->client<rosmsg::rcl_interfaces::GetParameters>("/owner/get_parameters");
  auto set = b->client<rosmsg::rcl_interfaces::SetParameters>("/owner/set_parameters");
  auto describe = b->client<rosmsg::rcl_interfaces::DescribeParameters>("/owner/describe_parameters");
  const auto names = list->call({}, kLimit);
  ASSERT_TRUE(names) << names.error().message;
  EXPECT_THAT(names->result.names, Contains("gain"));
  EXPECT_THAT(names->result.names, Contains("use_sim_time"));
  // One known and one unknown parameter: results are reported separately.
  ASSERT_TRUE(wait_until([&] { return (*subscription)->publisher_count() >= 1; }));
  const auto results =
      set->call({.parameters = {{"gain", parameter_value(2.5)}, {"x", parameter_value(true)}}}, kLimit);
  ASSERT_TRUE(results) << results.error().message;
  ASSERT_EQ(results->results.size(), 2u);
  EXPECT_TRUE(results->results[0].successful);
  EXPECT_FALSE(results->results[1].successful);
  const auto values = get->call({.names = {"gain", "unknown"}}, kLimit);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(values->values[0], parameter_value(2.5));
  EXPECT_EQ(values->values[1].type, 0);
  const auto descriptors = describe->call({.names = {"gain"}}, kLimit);
  ASSERT_TRUE(descriptors);
  EXPECT_EQ(descriptors->descriptors[0].type, rosmsg::rcl_interfaces::ParameterType::PARAMETER_DOUBLE);
  EXPECT_TRUE(wait_until([&] { return events >= 1; }));
}

TEST_F(Wire, TheGraphShowsNodesTopicsServicesAndHashes) {
  auto a = make("simulator_node", {.node_namespace = "/car"}), b = make("viewer");
  auto publisher = a->publish<rosmsg::nav_msgs::Odometry>("odom");
  auto service = a->serve<rosmsg::std_srvs::Trigger>("~/go", [](const auto&) {
    return rosmsg::std_srvs::Trigger::Response{true, ""};
  });
  const Graph& graph = b->context().graph();
  const Guid writer = publisher->raw().writer().guid();
  ASSERT_TRUE(wait_until([&] { return graph.node_of(writer) == "/car/simulator_node"; }));
  ASSERT_TRUE(wait_until([&] { return services_of(graph.endpoints()).contains("/car/simulator_node/go"); }));
  ASSERT_TRUE(wait_until([&] { return topics_of(graph.endpoints()).contains("/car/odom"); }));
  EXPECT_EQ(topics_of(graph.endpoints()).at("/car/odom").at(0), "nav_msgs/msg/Odometry");
  EXPECT_EQ(services_of(graph.endpoints()).at("/car/simulator_node/go").at(0), "std_srvs/srv/Trigger");
  for (const EndpointInfo& endpoint : graph.endpoints()) {
    if (endpoint.guid == writer) {
      EXPECT_TRUE(endpoint.user_data.at("typehash").starts_with("RIHS01_"));
    }
    if (endpoint.topic == "rq/car/simulator_node/goRequest") {
      EXPECT_TRUE(endpoint.user_data.contains("serviceid"));
    }
  }
  // When the node ends, its entries must disappear from the graph.
  service->reset();
  a.reset();
  EXPECT_TRUE(wait_until([&] {
    const auto nodes = graph.nodes();
    return std::none_of(nodes.begin(), nodes.end(), [](const NodeInfo& n) { return n.name == "simulator_node"; });
  }));
}

// Node with explicit discovery options.
std::unique_ptr<Node> node_with(const DiscoveryOptions& discovery, const std::string& name) {
  auto context = Context::create({.discovery = discovery});
  EXPECT_TRUE(context) << context.error().message;
  return std::move(*Node::create(*context, {.name = name, .is_full = false}));
}

TEST_F(Wire, StaticPeersAreFoundWithoutDiscoveryAndStrangersAreNot) {
  const auto environment = [](std::string_view name) -> std::optional<std::string> {
    if (name == "ROS_DOMAIN_ID") return std::to_string(loopback().domain_id);
    if (name == "ROS_AUTOMATIC_DISCOVERY_RANGE") return "OFF";
    if (name == "ROS_STATIC_PEERS") return "127.0.0.1;192.0.2.1";
    return std::nullopt;
  };
  const auto with_peers = read_discovery_options(environment);
  ASSERT_TRUE(with_peers) << with_peers.error().message;
  DiscoveryOptions alone = *with_peers;
  alone.static_peers.clear();
  auto a = node_with(*with_peers, "a"), b = node_with(*with_peers, "b");
  auto publisher = a->publish<rosmsg::std_msgs::String>("chatter");
  auto subscription = b->subscribe<rosmsg::std_msgs::String>("chatter", [](const rosmsg::std_msgs::String&) {});
  EXPECT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1; }));
  // Without static peers and with discovery off, two nodes must not find each other.
  auto c = node_with(alone, "c"), d = node_with(alone, "d");
  auto lonely = c->publish<rosmsg::std_msgs::String>("whisper");
  auto deaf = d->subscribe<rosmsg::std_msgs::String>("whisper", [](const rosmsg::std_msgs::String&) {});
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(lonely->subscriber_count(), 0u);
}

TEST_F(Wire, ArgumentsRenameNodesTopicsAndParameters) {
  const auto arguments = parse_arguments({"--ros-args", "-r", "__ns:=/fleet", "-r", "__node:=one", "-r",
                                          "odom:=/car/odom", "-p", "gain:=4", "--log-level", "error"});
  ASSERT_TRUE(arguments) << arguments.error().message;
  std::atomic<int> lines = 0;
  auto a = make("simulator_node", {.arguments = *arguments, .on_log = [&](LogLevel, const std::string&) { ++lines; }});
  auto b = make("tool");
  EXPECT_EQ(a->full_name(), "/fleet/one");
  ASSERT_TRUE(a->parameters().declare({.name = "gain", .value = parameter_value(1.5)}));
  auto publisher = a->publish<rosmsg::nav_msgs::Odometry>("odom");
  ASSERT_TRUE(wait_until([&] { return topics_of(b->context().graph().endpoints()).contains("/car/odom"); }));
  auto get = b->client<rosmsg::rcl_interfaces::GetParameters>("/fleet/one/get_parameters");
  const auto values = get->call({.names = {"gain"}}, kLimit);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(values->values[0], parameter_value(4.0));
  // --log-level error suppresses the warning.
  a->log(LogLevel::warning, "below the level");
  a->log(LogLevel::error, "at the level");
  EXPECT_EQ(lines, 1);
  auto context = Context::create({.discovery = loopback()});
  EXPECT_FALSE(Node::create(*context, {.name = "x", .arguments = {.log_level = "loud"}}));
}

// A Humble peer is recognised by its 24-byte gids, and then receives gids of that size.
TEST_F(Wire, BothSizesOfGidsAreUnderstood) {
  DiscoveryOptions humble = loopback();
  humble.wide_gids = true;
  auto wide = Context::create({.discovery = humble});
  ASSERT_TRUE(wide) << wide.error().message;
  auto old = std::move(*Node::create(*wide, {.name = "humble_node"}));
  auto young = make("jazzy_node");
  const auto sees = [](Node& who, const std::string& name) {
    const auto nodes = who.context().graph().nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](const NodeInfo& n) { return n.name == name; });
  };
  EXPECT_TRUE(wait_until([&] { return sees(*young, "humble_node") && sees(*old, "jazzy_node"); }));
}

TEST_F(Wire, LogLinesReachRosout) {
  auto a = make("speaker"), b = make("reader");
  std::atomic<bool> heard = false;
  auto subscription = b->subscribe<rosmsg::rcl_interfaces::Log>(
      "/rosout",
      [&](const rosmsg::rcl_interfaces::Log& m) {
        heard = heard || (m.name == "speaker" && m.msg == "hello" && m.level == 20);
      },
      {.transient_local = true, .depth = 100});
  a->log(LogLevel::info, "hello");
  EXPECT_TRUE(wait_until([&] { return heard.load(); }));
}

}  // namespace
}  // namespace gs::ros2
