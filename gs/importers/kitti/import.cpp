// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/import.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/importers/kitti/calibration.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/oxts.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::importers::kitti {
namespace {

constexpr uint64_t kMaxFileBytes = 256u << 20;
// QoS profile of a reliable, transient local publisher, as rosbag2 stores it.
constexpr const char* kTransientLocal =
    "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n  deadline:\n    sec: 9223372036\n    nsec: "
    "854775807\n"
    "  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n  liveliness: 1\n  liveliness_lease_duration:\n"
    "    sec: 9223372036\n    nsec: 854775807\n  avoid_ros_namespace_conventions: false";

rosmsg::geometry_msgs::Vector3 vector3(Vec3d v) { return {v.x, v.y, v.z}; }
rosmsg::geometry_msgs::Quaternion quaternion(const Quaterniond& q) { return {q.x, q.y, q.z, q.w}; }

rosmsg::geometry_msgs::TransformStamped transform(const char* parent, const std::string& child,
                                                  const Rigid3d& parent_from_child, Timestamp time) {
  rosmsg::geometry_msgs::TransformStamped out;
  out.header.stamp = time;
  out.header.frame_id = parent;
  out.child_frame_id = child;
  out.transform = {vector3(parent_from_child.translation), quaternion(parent_from_child.rotation)};
  return out;
}

// Covariance matrix [3, 3] or [6, 6] with these values on the diagonal: the first three entries, and the others.
template <std::size_t N>
std::array<double, N> diagonal(double first_three, double others) {
  std::array<double, N> covariance{};
  const std::size_t side = N == 36 ? 6 : 3;
  for (std::size_t i = 0; i < side; ++i) covariance[i * side + i] = i < 3 ? first_three : others;
  return covariance;
}

// State of one import.
class Import {
 public:
  Import(const Drive& drive, const Calibration& calibration, const ImportOptions& options, logio::LogWriter& log)
      : drive_(drive), calibration_(calibration), raw_images_(options.images == "raw"), log_(log) {}

  Result<ImportReport> run(Progress& progress) {
    using Task = Result<void> (Import::*)(const Frame&);
    // One task per file, sorted by time.
    std::vector<std::pair<const Frame*, Task>> tasks;
    for (const Frame& frame : drive_.oxts) tasks.emplace_back(&frame, &Import::pose);
    for (const Frame& frame : drive_.lidar) tasks.emplace_back(&frame, &Import::scan);
    for (const Frame& frame : drive_.left) tasks.emplace_back(&frame, &Import::left_image);
    for (const Frame& frame : drive_.right) tasks.emplace_back(&frame, &Import::right_image);
    std::ranges::stable_sort(tasks, {}, [](const auto& task) { return task.first->time; });
    GS_CHECK(set_origin());
    GS_CHECK(static_transforms(tasks.front().first->time));
    progress.begin("importing", tasks.size(), "files");
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto [frame, task] = tasks[i];
      if (auto done = (this->*task)(*frame); !done) return std::move(done).error();
      progress.advance(i + 1);
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped on request; no output was written");
    }
    progress.finish();
    return report_;
  }

 private:
  template <rosmsg::Message M>
  Result<void> write(const std::string& topic, const M& message, Timestamp time) {
    auto channel = channels_.find(topic);
    if (channel == channels_.end()) {
      logio::LogChannel made{.topic = topic, .message_encoding = "cdr"};
      made.schema = {std::string(M::kType), "ros2msg", rosmsg::ros2msg_text(rosmsg::type_of<M>())};
      // Players publish /tf_static with the durability that late subscribers need.
      made.metadata["offered_qos_profiles"] = topic == "/tf_static" ? kTransientLocal : "";
      made.metadata["topic_type_hash"] = rosmsg::type_hash(rosmsg::type_of<M>());
      GS_TRY(const uint32_t id, log_.add_channel(made));
      channel = channels_.emplace(topic, id).first;
    }
    rosmsg::encode_cdr_into(message, payload_);
    return log_.write(channel->second, time, time, sequence_[topic]++, payload_);
  }

  // Origin of map: base_link of the first packet.
  Result<void> set_origin() {
    GS_TRY(const OxtsPacket first, read_oxts(drive_.oxts.front().file));
    scale_latitude_deg_ = first.latitude_deg;
    origin_ = (enu_from_imu(first, scale_latitude_deg_) * calibration_.base_from_imu.inverse()).translation;
    return {};
  }

  // Sensor poses; map and odom coincide.
  Result<void> static_transforms(Timestamp time) {
    rosmsg::tf2_msgs::TFMessage message;
    message.transforms = {transform("map", "odom", {}, time),
                          transform("base_link", "imu", calibration_.base_from_imu, time),
                          transform("base_link", "lidar_top", calibration_.base_from_lidar, time),
                          transform("base_link", "camera_left", calibration_.left.base_from_camera, time),
                          transform("base_link", "camera_right", calibration_.right.base_from_camera, time)};
    return write("/tf_static", message, time);
  }

