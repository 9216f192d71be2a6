// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drives and observes the simulator node with another vendor's DDS implementation.
#include <atomic>
#include <cstring>

#include "gs/bridge/cyclone_peer/testing/test_cyclone.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

// The simulator node, stepping on a second thread, beside the Cyclone participant.
class CycloneSimulator : public CycloneTest {
 protected:
  void SetUp() override {
    CycloneTest::SetUp();
    sim::SimulatorOptions options;
    options.simulation.control_timeout_sec = 0;
    const auto make = [options](const std::filesystem::path&) {
      return sim::Simulator::create(sim::small_world(), options, Backend::cpu);
    };
    simulator_.emplace(std::move(*make({})));
    auto bridge = ROS2Bridge::create(*simulator_, {.discovery = ros2::loopback()}, make);
    ASSERT_TRUE(bridge) << bridge.error().message;
    bridge_ = std::move(*bridge);
    loop_ = std::thread([this] {
      RunHooks hooks;
      hooks.observed = [this](const auto& now, const auto& status) { bridge_->observed(now, status); };
      hooks.may_step = [this] { return bridge_->may_step(); };
      hooks.wait = [this](std::chrono::nanoseconds limit) { return bridge_->wait(limit); };
      hooks.event = [this] { return bridge_->take_event(); };
      hooks.stop = [this] { return stop_.load(); };
      run_loop(*simulator_, {}, nullptr, std::nullopt, hooks);
    });
  }
  void TearDown() override {
    stop_ = true;
    if (loop_.joinable()) loop_.join();
    bridge_.reset();
    CycloneTest::TearDown();
  }

  // True if the service answered with success. The call identity precedes every request and reply.
  template <class Response, class Request>
  bool call(const std::string& name, const dds_topic_descriptor_t& request_type,
            const dds_topic_descriptor_t& response_type, Request request,
            const std::function<void(const Response&)>& check = {}) {
    const dds_entity_t requests = writer(request_type, ("rq" + name + "Request").c_str());
    const dds_entity_t replies = reader(response_type, ("rr" + name + "Reply").c_str());
    EXPECT_TRUE(ros2::wait_until([&] { return is_matched(requests) && is_reading(replies); })) << name;
    request.client = 0xfeedfacecafe;
    request.number = ++calls_;
    EXPECT_EQ(dds_write(requests, &request), 0);
    const auto* reply = take<Response>(replies);
    EXPECT_NE(reply, nullptr) << name;
    if (reply == nullptr) return false;
    EXPECT_EQ(reply->client, request.client);
    EXPECT_EQ(reply->number, request.number);
    if (check) check(*reply);
    const bool success = reply->success;
    dds_delete(requests);
    dds_delete(replies);
    return success;
  }

  int64_t calls_ = 0;
  std::optional<sim::Simulator> simulator_;
  std::unique_ptr<ROS2Bridge> bridge_;
  std::atomic<bool> stop_ = false;
  std::thread loop_;
};

