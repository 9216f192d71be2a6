// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/run_channels.h"

#include <utility>

#include "gs/bridge/messages/truth_messages.h"
#include "gs/core/format.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::web {
namespace {

namespace rm = rosmsg;
constexpr std::size_t kMostNotices = 100;  // in one status message

void gather(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& text : from) {
    if (to.size() < kMostNotices) to.push_back(text);
  }
}

}  // namespace

RunChannels::RunChannels(Feed& feed, std::string session) : feed_(feed), session_(std::move(session)), jpegs_(feed) {}

void RunChannels::add(AdvertisedChannel info, Lane lane) {
  Channel& channel = table_->channels.emplace_back();
  channel.info = std::move(info);
  channel.info.id = next_id_++;
  channel.lane = lane;
  by_topic_[channel.info.topic] = &channel;
}

void RunChannels::add(const std::string& topic, const rosmsg::MessageType& type, Lane lane) {
  add({.topic = topic,
       .encoding = "cdr",
       .schema_name = type.name,
       .schema = rosmsg::ros2msg_text(type),
       .schema_encoding = "ros2msg"},
      lane);
}

// Status and collisions keep every message; of states and sensor data the newest one is enough.
void RunChannels::add_topics(const sim::Simulator& simulator) {
  add("/tf_static", rm::type_of<rm::tf2_msgs::TFMessage>(), Lane::latched);
  add("/sim/world_info", rm::type_of<rm::gs_sim_msgs::WorldInfo>(), Lane::latched);
  add("/clock", rm::type_of<rm::rosgraph_msgs::Clock>(), Lane::state);
  add("/tf", rm::type_of<rm::tf2_msgs::TFMessage>(), Lane::state);
  add("/odom", rm::type_of<rm::nav_msgs::Odometry>(), Lane::state);
  add("/vehicle/state", rm::type_of<rm::gs_sim_msgs::VehicleState>(), Lane::state);
  add({.topic = std::string(kDriverTopic),
       .encoding = "json",
       .schema_name = "gs.Driver",
       .schema = std::string(driver_schema()),
       .schema_encoding = "jsonschema"},
      Lane::state);
  add("/sim/status", rm::type_of<rm::gs_sim_msgs::SimulationStatus>(), Lane::order);
  if (bridge::has_objects(simulator)) {
    add(bridge::kObjectsTopic, rm::type_of<rm::vision_msgs::Detection3DArray>(), Lane::state);
    add(bridge::kCollisionsTopic, rm::type_of<rm::gs_sim_msgs::Collision>(), Lane::order);
  }
  for (const world::CameraCalibration* camera : simulator.cameras()) {
    const std::string base = "/camera/" + camera->id;
    add(base + "/camera_info", rm::type_of<rm::sensor_msgs::CameraInfo>(), Lane::state);
    add(base + "/image_raw/compressed", rm::type_of<rm::sensor_msgs::CompressedImage>(), Lane::picture);
    add(base + "/image_raw", rm::type_of<rm::sensor_msgs::Image>(), Lane::bulk);
    for (const std::string& topic : bridge::truth_topics(camera->id, simulator.options().sensors.camera.ground_truth))
      add(topic, rm::type_of<rm::sensor_msgs::Image>(), Lane::bulk);
  }
  for (const world::LidarCalibration* lidar : simulator.lidars())
    add("/lidar/" + lidar->id + "/points", rm::type_of<rm::sensor_msgs::PointCloud2>(), Lane::bulk);
}

void RunChannels::announce(const sim::Simulator& simulator) {
  table_ = std::make_shared<ChannelTable>();
  table_->session_id = format("{}-{}", session_, ++worlds_);
  by_topic_.clear();
  add_topics(simulator);
  feed_.announce(table_);
  const Timestamp now = simulator.clock().now();
  offer("/tf_static", now, [&] { return bridge::tf_static_message(simulator); });
  offer("/sim/world_info", now, [&] { return bridge::world_info_message(simulator); });
  feed_.flush();
}