  // Transform, odometry, IMU and GPS messages of one packet.
  Result<void> pose(const Frame& frame) {
    GS_TRY(const OxtsPacket packet, read_oxts(frame.file));
    Rigid3d map_from_base = enu_from_imu(packet, scale_latitude_deg_) * calibration_.base_from_imu.inverse();
    map_from_base.translation -= origin_;
    rosmsg::tf2_msgs::TFMessage tf;
    tf.transforms = {transform("odom", "base_link", map_from_base, frame.time)};
    GS_CHECK(write("/tf", tf, frame.time));
    ++report_.poses;
    GS_CHECK(write("/odom", odometry(packet, map_from_base, frame.time), frame.time));
    GS_CHECK(write("/imu/data", imu(packet, frame.time), frame.time));
    return write("/gps/fix", fix(packet, frame.time), frame.time);
  }

  // Pose in odom, velocity in base_link; covariances from the accuracies of the packet.
  rosmsg::nav_msgs::Odometry odometry(const OxtsPacket& packet, const Rigid3d& map_from_base, Timestamp time) const {
    rosmsg::nav_msgs::Odometry out;
    out.header.stamp = time;
    out.header.frame_id = "odom";
    out.child_frame_id = "base_link";
    const Vec3d p = map_from_base.translation;
    out.pose.pose.position = {p.x, p.y, p.z};
    out.pose.pose.orientation = quaternion(map_from_base.rotation);
    out.pose.covariance = diagonal<36>(packet.position_accuracy_m * packet.position_accuracy_m, 1e-4);
    // The packet holds the velocity of the IMU; base_link also moves by the rotation about it.
    const Vec3d base_in_imu = calibration_.base_from_imu.inverse().translation;
    out.twist.twist.linear = vector3(packet.velocity_flu + cross(packet.angular_rate, base_in_imu));
    out.twist.twist.angular = vector3(packet.angular_rate);
    out.twist.covariance = diagonal<36>(packet.velocity_accuracy_mps * packet.velocity_accuracy_mps, 1e-4);
    return out;
  }

  static rosmsg::sensor_msgs::Imu imu(const OxtsPacket& packet, Timestamp time) {
    rosmsg::sensor_msgs::Imu out;
    out.header.stamp = time;
    out.header.frame_id = "imu";
    out.orientation = quaternion(Quaterniond::from_rpy(packet.roll, packet.pitch, packet.yaw));
    out.angular_velocity = vector3(packet.angular_rate);
    out.linear_acceleration = vector3(packet.acceleration);
    return out;
  }

  static rosmsg::sensor_msgs::NavSatFix fix(const OxtsPacket& packet, Timestamp time) {
    using rosmsg::sensor_msgs::NavSatStatus;
    rosmsg::sensor_msgs::NavSatFix out;
    out.header.stamp = time;
    out.header.frame_id = "imu";
    // Position modes of the OXTS manual: 3 and 4 are stand-alone, 5 and 6 use the carrier phase, below 2 there is no
    // fix.
    out.status.status = packet.position_mode >= 5   ? NavSatStatus::STATUS_GBAS_FIX
                        : packet.position_mode >= 2 ? NavSatStatus::STATUS_FIX
                                                    : NavSatStatus::STATUS_NO_FIX;
    out.status.service = NavSatStatus::SERVICE_GPS;
    out.latitude = packet.latitude_deg;
    out.longitude = packet.longitude_deg;
    out.altitude = packet.altitude_m;
    out.position_covariance = diagonal<9>(packet.position_accuracy_m * packet.position_accuracy_m, 0);
    out.position_covariance_type = rosmsg::sensor_msgs::NavSatFix::COVARIANCE_TYPE_APPROXIMATED;
    return out;
  }

  // Time of a point relative to the stamp [s]. Sweeps are not corrected for motion. The laser rotates clockwise seen
  // from above and faces forward at the stamp, so a revolution begins and ends behind the car.
  static float seconds_after_forward(float x, float y, double turn_s) {
    return static_cast<float>(-std::atan2(double{y}, double{x}) / (2 * std::numbers::pi) * turn_s);
  }

