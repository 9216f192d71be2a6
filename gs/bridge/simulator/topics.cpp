// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/simulator/topics.h"

#include <algorithm>

#include "gs/bridge/messages/truth_messages.h"
#include "gs/core/format.h"
#include "gs/ros2/rtps/rules.h"
#include "gs/rosmsg/codec/cdr.h"

namespace gs::bridge {
namespace {

constexpr std::size_t kClocksWaiting = 10;  // ticks in the outbox; the depth of the topic itself is 1
constexpr std::size_t kMaxNotices = 100;    // in one status message

// Appends notices up to kMaxNotices.
void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& text : from) {
    if (to.size() < kMaxNotices) to.push_back(text);
  }
}

}  // namespace

// Publisher of a topic; the outbox keeps as many payloads as the history of the topic.
Result<Topic> Topics::make(const std::string& name, const rosmsg::MessageType& type, const ros2::Qos& qos) {
  GS_TRY(auto publisher, node_.publish_raw(name, type, qos));
  return Topic{std::move(publisher), static_cast<std::size_t>(qos.depth)};
}

Result<std::unique_ptr<Topics>> Topics::create(ros2::Node& node, const sim::Simulator& simulator,
                                               const TopicOptions& options) {
  std::unique_ptr<Topics> out(new Topics(node, options));
  if (options.clock) {
    GS_TRY(out->clock_, out->make("/clock", rosmsg::type_of<rosmsg::rosgraph_msgs::Clock>(), ros2::qos::kClock));
    out->clock_.depth = kClocksWaiting;
  }
  if (options.states) GS_CHECK(out->make_states());
  GS_CHECK(out->announce_world(simulator));
  return out;
}

Result<void> Topics::make_states() {
  // /tf is transient local, so that late tf2 listeners get recent transforms.
  const ros2::Qos tf{.reliable = !options_.best_effort_tf, .transient_local = true, .depth = 100};
  GS_TRY(tf_, make("/tf", rosmsg::type_of<rosmsg::tf2_msgs::TFMessage>(), tf));
  GS_TRY(tf_static_, make("/tf_static", rosmsg::type_of<rosmsg::tf2_msgs::TFMessage>(), ros2::qos::kLatched));
  GS_TRY(odometry_, make("/odom", rosmsg::type_of<rosmsg::nav_msgs::Odometry>(), ros2::qos::kDefault));
  GS_TRY(state_, make("/vehicle/state", rosmsg::type_of<rosmsg::gs_sim_msgs::VehicleState>(), ros2::qos::kDefault));
  GS_TRY(status_, make("/sim/status", rosmsg::type_of<rosmsg::gs_sim_msgs::SimulationStatus>(), ros2::qos::kDefault));
  GS_TRY(world_info_, make("/sim/world_info", rosmsg::type_of<rosmsg::gs_sim_msgs::WorldInfo>(), ros2::qos::kLatched));
  return {};
}

// Sensor topics follow the calibration of the world, so they are created again with every world.
Result<void> Topics::make_sensors(const sim::Simulator& simulator) {
  cameras_.clear();
  lidars_.clear();
  truth_.clear();
  const ros2::Qos qos{.reliable = !options_.best_effort_sensors, .depth = 5, .paced = options_.best_effort_sensors};
  for (const world::CameraCalibration* camera : simulator.cameras()) {
    const std::string base = "/camera/" + camera->id;
    GS_TRY(Topic image, make(base + "/image_raw", rosmsg::type_of<rosmsg::sensor_msgs::Image>(), qos));
    GS_TRY(Topic info, make(base + "/camera_info", rosmsg::type_of<rosmsg::sensor_msgs::CameraInfo>(), qos));
    cameras_.emplace(camera->id, Camera{std::move(image), std::move(info)});
    for (const std::string& name : truth_topics(camera->id, simulator.options().sensors.camera.ground_truth)) {
      GS_TRY(truth_[name], make(name, rosmsg::type_of<rosmsg::sensor_msgs::Image>(), qos));
    }
  }
  for (const world::LidarCalibration* lidar : simulator.lidars()) {
    GS_TRY(Topic points,
           make("/lidar/" + lidar->id + "/points", rosmsg::type_of<rosmsg::sensor_msgs::PointCloud2>(), qos));
    lidars_.emplace(lidar->id, std::move(points));
  }
  return {};
}

// The topics of the actors exist only in worlds with assets.
Result<void> Topics::make_objects(const sim::Simulator& simulator) {
  objects_ = collisions_ = {};
  if (!has_objects(simulator)) return {};
  GS_TRY(objects_, make(kObjectsTopic, rosmsg::type_of<rosmsg::vision_msgs::Detection3DArray>(), ros2::qos::kDefault));
  GS_TRY(collisions_, make(kCollisionsTopic, rosmsg::type_of<rosmsg::gs_sim_msgs::Collision>(), ros2::qos::kDefault));
  return {};
}

Result<void> Topics::announce_world(const sim::Simulator& simulator) {
  GS_CHECK(make_sensors(simulator));
  if (!options_.states) return {};
  GS_CHECK(make_objects(simulator));
  GS_CHECK(tf_static_.publisher->publish(rosmsg::encode_cdr(tf_static_message(simulator))));
  return world_info_.publisher->publish(rosmsg::encode_cdr(world_info(simulator)));
}

