// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS names, their DDS form, and the environment variables of ROS.
#include "gs/ros2/wire/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/ros2/wire/environment.h"
#include "gs/ros2/wire/user_data.h"

namespace gs::ros2 {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Names, ExpandLikeRos) {
  EXPECT_EQ(*expand_name("/a/b", "/ns", "node"), "/a/b");
  EXPECT_EQ(*expand_name("b", "/ns", "node"), "/ns/b");
  EXPECT_EQ(*expand_name("b", "/", "node"), "/b");
  EXPECT_EQ(*expand_name("~/x", "/ns", "node"), "/ns/node/x");
  EXPECT_EQ(*normal_namespace(""), "/");
  EXPECT_EQ(*normal_namespace("a/b/"), "/a/b");
}

TEST(Names, RefuseInvalidRosNames) {
  for (const char* name : {"", "/", "a b", "/1a", "/a//b", "/a/", "é", "~x"})
    EXPECT_FALSE(expand_name(name, "/", "node")) << name;
  EXPECT_FALSE(expand_name(std::string(300, 'a'), "/", "node"));
  EXPECT_FALSE(check_node_name("a/b"));
}

TEST(Names, MangleAndBack) {
  EXPECT_EQ(dds_topic("/a/b"), "rt/a/b");
  EXPECT_EQ(dds_request_topic("/a/s"), "rq/a/sRequest");
  EXPECT_EQ(dds_reply_topic("/a/s"), "rr/a/sReply");
  EXPECT_EQ(dds_type("std_srvs/srv/Trigger_Request"), "std_srvs::srv::dds_::Trigger_Request_");
  EXPECT_EQ(*ros_type("nav_msgs::msg::dds_::Odometry_"), "nav_msgs/msg/Odometry");
  EXPECT_EQ(service_type("std_srvs/srv/Trigger_Response"), "std_srvs/srv/Trigger");
  EXPECT_EQ(ros_name("rt/a/b")->name, "/a/b");
  EXPECT_EQ(ros_name("rq/a/sRequest")->name, "/a/s");
  EXPECT_EQ(ros_name("rr/a/sReply")->kind, RosNameKind::service_reply);
}

TEST(Names, IgnoreTopicsThatAreNotRos) {
  for (const char* topic : {"", "odom", "rt", "rt/", "rq/a/s", "rr/a/sRequest", "rq/Request", "ros_discovery_info"}) {
    const auto name = ros_name(topic);
    EXPECT_TRUE(!name || name->name == "/") << topic;
  }
  for (const char* type : {"", "Odometry", "dds_::_", "a::dds_::B", "::dds_"}) EXPECT_FALSE(ros_type(type)) << type;
}

TEST(UserData, ReadsWhatBothVendorsWrite) {
  using std::string_literals::operator""s;
  EXPECT_THAT(parse_user_data("enclave=/;\0"s), ElementsAre(Pair("enclave", "/")));
  EXPECT_THAT(parse_user_data("serviceid=a.b;typehash=RIHS01_00;"),
              ElementsAre(Pair("serviceid", "a.b"), Pair("typehash", "RIHS01_00")));
  EXPECT_TRUE(parse_user_data("no assignment;=x;k").empty());
}

// Environment with the given variables.
Environment of(std::map<std::string, std::string, std::less<>> values) {
  return [values = std::move(values)](std::string_view name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Environment, HasTheDefaultsOfRos) {
  const auto options = read_discovery_options(of({}));
  EXPECT_EQ(options->domain_id, 0u);
  EXPECT_EQ(options->range, DiscoveryRange::subnet);
  EXPECT_FALSE(options->wide_gids);
}

TEST(Environment, ReadsEveryVariable) {
  const auto options = read_discovery_options(of({{"ROS_DOMAIN_ID", "0x10"},
                                                  {"ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF"},
                                                  {"ROS_STATIC_PEERS", "10.0.0.1;;10.0.0.2"},
                                                  {"ROS_DISTRO", "humble"}}));
  EXPECT_EQ(options->domain_id, 16u);
  EXPECT_EQ(options->range, DiscoveryRange::off);
  EXPECT_THAT(options->static_peers, ElementsAre("10.0.0.1", "10.0.0.2"));
  EXPECT_TRUE(options->wide_gids);
  EXPECT_EQ(read_discovery_options(of({{"ROS_AUTOMATIC_DISCOVERY_RANGE", "SOMEWHERE"}}))->range,
            DiscoveryRange::localhost);
  EXPECT_TRUE(read_discovery_options(of({{"ROS_LOCALHOST_ONLY", "1"}}))->loopback_only);
}

TEST(Environment, RefusesDomainsWithoutPorts) {
  for (const char* id : {"233", "-1", "x", "1x", "99999999999999999999"})
    EXPECT_FALSE(read_discovery_options(of({{"ROS_DOMAIN_ID", id}}))) << id;
}

}  // namespace
}  // namespace gs::ros2
