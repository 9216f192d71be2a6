// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Exchanges messages and service calls with Cyclone DDS, which uses types of its own compiler.
#include <atomic>
#include <cstring>

#include "gs/bridge/cyclone_peer/testing/test_cyclone.h"
#include "gs/ros2/node.h"
#include "gs/ros2/rtps/rules.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::bridge {
namespace {

// One of our nodes beside the Cyclone participant.
class CyclonePeer : public CycloneTest {
 protected:
  void SetUp() override {
    CycloneTest::SetUp();
    auto context = ros2::Context::create({.discovery = ros2::loopback()});
    ASSERT_TRUE(context) << context.error().message;
    node_ = std::move(*ros2::Node::create(*context, {.name = "ours"}));
  }
  // Sends 7.5 m/s and -0.25 rad from the peer, once our subscription is matched.
  void send_command(const auto& subscription) {
    const dds_entity_t peer = writer(ackermann_msgs_msg_dds__AckermannDriveStamped__desc, "rt/vehicle/control_cmd");
    ASSERT_TRUE(ros2::wait_until([&] { return is_matched(peer) && subscription.publisher_count() == 1; }));
    ackermann_msgs_msg_dds__AckermannDriveStamped_ command{};
    char frame[] = "base_link";
    command.header.frame_id = frame;
    command.drive.speed = 7.5f;
    command.drive.steering_angle = -0.25f;
    ASSERT_EQ(dds_write(peer, &command), 0);
  }
  std::unique_ptr<ros2::Node> node_;
};

TEST_F(CyclonePeer, ReadsOurClock) {
  auto publisher = node_->publish<rosmsg::rosgraph_msgs::Clock>("/clock", ros2::qos::kClock);
  const dds_entity_t peer = reader(rosgraph_msgs_msg_dds__Clock__desc, "rt/clock");
  ASSERT_TRUE(ros2::wait_until([&] { return publisher->subscriber_count() == 1 && is_reading(peer); }));
  ASSERT_TRUE(publisher->publish({.clock = Timestamp{12'345'678'901}}));
  const auto* clock = take<rosgraph_msgs_msg_dds__Clock_>(peer);
  ASSERT_NE(clock, nullptr);
  EXPECT_EQ(clock->clock.sec, 12);
  EXPECT_EQ(clock->clock.nanosec, 345'678'901u);
}

TEST_F(CyclonePeer, ReadsAnImageOfSixMegabytes) {
  auto publisher = node_->publish<rosmsg::sensor_msgs::Image>("/image", {.depth = 5});
  const dds_entity_t peer = reader(sensor_msgs_msg_dds__Image__desc, "rt/image");
  ASSERT_TRUE(ros2::wait_until([&] { return publisher->subscriber_count() == 1 && is_reading(peer); }));
  rosmsg::sensor_msgs::Image image{.height = 1080, .width = 1920, .encoding = "rgb8", .step = 5760};
  image.header.frame_id = "camera_front";
  image.data.resize(1080 * 5760);
  for (std::size_t i = 0; i < image.data.size(); ++i) image.data[i] = static_cast<uint8_t>(i * 7 >> 2);
  ASSERT_TRUE(publisher->publish(image));
  const auto* got = take<sensor_msgs_msg_dds__Image_>(peer);
  ASSERT_NE(got, nullptr);
  EXPECT_STREQ(got->header.frame_id, "camera_front");
  EXPECT_EQ(got->step, 5760u);
  ASSERT_EQ(got->data._length, image.data.size());
  EXPECT_EQ(std::memcmp(got->data._buffer, image.data.data(), image.data.size()), 0);
}

TEST_F(CyclonePeer, CommandsUs) {
  std::atomic<float> speed = 0, steering = 0;
  auto subscription = node_->subscribe<rosmsg::ackermann_msgs::AckermannDriveStamped>(
      "/vehicle/control_cmd", [&](const rosmsg::ackermann_msgs::AckermannDriveStamped& m) {
        steering = m.drive.steering_angle;
        speed = m.drive.speed;
      });
  send_command(**subscription);
  EXPECT_TRUE(ros2::wait_until([&] { return speed == 7.5f; }));
  EXPECT_EQ(steering, -0.25f);
}

// Cyclone fragments discovery data above 1344 bytes. Fast DDS must not see such fragments unchecked (gs/ros2/rtps).
TEST_F(CyclonePeer, IsFoundWhenItsDiscoveryDataIsFragmented) {
  // User data of 3000 bytes makes the endpoint announcement larger than a fragment.
  const std::vector<char> much(3000, 'u');
  dds_qset_userdata(qos_, much.data(), much.size());
  std::atomic<float> speed = 0;
  auto subscription = node_->subscribe<rosmsg::ackermann_msgs::AckermannDriveStamped>(
      "/vehicle/control_cmd", [&](const rosmsg::ackermann_msgs::AckermannDriveStamped& m) { speed = m.drive.speed; });
  send_command(**subscription);
  EXPECT_TRUE(ros2::wait_until([&] { return speed == 7.5f; }));
  EXPECT_GE(node_->context().participant().dropped_datagrams().reassembled, 1u);
}

TEST_F(CyclonePeer, CallsOurServiceWithItsIdentityInThePayload) {
  auto service =
      node_->serve<rosmsg::std_srvs::SetBool>("/switch", [](const rosmsg::std_srvs::SetBool::Request& request) {
        return rosmsg::std_srvs::SetBool::Response{request.data, request.data ? "on" : "off"};
      });
  const dds_entity_t requests = writer(std_srvs_srv_dds__SetBool_Request__desc, "rq/switchRequest");
  const dds_entity_t replies = reader(std_srvs_srv_dds__SetBool_Response__desc, "rr/switchReply");
  ASSERT_TRUE(ros2::wait_until([&] { return is_matched(requests) && is_reading(replies); }));
  for (int64_t i = 1; i <= 10; ++i) {
    const std_srvs_srv_dds__SetBool_Request_ request{0xfeedfacecafe, i, i % 2 == 0};
    ASSERT_EQ(dds_write(requests, &request), 0);
    const auto* reply = take<std_srvs_srv_dds__SetBool_Response_>(replies);
    ASSERT_NE(reply, nullptr) << i;
    EXPECT_EQ(reply->client, 0xfeedfacecafeu);
    EXPECT_EQ(reply->number, i);
    EXPECT_EQ(reply->success, i % 2 == 0);
    EXPECT_STREQ(reply->message, i % 2 == 0 ? "on" : "off");
  }
}

}  // namespace
}  // namespace gs::bridge
