// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/common/drive_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/importers/common/number_files.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace gs::importers {
namespace {

// QoS profile of a reliable, transient local publisher, as rosbag2 stores it.
constexpr const char* kTransientLocal =
    "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n  deadline:\n    sec: 9223372036\n    nsec: "
    "854775807\n"
    "  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n  liveliness: 1\n  liveliness_lease_duration:\n"
    "    sec: 9223372036\n    nsec: 854775807\n  avoid_ros_namespace_conventions: false";

// The size of an image file, and whether it is a PNG or a JPEG.
struct ImageKind {
  const char* format = "";
  int width = 0, height = 0;
};
Result<ImageKind> image_kind(Bytes file) {
  // The content decides, not the name of the file.
  if (as_text(file).starts_with("\xff\xd8")) {
    GS_TRY(const assets::JpegInfo info, assets::JpegDecoder().inspect(file));
    return ImageKind{"jpeg", info.width, info.height};
  }
  GS_TRY(const assets::PngInfo info, assets::inspect_png(file));
  return ImageKind{"png", info.width, info.height};
}

rosmsg::sensor_msgs::CameraInfo camera_info(const Camera& camera, Timestamp time) {
  rosmsg::sensor_msgs::CameraInfo out;
  out.header.stamp = time;
  out.header.frame_id = "camera_" + camera.name;
  out.height = static_cast<uint32_t>(camera.height);
  out.width = static_cast<uint32_t>(camera.width);
  out.distortion_model = camera.distortion_model;
  out.d = camera.distortion;
  out.d.resize(5, 0.0);
  out.k = {camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1};
  out.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  // frame_id is the optical centre of this camera, so P has no baseline.
  out.p = {camera.fx, 0, camera.cx, 0, 0, camera.fy, camera.cy, 0, 0, 0, 1, 0};
  return out;
}

void add_field(rosmsg::sensor_msgs::PointCloud2& cloud, const char* name, uint8_t datatype, uint32_t bytes) {
  rosmsg::sensor_msgs::PointField field;
  field.name = name;
  field.offset = cloud.point_step;
  field.datatype = datatype;
  field.count = 1;
  cloud.point_step += bytes;
  cloud.fields.push_back(std::move(field));
}

// Velocity of base_link in its own axes [m/s, rad/s], from the neighbours of a pose.
rosmsg::geometry_msgs::Twist twist_at(const std::vector<PathPose>& path, std::size_t i) {
  const PathPose& before = path[i == 0 ? 0 : i - 1];
  const PathPose& after = path[std::min(i + 1, path.size() - 1)];
  const double seconds = (after.time - before.time).seconds();
  const Rigid3d step = before.map_from_base.inverse() * after.map_from_base;
  const Quaterniond to_here = path[i].map_from_base.rotation.conjugate();
  const Vec3d moved = to_here * (after.map_from_base.translation - before.map_from_base.translation);
  // Half of a small rotation is the vector part of its quaternion.
  // q and -q are the same rotation; the small one has w > 0.
  const double side = step.rotation.w < 0 ? -2 : 2;
  const Vec3d turned = Vec3d{step.rotation.x, step.rotation.y, step.rotation.z} * side;
  return {vector3(moved * (1 / seconds)), vector3(turned * (1 / seconds))};
}

}  // namespace

Result<Camera> camera_of_projection(std::span<const double> p, const Rigid3d& base_from_rectified,
                                    std::string_view key) {
  Camera camera{.fx = p[0], .fy = p[5], .cx = p[2], .cy = p[6]};
  if (!(camera.fx > 0 && camera.fy > 0)) return fail(ErrorCode::invalid_data, "{} has no focal length", key);
  // Solve P[:, 3] = K t for t.
  const Vec3d t{(p[3] - camera.cx * p[11]) / camera.fx, (p[7] - camera.cy * p[11]) / camera.fy, p[11]};
  camera.base_from_camera = base_from_rectified * Rigid3d{{}, t}.inverse();
  return camera;
}

rosmsg::geometry_msgs::Vector3 vector3(Vec3d v) { return {v.x, v.y, v.z}; }
rosmsg::geometry_msgs::Quaternion quaternion(const Quaterniond& q) { return {q.x, q.y, q.z, q.w}; }

rosmsg::geometry_msgs::TransformStamped transform_message(const std::string& parent, const std::string& child,
                                                          const Rigid3d& parent_from_child, Timestamp time) {
  rosmsg::geometry_msgs::TransformStamped out;
  out.header.stamp = time;
  out.header.frame_id = parent;
  out.child_frame_id = child;
  out.transform = {vector3(parent_from_child.translation), quaternion(parent_from_child.rotation)};
  return out;
}

