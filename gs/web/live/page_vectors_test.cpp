// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// testdata/web/vectors.json: messages and frames as the server writes and reads them. The tests of the page decode and
// write the same ones (web/test/node/vectors.test.ts). GS_WRITE_VECTORS=1 writes the file anew.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/testing/source_folder.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"
#include "gs/web/foxglove/client_frames.h"
#include "gs/web/foxglove/server_frames.h"
#include "gs/web/lanes/client_lanes.h"

namespace gs::web {
namespace {

namespace vm = rosmsg;

// A message on channel 5, and call 9 of service 3, as the page writes them.
constexpr std::initializer_list<int> kMessageFrame = {1, 5, 0, 0, 0, 'a'};
constexpr std::initializer_list<int> kCallFrame = {2, 3, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 'c', 'd', 'r', 1, 2, 3};

std::string hex_of(Bytes bytes) {
  std::string out;
  for (const std::byte byte : bytes) out += format("{:02x}", static_cast<int>(byte));
  return out;
}

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

vm::std_msgs::Header header_at(int seconds, std::string frame) {
  vm::std_msgs::Header out;
  out.stamp = {seconds, 250'000'000};
  out.frame_id = std::move(frame);
  return out;
}

vm::sensor_msgs::PointCloud2 cloud() {
  vm::sensor_msgs::PointCloud2 out;
  out.header = header_at(4, "lidar");
  out.height = 1, out.width = 3;
  out.fields = {{"x", 0, vm::sensor_msgs::PointField::FLOAT32, 1},
                {"intensity", 4, vm::sensor_msgs::PointField::FLOAT32, 1},
                {"y", 8, vm::sensor_msgs::PointField::FLOAT32, 1},
                {"z", 12, vm::sensor_msgs::PointField::FLOAT32, 1}};
  out.point_step = 16, out.row_step = 48;
  ByteWriter data;
  for (const float value :
       {1.5f, 9.f, -2.5f, 0.25f, std::numeric_limits<float>::quiet_NaN(), 9.f, 1.f, 1.f, -7.f, 9.f, 8.f, 3.f})
    data.u32(std::bit_cast<uint32_t>(value));
  for (const std::byte byte : data.view()) out.data.push_back(static_cast<uint8_t>(byte));
  out.is_dense = false;
  return out;
}

vm::vision_msgs::Detection3DArray detections() {
  vm::vision_msgs::Detection3D car;
  car.header = header_at(5, "map");
  car.id = "a1";
  car.results.emplace_back();
  car.results[0].hypothesis = {"car", 1};
  car.bbox.center = {{1, 2, 3}, {0, 0, 0.6, 0.8}};
  car.bbox.size = {4, 2, 1.5};
  vm::vision_msgs::Detection3D unknown = car;
  unknown.id = "b";
  unknown.results.clear();
  return {.header = header_at(5, "map"), .detections = {car, unknown}};
}

// The messages as a list of JSON objects with type, bytes and content.
void write_messages(JsonWriter& out) {
  const auto add = [&](const auto& message) {
    using M = std::decay_t<decltype(message)>;
    out.begin_object().field("type", M::kType).field("cdr", hex_of(vm::encode_cdr(message)));
    out.key("message").raw(vm::to_json(message, {.layout = JsonWriter::Layout::compact})).end_object();
  };
  add(vm::rosgraph_msgs::Clock{.clock = {-3, 250'000'000}});
  vm::tf2_msgs::TFMessage transforms;
  transforms.transforms.push_back({header_at(1, "map"), "base_link", {{1, -2, 3.5}, {0, 0, 0.6, 0.8}}});
  transforms.transforms.push_back({header_at(1, "base_link"), "imu", {{}, {0, 0, 0, 1}}});
  add(transforms);
  vm::nav_msgs::Odometry odometry;
  odometry.header = header_at(2, "odom");
  odometry.child_frame_id = "base_link";
  odometry.pose.pose = {{10, 20, 0.5}, {0, 0, 1, 0}};
  odometry.twist.twist = {{4.5, 0.25, 0}, {0, 0, -0.125}};
  add(odometry);
  vm::gs_sim_msgs::VehicleState state;
  state.header = header_at(3, "map");
  state.pose = odometry.pose.pose;
  state.twist = odometry.twist.twist;
  state.accel.linear = {1, 2, 3};
  state.steering_angle = 0.5, state.steering_angle_rate = -0.25;
  state.wheel_speed_fl = 1, state.wheel_speed_fr = 2, state.wheel_speed_rl = 3, state.wheel_speed_rr = 4;
  state.gear = 3;
  add(state);
  vm::gs_sim_msgs::SimulationStatus status;
  status.header = header_at(3, "map");
  status.sim_time = {3, 250'000'000};
  status.sim_dt = 0.01, status.step_count = 325, status.real_time_factor = 0.5, status.step_duration_ms = 12.5;
  status.is_offroad = status.is_paused = true;
  status.warnings = {"[A] ONE: größer"};
  add(status);
  vm::sensor_msgs::CompressedImage image;
  image.header = header_at(6, "camera");
  image.format = "jpeg";
  image.data = {0xff, 0xd8, 0x00};
  add(image);
  add(cloud());
  add(detections());
  add(vm::std_srvs::Trigger::Request{});
  vm::gs_sim_msgs::ResetWorld::Request reset;
  reset.initial_pose.orientation = {0, 0, 0, 0};
  reset.reset_time = true;
  add(reset);
  add(vm::std_srvs::Trigger::Response{.success = true, .message = "paused"});
}

// Binary frames of the server.
void write_frames(JsonWriter& out) {
  ClientLanes lanes;
  const auto payload = std::make_shared<std::vector<std::byte>>(bytes_of({'a', 'b'}));
  lanes.offer(7, Lane::state, Timestamp::from_seconds(1), payload);
  lanes.offer_time(Timestamp{1'234'567'890});
  while (const auto frame = lanes.next()) {
    std::vector<std::byte> whole = frame->head;
    if (frame->payload) whole.insert(whole.end(), frame->payload->begin(), frame->payload->end());
    out.value(hex_of(whole));
  }
  out.value(hex_of(service_response_frame(3, 9, "cdr", bytes_of({1, 2, 3}))));
}

std::string vectors_text() {
  JsonWriter out;
  out.begin_object().key("messages").begin_array();
  write_messages(out);
  out.end_array().key("server_frames").begin_array();
  write_frames(out);
  out.end_array().key("client_frames").begin_object();
  out.field("message", hex_of(bytes_of(kMessageFrame))).field("call", hex_of(bytes_of(kCallFrame)));
  out.end_object().end_object();
  return write_json(parse_json(out.text()).value());
}

TEST(PageVectors, AreThoseOfTheServer) {
  const auto path = testdata("web/vectors.json");
  const std::string now = vectors_text();
  if (std::getenv("GS_WRITE_VECTORS") != nullptr) {
    ASSERT_TRUE(write_file(path, as_bytes(now)));
  }
  const auto stored = read_text_file(path);
  ASSERT_TRUE(stored) << stored.error().message;
  EXPECT_EQ(*stored, now);
}

// The frames that the page writes.
TEST(PageVectors, FramesOfThePageAreRead) {
  const std::vector<std::byte> message_frame = bytes_of(kMessageFrame), call_frame = bytes_of(kCallFrame);
  const auto message = parse_binary_frame(message_frame);
  ASSERT_TRUE(message);
  EXPECT_EQ(std::get<ClientMessage>(*message).channel_id, 5u);
  const auto call = parse_binary_frame(call_frame);
  ASSERT_TRUE(call);
  EXPECT_EQ(std::get<ServiceRequest>(*call).call_id, 9u);
  EXPECT_EQ(std::get<ServiceRequest>(*call).encoding, "cdr");
}

}  // namespace
}  // namespace gs::web