rosmsg::gs_sim_msgs::WorldInfo Topics::world_info(const sim::Simulator& simulator) const {
  rosmsg::gs_sim_msgs::WorldInfo info = world_info_message(simulator);
  if (!options_.sensors_elsewhere) return info;
  const auto add = [](std::vector<std::string>& to, const auto& sensors, const auto& options, const auto& chosen) {
    for (const auto& sensor : sensors) {
      const bool taken = chosen.empty() || std::find(chosen.begin(), chosen.end(), sensor.id) != chosen.end();
      if (options.enable && taken) to.push_back(sensor.id);
    }
  };
  const world::Calibration& calibration = simulator.world().bundle.calibration;
  const sim::SensorOptions& elsewhere = *options_.sensors_elsewhere;
  add(info.available_cameras, calibration.cameras, elsewhere.camera, elsewhere.camera.cameras);
  add(info.available_lidars, calibration.lidars, elsewhere.lidar, elsewhere.lidar.lidars);
  return info;
}

template <class M>
void Topics::send(Outbox& outbox, const Topic& topic, const M& message) {
  outbox.push(topic.publisher, rosmsg::encode_cdr(message), topic.depth);
}

void Topics::publish(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& status) {
  if (options_.clock) send(states_, clock_, clock_message(now.stamp));
  if (options_.states) publish_states(simulator, now, status);
  publish_sensors(simulator, now);
}

void Topics::publish_states(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& status) {
  const sim::SimulatorOptions& options = simulator.options();
  send(states_, tf_, tf_message(now, options.frames));
  send(states_, odometry_, odometry_message(now, options.frames));
  send(states_, state_, vehicle_state_message(now, options));

  if (objects_.publisher && objects_are_due(simulator, now.step))
    send(states_, objects_, objects_message(simulator, now));
  for (const sim::Collision& collision : now.collisions) {
    if (collisions_.publisher) send(states_, collisions_, collision_message(collision, now.stamp, options.frames));
  }

  // Notices are collected until the next status.
  append(gathered_.warnings, status.warnings);
  append(gathered_.errors, status.errors);
  const Duration dt = simulator.clock().dt();
  if (status_is_due(now.step, dt)) publish_status(now, dt, status);
}

void Topics::publish_status(const sim::Observation& now, Duration dt, RunStatus status) {
  // Losses since the last status: messages of the outboxes, and datagrams that the filter dropped.
  const uint64_t drops = states_.dropped() + sensors_.dropped();
  if (drops > reported_drops_) {
    append(gathered_.warnings, {format("[ROS2Bridge] MESSAGES_DROPPED: {} since the last status, {} in total",
                                       drops - reported_drops_, drops)});
    reported_drops_ = drops;
  }
  const ros2::rtps::FilterCounts datagrams = node_.context().participant().dropped_datagrams();
  if (datagrams.alarming() > reported_datagrams_) {
    append(gathered_.warnings, {format("[ROS2Bridge] DATAGRAMS_DROPPED: {} since the last status; in total {}",
                                       datagrams.alarming() - reported_datagrams_, describe(datagrams))});
    reported_datagrams_ = datagrams.alarming();
  }
  status.warnings = std::exchange(gathered_.warnings, {});
  status.errors = std::exchange(gathered_.errors, {});
  send(states_, status_, status_message(now, dt, std::move(status)));
}

void Topics::publish_sensors(const sim::Simulator& simulator, const sim::Observation& now) {
  const world::Calibration& calibration = simulator.world().bundle.calibration;
  for (const world::RenderedImage& image : now.images) {
    const world::CameraCalibration* camera = calibration.find_camera(image.camera_id);
    const auto topics = cameras_.find(image.camera_id);
    if (camera == nullptr || topics == cameras_.end()) continue;
    send(sensors_, topics->second.info, camera_info_message(*camera, image.stamp));
    // Images without subscribers are skipped: copying and encoding them is expensive.
    if (topics->second.image.publisher->subscriber_count() == 0) continue;
    send(sensors_, topics->second.image, image_message(image, camera->intrinsics.frame_id));
  }
  for (const sim::TruthImages& truth : now.truth) {
    const world::CameraCalibration* camera = calibration.find_camera(truth.camera_id);
    if (camera == nullptr) continue;
    for (const TruthMessage& message : truth_messages(truth, camera->intrinsics.frame_id)) {
      const auto topic = truth_.find(message.topic);
      if (topic == truth_.end() || topic->second.publisher->subscriber_count() == 0) continue;
      send(sensors_, topic->second, message.image);
    }
  }
  for (const sim::LidarSweep& sweep : now.sweeps) {
    const world::LidarCalibration* lidar = calibration.find_lidar(sweep.cloud.lidar_id);
    const auto topic = lidars_.find(sweep.cloud.lidar_id);
    if (lidar == nullptr || topic == lidars_.end() || topic->second.publisher->subscriber_count() == 0) continue;
    send(sensors_, topic->second, point_cloud_message(sweep, lidar->spec.frame_id));
  }
}

}  // namespace gs::bridge