Result<void> DriveWriter::add_path(const std::vector<PathPose>& path) {
  GS_CHECK(check_path(path));
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto [time, pose] = path[i];
    const rosmsg::geometry_msgs::Twist twist = twist_at(path, i);
    at(time, [this, time = time, pose = pose, twist]() -> Result<void> {
      rosmsg::tf2_msgs::TFMessage tf;
      tf.transforms = {transform_message("odom", "base_link", pose, time)};
      GS_CHECK(write("/tf", tf, time));
      ++report_.poses;
      rosmsg::nav_msgs::Odometry out;
      out.header.stamp = time;
      out.header.frame_id = "odom";
      out.child_frame_id = "base_link";
      out.pose.pose.position = {pose.translation.x, pose.translation.y, pose.translation.z};
      out.pose.pose.orientation = quaternion(pose.rotation);
      out.twist.twist = twist;
      return write("/odom", out, time);
    });
  }
  return {};
}

std::size_t DriveWriter::add_camera(Camera camera) {
  add_frame("camera_" + camera.name, camera.base_from_camera);
  cameras_.push_back(std::move(camera));
  return cameras_.size() - 1;
}

void DriveWriter::add_image(std::size_t camera, fs::path file, Timestamp time) {
  at(time, [this, camera, file = std::move(file), time] { return write_image(cameras_[camera], file, time); });
}

void DriveWriter::add_sweep(const std::string& name, Timestamp time, std::function<Result<Sweep>()> read) {
  at(time, [this, name, time, read = std::move(read)]() -> Result<void> {
    GS_TRY(const Sweep sweep, read());
    return write_sweep(name, sweep, time);
  });
}

void DriveWriter::add_boxes(Timestamp time, std::vector<LabelledBox> boxes) {
  at(time, [this, time, boxes = std::move(boxes)] { return write_boxes(boxes, time); });
}

void DriveWriter::add_boxes(Timestamp time, std::function<std::vector<LabelledBox>()> make) {
  at(time, [this, time, make = std::move(make)] { return write_boxes(make(), time); });
}

void DriveWriter::add_fix(Timestamp time, double latitude_deg, double longitude_deg, double altitude_m) {
  at(time, [=, this] {
    using rosmsg::sensor_msgs::NavSatStatus;
    rosmsg::sensor_msgs::NavSatFix out;
    out.header.stamp = time;
    out.header.frame_id = "base_link";
    out.status.status = NavSatStatus::STATUS_FIX;
    out.status.service = NavSatStatus::SERVICE_GPS;
    out.latitude = latitude_deg;
    out.longitude = longitude_deg;
    out.altitude = altitude_m;
    return write("/gps/fix", out, time);
  });
}

Result<uint32_t> DriveWriter::channel(const std::string& topic, std::string_view type,
                                      const std::function<std::pair<std::string, std::string>()>& text_and_hash) {
  if (const auto known = channels_.find(topic); known != channels_.end()) return known->second;
  auto [text, hash] = text_and_hash();
  logio::LogChannel made{.topic = topic, .message_encoding = "cdr"};
  made.schema = {std::string(type), "ros2msg", std::move(text)};
  // Players publish /tf_static with the durability that late subscribers need.
  made.metadata["offered_qos_profiles"] = topic == "/tf_static" ? kTransientLocal : "";
  made.metadata["topic_type_hash"] = std::move(hash);
  GS_TRY(const uint32_t id, log_.add_channel(made));
  channels_.emplace(topic, id);
  return id;
}

Result<ImportReport> DriveWriter::run(Progress& progress) {
  if (tasks_.empty()) return fail(ErrorCode::not_found, "the drive has no files");
  // Stable: work of one time stays in the order in which it was added, so that equal sets give equal logs.
  std::ranges::stable_sort(tasks_, {}, &Task::time);
  GS_CHECK(check_times());
  GS_CHECK(write_static(tasks_.front().time));
  progress.begin("importing", tasks_.size(), "files");
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (auto done = tasks_[i].work(); !done) return std::move(done).error();
    progress.advance(i + 1);
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped on request; no output was written");
  }
  progress.finish();
  // Only MCAP holds metadata.
  auto told = log_.write_metadata({.name = "source", .values = {{"data_set", source_}}});
  if (!told && told.error().code != ErrorCode::unsupported) return std::move(told).error();
  return report_;
}

// Stamps have 32 bits for seconds and would wrap. The tasks are in order.
Result<void> DriveWriter::check_times() const {
  constexpr Timestamp kLast = Timestamp::from_ros(std::numeric_limits<int32_t>::max(), 0);
  const Timestamp first = tasks_.front().time, last = tasks_.back().time;
  if (first.ns >= 0 && last <= kLast) return {};
  return fail(ErrorCode::invalid_data,
              "the times of the drive lie between {:.0f} and {:.0f} s since 1970, allowed are 0 to {:.0f}",
              first.seconds(), last.seconds(), kLast.seconds())
      .with_hint("a file with times is damaged");
}