TEST_F(CycloneSimulator, IsDrivenAndWatched) {
  const std::string image_topic = "rt/camera/" + simulator_->cameras()[0]->id + "/image_raw";
  const int64_t dt_ns = simulator_->clock().dt().ns;
  const dds_entity_t clocks = reader(rosgraph_msgs_msg_dds__Clock__desc, "rt/clock");
  const dds_entity_t odometry = reader(nav_msgs_msg_dds__Odometry__desc, "rt/odom");
  const dds_entity_t transforms = reader(tf2_msgs_msg_dds__TFMessage__desc, "rt/tf");
  const dds_entity_t images = reader(sensor_msgs_msg_dds__Image__desc, image_topic.c_str());
  const dds_entity_t control = writer(ackermann_msgs_msg_dds__AckermannDriveStamped__desc, "rt/vehicle/control_cmd");
  ASSERT_TRUE(ros2::wait_until([&] {
    return is_reading(clocks) && is_reading(odometry) && is_reading(transforms) && is_reading(images) &&
           is_matched(control);
  }));

  const auto* clock = take<rosgraph_msgs_msg_dds__Clock_>(clocks);
  ASSERT_NE(clock, nullptr);
  EXPECT_EQ((clock->clock.sec * 1'000'000'000LL + clock->clock.nanosec) % dt_ns, 0);
  const auto* tf = take<tf2_msgs_msg_dds__TFMessage_>(transforms);
  ASSERT_NE(tf, nullptr);
  ASSERT_EQ(tf->transforms._length, 2u);
  EXPECT_STREQ(tf->transforms._buffer[0].header.frame_id, "map");
  EXPECT_STREQ(tf->transforms._buffer[1].header.frame_id, "odom");
  EXPECT_STREQ(tf->transforms._buffer[1].child_frame_id, "base_link");
  const auto* image = take<sensor_msgs_msg_dds__Image_>(images);
  ASSERT_NE(image, nullptr);
  EXPECT_STREQ(image->encoding, "rgb8");
  EXPECT_EQ(image->data._length, image->step * image->height);

  ackermann_msgs_msg_dds__AckermannDriveStamped_ command{};
  char frame[] = "base_link";
  command.header.frame_id = frame;
  command.drive.speed = 12.f;
  ASSERT_EQ(dds_write(control, &command), 0);
  double speed = 0;
  EXPECT_TRUE(ros2::wait_until([&] {
    const auto* now = take<nav_msgs_msg_dds__Odometry_>(odometry);
    if (now == nullptr) return false;
    EXPECT_STREQ(now->child_frame_id, "base_link");
    speed = now->twist.twist.linear.x;
    return speed > 11.9;
  })) << speed;
}

// Calls every service of the simulator as rmw_cyclonedds does: the call identity precedes the request.
TEST_F(CycloneSimulator, AnswersEveryServiceInTheStyleOfCyclone) {
  const auto pause = call<std_srvs_srv_dds__Trigger_Response_>("/sim/pause", std_srvs_srv_dds__Trigger_Request__desc,
                                                               std_srvs_srv_dds__Trigger_Response__desc,
                                                               std_srvs_srv_dds__Trigger_Request_{});
  EXPECT_TRUE(pause);
  for (const char* name : {"/sim/step", "/sim/resume", "/sim/pause"}) {
    EXPECT_TRUE(call<std_srvs_srv_dds__Trigger_Response_>(name, std_srvs_srv_dds__Trigger_Request__desc,
                                                          std_srvs_srv_dds__Trigger_Response__desc,
                                                          std_srvs_srv_dds__Trigger_Request_{}))
        << name;
  }
  gs_sim_msgs_srv_dds__SetEgoPose_Request_ place{};
  place.pose.position.x = 3;
  place.pose.orientation.w = 1;
  EXPECT_TRUE(call<gs_sim_msgs_srv_dds__SetEgoPose_Response_>("/sim/set_ego_pose",
                                                              gs_sim_msgs_srv_dds__SetEgoPose_Request__desc,
                                                              gs_sim_msgs_srv_dds__SetEgoPose_Response__desc, place));
  // Not normalised: refused.
  place.pose.orientation.w = 2;
  EXPECT_FALSE(call<gs_sim_msgs_srv_dds__SetEgoPose_Response_>("/sim/set_ego_pose",
                                                               gs_sim_msgs_srv_dds__SetEgoPose_Request__desc,
                                                               gs_sim_msgs_srv_dds__SetEgoPose_Response__desc, place));
  gs_sim_msgs_srv_dds__SimulationControl_Request_ control{};
  control.command = 2;
  EXPECT_TRUE(call<gs_sim_msgs_srv_dds__SimulationControl_Response_>(
      "/sim/control", gs_sim_msgs_srv_dds__SimulationControl_Request__desc,
      gs_sim_msgs_srv_dds__SimulationControl_Response__desc, control));
  gs_sim_msgs_srv_dds__ResetWorld_Request_ reset{};
  reset.reset_time = true;
  EXPECT_TRUE(call<gs_sim_msgs_srv_dds__ResetWorld_Response_>("/sim/reset_world",
                                                              gs_sim_msgs_srv_dds__ResetWorld_Request__desc,
                                                              gs_sim_msgs_srv_dds__ResetWorld_Response__desc, reset));
  gs_sim_msgs_srv_dds__LoadWorld_Request_ load{};
  char path[] = "another";
  load.world_bundle_path = path;
  const std::function<void(const gs_sim_msgs_srv_dds__LoadWorld_Response_&)> check = [](const auto& loaded) {
    EXPECT_EQ(loaded.world_info.available_cameras._length, 1u);
    EXPECT_STREQ(loaded.world_info.map_frame, "map");
  };
  EXPECT_TRUE(
      call<gs_sim_msgs_srv_dds__LoadWorld_Response_>("/sim/load_world", gs_sim_msgs_srv_dds__LoadWorld_Request__desc,
                                                     gs_sim_msgs_srv_dds__LoadWorld_Response__desc, load, check));
}

}  // namespace
}  // namespace gs::bridge
