// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/recorder/recorder.h"

#include <utility>

#include "gs/bridge/messages/compressed_image.h"
#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/messages/run_time.h"
#include "gs/bridge/messages/simulation_events.h"
#include "gs/bridge/messages/truth_messages.h"
#include "gs/bridge/recorder/partial_file.h"
#include "gs/logio/mcap/writer.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::bridge {
namespace {

constexpr const char* kControlTopic = "/vehicle/control_cmd";

// Metadata "offered_qos_profiles" of a channel, as rosbag2 writes it: players publish with this QoS. Enumerator values
// are those of rmw (history 1 = keep last, reliability 1 = reliable, durability 1 = transient local, 2 = volatile).
std::string qos_text(bool latched, int depth) {
  return "- history: 1\n  depth: " + std::to_string(depth) +
         "\n  reliability: 1\n  durability: " + (latched ? "1" : "2") +
         "\n  deadline:\n    sec: 9223372036\n    nsec: 854775807\n  lifespan:\n    sec: 9223372036\n    nsec: "
         "854775807\n"
         "  liveliness: 1\n  liveliness_lease_duration:\n    sec: 9223372036\n    nsec: 854775807\n"
         "  avoid_ros_namespace_conventions: false\n";
}

}  // namespace

struct Recorder::Impl {
  RecorderOptions options;
  std::unique_ptr<logio::McapWriter> writer;
  struct Channel {
    uint32_t id = 0;
    uint32_t sequence = 0;
  };
  std::map<std::pair<std::string, std::string>, Channel> channels;  // by topic and type
  std::vector<std::byte> buffer;
  uint64_t messages = 0;
  std::vector<std::string> warnings, errors;  // since the last status message

  RunTime run_time;
  Timestamp log_time;  // log time of the messages being recorded

  void set_time(Timestamp stamp, Duration dt) { log_time = run_time.of(stamp, dt); }

  // Channel of a topic and type; added to the file on first use.
  Result<Channel*> channel_of(const std::string& topic, const rosmsg::MessageType& type, bool latched, int depth) {
    const std::pair<std::string, std::string> key{topic, type.name};
    auto found = channels.find(key);
    if (found == channels.end()) {
      logio::LogChannel channel{.topic = topic,
                                .message_encoding = "cdr",
                                .schema = {key.second, "ros2msg", rosmsg::ros2msg_text(type)},
                                .metadata = {{"offered_qos_profiles", qos_text(latched, depth)}}};
      GS_TRY(const uint32_t id, writer->add_channel(channel));
      found = channels.emplace(key, Channel{id, 0}).first;
    }
    return &found->second;
  }

  Result<void> write_cdr(const std::string& topic, const rosmsg::MessageType& type, Bytes cdr, bool latched = false,
                         int depth = 10) {
    GS_TRY(Channel* const channel, channel_of(topic, type, latched, depth));
    ++messages;
    return writer->write(channel->id, log_time, log_time, channel->sequence++, cdr);
  }

  template <rosmsg::Message M>
  Result<void> write(const std::string& topic, const M& message, bool latched = false, int depth = 10) {
    rosmsg::encode_cdr_into(message, buffer);
    return write_cdr(topic, rosmsg::type_of<M>(), buffer, latched, depth);
  }

  // Writes camera_info and the image, as JPEG or raw.
  Result<void> write_image(const world::CameraCalibration& camera, const world::RenderedImage& image) {
    const std::string base = "/camera/" + camera.id;
    GS_CHECK(write(base + "/camera_info", camera_info_message(camera, image.stamp), false, 5));
    if (options.images == "raw")
      return write(base + "/image_raw", image_message(image, camera.intrinsics.frame_id), false, 5);
    GS_TRY(const auto message, compressed_image_message(image, camera.intrinsics.frame_id, options.jpeg_quality));
    return write(base + "/image_raw/compressed", message, false, 5);
  }
};

Recorder::Recorder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder::~Recorder() = default;

Result<Recorder> Recorder::create(const std::filesystem::path& path, const RecorderOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  GS_TRY(auto sink, create_partial_file(path));
  GS_TRY(impl->writer, logio::McapWriter::create(
                           std::move(sink), {.profile = "ros2", .compression = options.compression, .threads = 1}));
  return Recorder(std::move(impl));
}