// Sensor poses; map and odom coincide.
Result<void> DriveWriter::write_static(Timestamp time) {
  rosmsg::tf2_msgs::TFMessage message;
  message.transforms = {transform_message("map", "odom", {}, time)};
  for (const auto& [name, pose] : frames_)
    message.transforms.push_back(transform_message("base_link", name, pose, time));
  return write("/tf_static", message, time);
}

Result<void> DriveWriter::write_image(Camera& camera, const fs::path& file, Timestamp time) {
  GS_TRY(const std::vector<std::byte> bytes, read_binary_file(file, kMostSensorFileBytes));
  // The size is in the header; the pixels are decoded for raw images only.
  auto kind = image_kind(bytes);
  if (!kind) return std::move(kind).error().with_context("reading " + file.string());
  if (camera.width == 0) camera.width = kind->width, camera.height = kind->height;
  if (kind->width != camera.width || kind->height != camera.height) {
    return fail(ErrorCode::invalid_data, "image has {} x {} pixels, the calibration states {} x {}: {}", kind->width,
                kind->height, camera.width, camera.height, file.string());
  }
  GS_CHECK(write("/camera/" + camera.name + "/camera_info", camera_info(camera, time), time));
  ++report_.images;
  if (raw_images_) return write_decoded(camera, file, bytes, time);
  rosmsg::sensor_msgs::CompressedImage out;
  out.header.stamp = time;
  out.header.frame_id = "camera_" + camera.name;
  out.format = kind->format;
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  out.data.assign(data, data + bytes.size());
  return write("/camera/" + camera.name + "/image_raw/compressed", out, time);
}

Result<void> DriveWriter::write_decoded(const Camera& camera, const fs::path& file, Bytes bytes, Timestamp time) {
  const bool jpeg = as_text(bytes).starts_with("\xff\xd8");
  GS_TRY(assets::Image decoded,
         (jpeg ? assets::decode_jpeg(bytes) : assets::decode_png(bytes)).with_context("reading " + file.string()));
  if (decoded.bytes_per_sample != 1 || (decoded.channels != 1 && decoded.channels != 3)) {
    return fail(ErrorCode::unsupported, "image is neither 8-bit grey nor RGB: {}", file.string());
  }
  rosmsg::sensor_msgs::Image out;
  out.header.stamp = time;
  out.header.frame_id = "camera_" + camera.name;
  out.height = static_cast<uint32_t>(decoded.height);
  out.width = static_cast<uint32_t>(decoded.width);
  out.encoding = decoded.channels == 1 ? "mono8" : "rgb8";
  out.step = static_cast<uint32_t>(decoded.row_bytes());
  out.data = std::move(decoded.data);
  return write("/camera/" + camera.name + "/image_raw", out, time);
}

Result<void> DriveWriter::write_sweep(const std::string& name, const Sweep& sweep, Timestamp time) {
  using rosmsg::sensor_msgs::PointField;
  rosmsg::sensor_msgs::PointCloud2 out;
  out.header.stamp = time;
  out.header.frame_id = "lidar_" + name;
  out.height = 1;
  out.width = static_cast<uint32_t>(sweep.points.size());
  for (const char* field : {"x", "y", "z", "intensity", "time"}) add_field(out, field, PointField::FLOAT32, 4);
  if (sweep.has_ring) add_field(out, "ring", PointField::UINT16, 2);
  if (sweep.has_label) add_field(out, "label", PointField::UINT16, 2);
  out.row_step = out.width * out.point_step;
  out.data.resize(out.row_step);
  uint8_t* to = out.data.data();
  out.is_dense = true;
  for (const Sweep::Point& point : sweep.points) {
    const float numbers[] = {point.x, point.y, point.z, point.intensity, point.time_s};
    if (!std::isfinite(point.x + point.y + point.z)) out.is_dense = false;
    std::memcpy(to, numbers, sizeof(numbers));
    uint8_t* behind = to + sizeof(numbers);
    if (sweep.has_ring) std::memcpy(behind, &point.ring, 2), behind += 2;
    if (sweep.has_label) std::memcpy(behind, &point.label, 2);
    to += out.point_step;
  }
  ++report_.scans;
  return write("/lidar/" + name + "/points", out, time);
}

Result<void> DriveWriter::write_boxes(const std::vector<LabelledBox>& boxes, Timestamp time) {
  rosmsg::vision_msgs::Detection3DArray out;
  out.header.stamp = time;
  out.header.frame_id = "map";
  for (const LabelledBox& box : boxes) {
    rosmsg::vision_msgs::Detection3D& made = out.detections.emplace_back();
    made.header = out.header;
    made.id = box.object;
    const Vec3d p = box.map_from_box.translation;
    made.bbox.center = {{p.x, p.y, p.z}, quaternion(box.map_from_box.rotation)};
    made.bbox.size = vector3(box.size_m);
    auto& result = made.results.emplace_back();
    result.hypothesis = {box.category, 1.0};
    result.pose.pose = made.bbox.center;
  }
  report_.labels += boxes.size();
  return write("/labels/objects", out, time);
}

}  // namespace gs::importers