const Channel* RunChannels::wanted(const std::string& topic) const {
  const auto found = by_topic_.find(topic);
  return found != by_topic_.end() && found->second->is_wanted() ? found->second : nullptr;
}

void RunChannels::publish(const sim::Simulator& simulator, const sim::Observation& now,
                          const bridge::RunStatus& status) {
  publish_states(simulator, now);
  gather(gathered_.warnings, status.warnings);
  gather(gathered_.errors, status.errors);
  const Duration dt = simulator.clock().dt();
  if (!status.is_step || bridge::status_is_due(now.step, dt)) publish_status(now, dt, status);
  publish_sensors(simulator, now);
  feed_.set_time(now.stamp);
  feed_.flush();
}

void RunChannels::publish_status(const sim::Observation& now, Duration dt, bridge::RunStatus status) {
  status.warnings = std::exchange(gathered_.warnings, {});
  status.errors = std::exchange(gathered_.errors, {});
  offer("/sim/status", now.stamp, [&] { return bridge::status_message(now, dt, std::move(status)); });
  feed_.flush();
}

void RunChannels::publish_driver(const DriverReport& report, Timestamp stamp) {
  const Channel* const channel = wanted(std::string(kDriverTopic));
  if (channel == nullptr) return;
  const std::string json = report.json();
  const Bytes bytes = as_bytes(json);
  feed_.publish(*channel, stamp, {bytes.begin(), bytes.end()});
}

void RunChannels::publish_states(const sim::Simulator& simulator, const sim::Observation& now) {
  const sim::SimulatorOptions& options = simulator.options();
  offer("/clock", now.stamp, [&] { return bridge::clock_message(now.stamp); });
  offer("/tf", now.stamp, [&] { return bridge::tf_message(now, options.frames); });
  offer("/odom", now.stamp, [&] { return bridge::odometry_message(now, options.frames); });
  offer("/vehicle/state", now.stamp, [&] { return bridge::vehicle_state_message(now, options); });
  if (bridge::objects_are_due(simulator, now.step))
    offer(bridge::kObjectsTopic, now.stamp, [&] { return bridge::objects_message(simulator, now); });
  for (const sim::Collision& collision : now.collisions) {
    offer(bridge::kCollisionsTopic, now.stamp,
          [&] { return bridge::collision_message(collision, now.stamp, options.frames); });
  }
}

void RunChannels::publish_sensors(const sim::Simulator& simulator, const sim::Observation& now) {
  const world::Calibration& calibration = simulator.world().bundle.calibration;
  for (const world::RenderedImage& image : now.images) {
    const world::CameraCalibration* camera = calibration.find_camera(image.camera_id);
    GS_EXPECT(camera != nullptr);
    const std::string base = "/camera/" + image.camera_id;
    offer(base + "/camera_info", image.stamp, [&] { return bridge::camera_info_message(*camera, image.stamp); });
    offer(base + "/image_raw", image.stamp, [&] { return bridge::image_message(image, camera->intrinsics.frame_id); });
    if (const Channel* channel = wanted(base + "/image_raw/compressed"))
      jpegs_.offer(table_, *channel, image, camera->intrinsics.frame_id);
  }
  for (const sim::TruthImages& truth : now.truth) {
    const world::CameraCalibration* camera = calibration.find_camera(truth.camera_id);
    GS_EXPECT(camera != nullptr);
    for (bridge::TruthMessage& message : bridge::truth_messages(truth, camera->intrinsics.frame_id))
      offer(message.topic, now.stamp, [&] { return std::move(message.image); });
  }
  for (const sim::LidarSweep& sweep : now.sweeps) {
    const world::LidarCalibration* lidar = calibration.find_lidar(sweep.cloud.lidar_id);
    GS_EXPECT(lidar != nullptr);
    offer("/lidar/" + lidar->id + "/points", now.stamp,
          [&] { return bridge::point_cloud_message(sweep, lidar->spec.frame_id); });
  }
}

}  // namespace gs::web