Result<void> Recorder::begin(const sim::Simulator& simulator) {
  impl_->set_time(simulator.clock().now(), simulator.clock().dt());
  GS_CHECK(impl_->write("/tf_static", tf_static_message(simulator), true, 1));
  return impl_->write("/sim/world_info", world_info_message(simulator), true, 1);
}

// Creates the channel without writing a message.
Result<void> Recorder::declare_commands(std::string_view control_mode) {
  const rosmsg::MessageType* type = rosmsg::find_message_type(control_type(control_mode));
  GS_EXPECT(type != nullptr);
  GS_TRY([[maybe_unused]] const auto* channel, impl_->channel_of(kControlTopic, *type, false, 10));
  return {};
}

Result<void> Recorder::record(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& run) {
  Impl& r = *impl_;
  const sim::FrameOptions& frames = simulator.options().frames;
  r.set_time(now.stamp, simulator.clock().dt());
  // The same topics as the ROS 2 bridge publishes, with the same depths.
  GS_CHECK(r.write("/clock", clock_message(now.stamp), false, 1));
  GS_CHECK(r.write("/tf", tf_message(now, frames), false, 100));
  GS_CHECK(r.write("/odom", odometry_message(now, frames)));
  GS_CHECK(r.write("/vehicle/state", vehicle_state_message(now, simulator.options())));
  // Notices are collected until the next status message, which is sent at a lower rate than steps.
  r.warnings.insert(r.warnings.end(), run.warnings.begin(), run.warnings.end());
  r.errors.insert(r.errors.end(), run.errors.begin(), run.errors.end());
  if (status_is_due(now.step, simulator.clock().dt())) {
    RunStatus status = run;
    status.warnings = std::exchange(r.warnings, {});
    status.errors = std::exchange(r.errors, {});
    GS_CHECK(r.write("/sim/status", status_message(now, simulator.clock().dt(), std::move(status))));
  }
  if (objects_are_due(simulator, now.step)) GS_CHECK(r.write(kObjectsTopic, objects_message(simulator, now)));
  if (has_objects(simulator)) {
    for (const sim::Collision& collision : now.collisions)
      GS_CHECK(r.write(kCollisionsTopic, collision_message(collision, now.stamp, frames)));
  }
  for (const world::RenderedImage& image : now.images) {
    const world::CameraCalibration* camera = simulator.world().bundle.calibration.find_camera(image.camera_id);
    GS_EXPECT(camera != nullptr);
    GS_CHECK(r.write_image(*camera, image));
  }
  for (const sim::TruthImages& truth : now.truth) {
    const world::CameraCalibration* camera = simulator.world().bundle.calibration.find_camera(truth.camera_id);
    GS_EXPECT(camera != nullptr);
    for (const TruthMessage& message : truth_messages(truth, camera->intrinsics.frame_id))
      GS_CHECK(r.write(message.topic, message.image, false, 5));
  }
  for (const sim::LidarSweep& sweep : now.sweeps) {
    const world::LidarCalibration* lidar = simulator.world().bundle.calibration.find_lidar(sweep.cloud.lidar_id);
    GS_EXPECT(lidar != nullptr);
    GS_CHECK(r.write("/lidar/" + lidar->id + "/points", point_cloud_message(sweep, lidar->spec.frame_id), false, 5));
  }
  return {};
}

Result<void> Recorder::record_command(const sim::Simulator& simulator, Bytes cdr) {
  const rosmsg::MessageType* type =
      rosmsg::find_message_type(control_type(simulator.options().simulation.control_mode));
  GS_EXPECT(type != nullptr);
  impl_->set_time(simulator.clock().now(), simulator.clock().dt());
  return impl_->write_cdr(kControlTopic, *type, cdr);
}

Result<void> Recorder::record_event(const sim::Simulator& simulator,
                                    const rosmsg::gs_sim_msgs::SimulationEvent& event) {
  impl_->set_time(event.header.stamp.timestamp(), simulator.clock().dt());
  return impl_->write(kEventsTopic, event);
}

Result<void> Recorder::close() { return impl_->writer->close(); }
uint64_t Recorder::message_count() const { return impl_->messages; }

}  // namespace gs::bridge
