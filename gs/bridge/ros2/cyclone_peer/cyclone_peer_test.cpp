// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Our nodes seen by Cyclone DDS, with types its own compiler made: another vendor reads what we write and is read.
#include <dds/dds.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "gs/bridge/ros2/node.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "peer.h"  // made by idlc

namespace gs::ros2 {
namespace {

using namespace std::chrono_literals;

uint32_t domain() { return 101u + static_cast<uint32_t>(getpid()) % 99u; }

bool wait_until(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

class CyclonePeer : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    domain_ = dds_create_domain(domain(),
                                "<CycloneDDS><Domain><General><Interfaces><NetworkInterface address=\"127.0.0.1\"/>"
                                "</Interfaces><AllowMulticast>false</AllowMulticast></General><Discovery>"
                                "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32"
                                "</MaxAutoParticipantIndex><Peers><Peer address=\"127.0.0.1\"/></Peers></Discovery>"
                                "<Internal><SocketReceiveBufferSize min=\"4MB\"/></Internal></Domain></CycloneDDS>");
  }
  static void TearDownTestSuite() { dds_delete(domain_); }

  void SetUp() override {
    ASSERT_GT(domain_, 0);
    auto context = Context::create(
        {.discovery = {.domain_id = domain(), .range = DiscoveryRange::localhost, .loopback_only = true}});
    ASSERT_TRUE(context) << context.error().message;
    node_ = std::move(*Node::create(*context, {.name = "ours"}));
    participant_ = dds_create_participant(domain(), nullptr, nullptr);
    ASSERT_GT(participant_, 0);
    qos_ = dds_create_qos();
    dds_qset_reliability(qos_, DDS_RELIABILITY_RELIABLE, DDS_SECS(1));
    dds_qset_history(qos_, DDS_HISTORY_KEEP_LAST, 10);
  }
  void TearDown() override {
    dds_delete_qos(qos_);
    dds_delete(participant_);
  }

  dds_entity_t reader(const dds_topic_descriptor_t& type, const char* topic) {
    return dds_create_reader(participant_, dds_create_topic(participant_, &type, topic, nullptr, nullptr), qos_,
                             nullptr);
  }
  dds_entity_t writer(const dds_topic_descriptor_t& type, const char* topic) {
    return dds_create_writer(participant_, dds_create_topic(participant_, &type, topic, nullptr, nullptr), qos_,
                             nullptr);
  }
  // The next sample, or null after 20 s. Borrowed from Cyclone, and never given back: the process ends soon.
  template <class T>
  const T* take(dds_entity_t from) {
    void* sample[1] = {nullptr};
    dds_sample_info_t info{};
    const bool got = wait_until([&] { return dds_take(from, sample, &info, 1, 1) == 1 && info.valid_data; });
    return got ? static_cast<const T*>(sample[0]) : nullptr;
  }
  // Both sides must know each other: what arrives at a volatile reader before it knows the writer is not for it.
  static bool is_reading(dds_entity_t reader) {
    dds_subscription_matched_status_t status{};
    return dds_get_subscription_matched_status(reader, &status) == 0 && status.current_count > 0;
  }
  static bool is_matched(dds_entity_t writer) {
    dds_publication_matched_status_t status{};
    return dds_get_publication_matched_status(writer, &status) == 0 && status.current_count > 0;
  }

  static inline dds_entity_t domain_ = 0;
  std::unique_ptr<Node> node_;
  dds_entity_t participant_ = 0;
  dds_qos_t* qos_ = nullptr;
};

TEST_F(CyclonePeer, ReadsOurClock) {
  auto publisher = node_->publish<rosgraph_msgs::Clock>("/clock", qos::kClock);
  const dds_entity_t peer = reader(rosgraph_msgs_msg_dds__Clock__desc, "rt/clock");
  ASSERT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1 && is_reading(peer); }));
  ASSERT_TRUE(publisher->publish({.clock = Timestamp{12'345'678'901}}));
  const auto* clock = take<rosgraph_msgs_msg_dds__Clock_>(peer);
  ASSERT_NE(clock, nullptr);
  EXPECT_EQ(clock->clock.sec, 12);
  EXPECT_EQ(clock->clock.nanosec, 345'678'901u);
}

TEST_F(CyclonePeer, ReadsAnImageOfSixMegabytes) {
  auto publisher = node_->publish<sensor_msgs::Image>("/image", {.depth = 5});
  const dds_entity_t peer = reader(sensor_msgs_msg_dds__Image__desc, "rt/image");
  ASSERT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1 && is_reading(peer); }));
  sensor_msgs::Image image{.height = 1080, .width = 1920, .encoding = "rgb8", .step = 5760};
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
  auto subscription = node_->subscribe<ackermann_msgs::AckermannDriveStamped>(
      "/vehicle/control_cmd", [&](const ackermann_msgs::AckermannDriveStamped& m) {
        steering = m.drive.steering_angle;
        speed = m.drive.speed;
      });
  const dds_entity_t peer = writer(ackermann_msgs_msg_dds__AckermannDriveStamped__desc, "rt/vehicle/control_cmd");
  ASSERT_TRUE(wait_until([&] { return is_matched(peer) && (*subscription)->publisher_count() == 1; }));
  ackermann_msgs_msg_dds__AckermannDriveStamped_ command{};
  char frame[] = "base_link";
  command.header.frame_id = frame;
  command.drive.speed = 7.5f;
  command.drive.steering_angle = -0.25f;
  ASSERT_EQ(dds_write(peer, &command), 0);
  EXPECT_TRUE(wait_until([&] { return speed == 7.5f; }));
  EXPECT_EQ(steering, -0.25f);
}

TEST_F(CyclonePeer, CallsOurServiceWithItsIdentityInThePayload) {
  auto service = node_->serve<std_srvs::SetBool>("/switch", [](const std_srvs::SetBool::Request& request) {
    return std_srvs::SetBool::Response{request.data, request.data ? "on" : "off"};
  });
  const dds_entity_t requests = writer(std_srvs_srv_dds__SetBool_Request__desc, "rq/switchRequest");
  const dds_entity_t replies = reader(std_srvs_srv_dds__SetBool_Response__desc, "rr/switchReply");
  ASSERT_TRUE(wait_until([&] { return is_matched(requests) && is_reading(replies); }));
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
}  // namespace gs::ros2