  // One sweep: the points of the file, with a `time` field added.
  Result<void> scan(const Frame& frame) {
    GS_TRY(const std::vector<std::byte> bytes, read_binary_file(frame.file, kMaxFileBytes));
    constexpr uint32_t kPointBytes = 16;  // float32 x, y, z, reflectance
    if (bytes.empty() || bytes.size() % kPointBytes != 0) {
      return fail(ErrorCode::corrupt, "file of {} bytes is not a list of points of {} bytes: {}", bytes.size(),
                  kPointBytes, frame.file.string());
    }
    rosmsg::sensor_msgs::PointCloud2 out;
    out.header.stamp = frame.time;
    out.header.frame_id = "lidar_top";
    out.height = 1;
    out.width = static_cast<uint32_t>(bytes.size() / kPointBytes);
    for (const char* name : {"x", "y", "z", "intensity", "time"}) {
      rosmsg::sensor_msgs::PointField field;
      field.name = name;
      field.offset = static_cast<uint32_t>(4 * out.fields.size());
      field.datatype = rosmsg::sensor_msgs::PointField::FLOAT32;
      field.count = 1;
      out.fields.push_back(std::move(field));
    }
    out.point_step = kPointBytes + 4;
    out.row_step = out.width * out.point_step;
    out.data.resize(out.row_step);
    for (std::size_t i = 0; i < out.width; ++i) {
      const std::byte* from = bytes.data() + i * kPointBytes;
      const float time_s = seconds_after_forward(load_le<float>(from), load_le<float>(from + 4), frame.turn_s);
      uint8_t* to = out.data.data() + i * out.point_step;
      std::memcpy(to, from, kPointBytes);
      std::memcpy(to + kPointBytes, &time_s, sizeof(time_s));
    }
    out.is_dense = true;
    ++report_.scans;
    return write("/lidar/top/points", out, frame.time);
  }

  Result<void> left_image(const Frame& frame) { return image(frame, "left", calibration_.left); }
  Result<void> right_image(const Frame& frame) { return image(frame, "right", calibration_.right); }

  Result<void> image(const Frame& frame, const std::string& id, const RectifiedCamera& camera) {
    GS_TRY(const std::vector<std::byte> bytes, read_binary_file(frame.file, kMaxFileBytes));
    // The size is in the PNG header; the pixels are decoded for raw images only.
    auto info = assets::inspect_png(bytes);
    if (!info) return std::move(info).error().with_context("reading " + frame.file.string());
    if (info->width != camera.width || info->height != camera.height) {
      return fail(ErrorCode::invalid_data, "image has {} x {} pixels, the calibration states {} x {}: {}", info->width,
                  info->height, camera.width, camera.height, frame.file.string());
    }
    GS_CHECK(write("/camera/" + id + "/camera_info", camera_info(camera, "camera_" + id, frame.time), frame.time));
    ++report_.images;
    if (raw_images_) return raw_image(frame, id, bytes);
    rosmsg::sensor_msgs::CompressedImage out;
    out.header.stamp = frame.time;
    out.header.frame_id = "camera_" + id;
    out.format = "png";
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    out.data.assign(data, data + bytes.size());
    return write("/camera/" + id + "/image_raw/compressed", out, frame.time);
  }

  Result<void> raw_image(const Frame& frame, const std::string& id, Bytes png) {
    GS_TRY(assets::Image decoded, assets::decode_png(png).with_context("reading " + frame.file.string()));
    if (decoded.bytes_per_sample != 1 || (decoded.channels != 1 && decoded.channels != 3)) {
      return fail(ErrorCode::unsupported, "image is neither 8-bit grey nor RGB: {}", frame.file.string());
    }
    rosmsg::sensor_msgs::Image out;
    out.header.stamp = frame.time;
    out.header.frame_id = "camera_" + id;
    out.height = static_cast<uint32_t>(decoded.height);
    out.width = static_cast<uint32_t>(decoded.width);
    out.encoding = decoded.channels == 1 ? "mono8" : "rgb8";
    out.step = static_cast<uint32_t>(decoded.row_bytes());
    out.data = std::move(decoded.data);
    return write("/camera/" + id + "/image_raw", out, frame.time);
  }

  static rosmsg::sensor_msgs::CameraInfo camera_info(const RectifiedCamera& camera, const std::string& frame_id,
                                                     Timestamp time) {
    rosmsg::sensor_msgs::CameraInfo out;
    out.header.stamp = time;
    out.header.frame_id = frame_id;
    out.height = static_cast<uint32_t>(camera.height);
    out.width = static_cast<uint32_t>(camera.width);
    out.distortion_model = "plumb_bob";
    out.d.assign(5, 0.0);
    out.k = {camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1};
    out.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    // frame_id is the optical centre of this camera, so P has no baseline.
    out.p = {camera.fx, 0, camera.cx, 0, 0, camera.fy, camera.cy, 0, 0, 0, 1, 0};
    return out;
  }

  const Drive& drive_;
  const Calibration& calibration_;
  bool raw_images_;
  logio::LogWriter& log_;
  double scale_latitude_deg_ = 0;
  Vec3d origin_;  // of map, in the Mercator projection [m]
  std::map<std::string, uint32_t> channels_, sequence_;
  std::vector<std::byte> payload_;
  ImportReport report_;
};

}  // namespace

Result<ImportReport> import_drive(const fs::path& folder, const ImportOptions& options, logio::LogWriter& log,
                                  Progress& progress, Problems& problems) {
  GS_TRY(const Drive drive, find_drive(folder, problems));
  GS_TRY(const Calibration calibration, read_calibration(drive.calibration));
  return Import(drive, calibration, options, log).run(progress);
}

}  // namespace gs::importers::kitti
