// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/common/testing/tiny_drive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/core/plain_file.h"
#include "gs/logio/tools/create_log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"

namespace gs::importers {
namespace {

constexpr double kSpeed_mps = 10, kYawRate = 0.3;

Rigid3d rigid_of(const auto& translation, const auto& rotation) {
  return {{rotation.x, rotation.y, rotation.z, rotation.w}, {translation.x, translation.y, translation.z}};
}

template <class M>
M decoded(const logio::MessageView& message) {
  auto read = rosmsg::decode_cdr<M>(message.data);
  EXPECT_TRUE(read);
  return read ? *std::move(read) : M{};
}

std::vector<ImportedDrive::Point> points_of(const rosmsg::sensor_msgs::PointCloud2& cloud) {
  std::vector<ImportedDrive::Point> points(cloud.width);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const uint8_t* at = cloud.data.data() + i * cloud.point_step;
    for (const auto& field : cloud.fields) {
      float number = 0;
      uint16_t count = 0;
      std::memcpy(&number, at + field.offset, field.datatype == 7 ? 4 : 0);
      std::memcpy(&count, at + field.offset, 2);
      if (field.name == "x") points[i].position.x = number;
      if (field.name == "y") points[i].position.y = number;
      if (field.name == "z") points[i].position.z = number;
      if (field.name == "time") points[i].time_s = number;
      if (field.name == "ring") points[i].ring = count;
      if (field.name == "label") points[i].label = count;
    }
  }
  return points;
}

void take(const logio::MessageView& message, ImportedDrive& out) {
  const std::string& topic = message.channel->topic;
  if (topic == "/tf_static") {
    for (const auto& t : decoded<rosmsg::tf2_msgs::TFMessage>(message).transforms) {
      out.frames[t.child_frame_id] = rigid_of(t.transform.translation, t.transform.rotation);
    }
  } else if (topic == "/odom") {
    const auto odom = decoded<rosmsg::nav_msgs::Odometry>(message);
    out.path.push_back({message.log_time, rigid_of(odom.pose.pose.position, odom.pose.pose.orientation)});
  } else if (topic == "/labels/objects") {
    for (const auto& d : decoded<rosmsg::vision_msgs::Detection3DArray>(message).detections) {
      out.boxes.push_back({d.id,
                           d.results.at(0).hypothesis.class_id,
                           rigid_of(d.bbox.center.position, d.bbox.center.orientation),
                           {d.bbox.size.x, d.bbox.size.y, d.bbox.size.z}});
    }
  } else if (topic.ends_with("/points")) {
    out.sweeps.emplace_back(message.log_time, points_of(decoded<rosmsg::sensor_msgs::PointCloud2>(message)));
  } else if (topic.ends_with("/camera_info")) {
    const auto info = decoded<rosmsg::sensor_msgs::CameraInfo>(message);
    Camera& camera = out.cameras[info.header.frame_id];
    camera.width = static_cast<int>(info.width), camera.height = static_cast<int>(info.height);
    camera.fx = info.k[0], camera.cx = info.k[2], camera.fy = info.k[4], camera.cy = info.k[5];
    camera.distortion_model = info.distortion_model, camera.distortion = info.d;
  } else if (topic.ends_with("/compressed")) {
    const auto image = decoded<rosmsg::sensor_msgs::CompressedImage>(message);
    const Bytes bytes = std::as_bytes(std::span(image.data));
    out.images.push_back({message.log_time, image.header.frame_id, image.format, {bytes.begin(), bytes.end()}});
  } else if (topic == "/gps/fix") {
    ++out.fixes;
  }
}

// Centre of the brightness of an image [px].
std::pair<double, double> blob(const ImportedDrive::Image& image) {
  const auto decoded = image.format == "jpeg" ? assets::decode_jpeg(image.file) : assets::decode_png(image.file);
  EXPECT_TRUE(decoded);
  if (!decoded) return {};
  double sum = 0, u = 0, v = 0;
  for (int y = 0; y < decoded->height; ++y) {
    for (int x = 0; x < decoded->width; ++x) {
      const int pixel = y * decoded->width + x;
      const std::size_t at = static_cast<std::size_t>(pixel) * static_cast<std::size_t>(decoded->channels);
      const double light = decoded->data[at] > 60 ? decoded->data[at] : 0;
      sum += light, u += light * x, v += light * y;
    }
  }
  return {u / sum, v / sum};
}

}  // namespace

Rigid3d TinyDrive::looking_forward(Vec3d position) {
  const Mat3d base_from_camera{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}};
  return {Quaterniond::from_rpy(0, 0, 2 * M_PI / 180) * to_quaternion(base_from_camera), position};
}

Rigid3d TinyDrive::map_from_base(double seconds) const {
  const double radius = kSpeed_mps / kYawRate, turned = kYawRate * seconds;
  const Quaterniond start = Quaterniond::from_rpy(0, 0, heading_rad_);
  const Vec3d along{radius * std::sin(turned), radius * (1 - std::cos(turned)), 0};
  return {start * Quaterniond::from_rpy(0, 0, turned), start * along};
}

Vec3d TinyDrive::landmark() const { return map_from_base(0) * Vec3d{32, 4, 2.5}; }

std::vector<Vec3d> TinyDrive::sweep(int frame, double (*time_of)(Vec3d)) const {
  // A point in the frame of the LiDAR at the time at which the LiDAR sees it; the time depends on its direction.
  const auto seen = [&](Vec3d in_map) {
    Vec3d point;
    double after_s = 0;
    for (int i = 0; i < 20; ++i) {
      point = (map_from_base(0.1 * frame + after_s) * base_from_lidar).inverse() * in_map;
      after_s = time_of(point);
    }
    return point;
  };
  std::vector<Vec3d> points{seen(landmark())};
  const Rigid3d here = map_from_base(0.1 * frame);
  for (double x = -12; x <= 30; x += 1.5) {
    for (double y = -9.25; y <= 9.5; y += 1.5) {
      Vec3d ground = here * Vec3d{x, y, 0};
      ground.z = 0;
      points.push_back(seen(ground));
    }
  }
  return points;
}

std::vector<std::byte> TinyDrive::image(double seconds, bool jpeg) const {
  const Vec3d p = (map_from_base(seconds) * base_from_camera).inverse() * landmark();
  const double u = camera.fx * p.x / p.z + camera.cx, v = camera.fy * p.y / p.z + camera.cy;
  assets::Image image{.width = camera.width, .height = camera.height, .channels = 3};
  image.data.resize(image.row_bytes() * static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const double light = 20 + 230 * std::exp(-(std::pow(x - u, 2) + std::pow(y - v, 2)) / 8);
      std::fill_n(image.data.begin() + 3 * (y * image.width + x), 3, static_cast<uint8_t>(light));
    }
  }
  return jpeg ? assets::encode_jpeg(image, {.quality = 98}).value() : assets::encode_png(image).value();
}

Result<ImportedDrive> import_and_read(ImportFunction import, const fs::path& folder, const fs::path& place,
                                      const ImportOptions& options) {
  ImportedDrive out;
  NoProgress progress;
  GS_TRY(const auto writer, logio::create_log(place / "drive.mcap", {.profile = "ros2", .replace = true}));
  GS_TRY(const ImportReport report, import(folder, options, *writer, progress, out.problems));
  GS_CHECK(writer->close());
  GS_TRY(const auto log, logio::open_log(place / "drive.mcap", out.problems));
  GS_TRY(const auto stream, log->read({}, out.problems));
  while (true) {
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) break;
    for (const logio::MessageView& message : batch) take(message, out);
  }
  EXPECT_EQ(report.poses, out.path.size());
  EXPECT_EQ(report.scans, out.sweeps.size());
  return out;
}

void expect_truth(const ImportedDrive& imported, const TinyDrive& truth) {
  ASSERT_EQ(imported.path.size(), static_cast<std::size_t>(truth.frames));
  ASSERT_EQ(imported.sweeps.size(), static_cast<std::size_t>(truth.frames));
  ASSERT_GE(imported.images.size(), static_cast<std::size_t>(truth.frames));
  const Timestamp start = imported.path.front().time;
  for (int i = 0; i < truth.frames; ++i) {
    const Rigid3d wrong =
        truth.map_from_base(0.1 * i).inverse() * imported.path[static_cast<std::size_t>(i)].map_from_base;
    EXPECT_LT(norm(wrong.translation), 1e-3) << "pose " << i;
    EXPECT_LT(std::abs(wrong.rotation.x) + std::abs(wrong.rotation.y) + std::abs(wrong.rotation.z), 1e-4) << i;
  }
  const Rigid3d base_from_lidar = imported.frames.at("lidar_top");
  for (const auto& [time, points] : imported.sweeps) {
    ASSERT_FALSE(points.empty());
    // The landmark is the only point above the ground.
    double worst_ground_m = 0;
    std::size_t landmarks = 0;
    for (const ImportedDrive::Point& point : points) {
      const double seconds = (time - start).seconds() + point.time_s;
      const Vec3d in_map = truth.map_from_base(seconds) * base_from_lidar * point.position;
      if (in_map.z > 1) {
        EXPECT_LT(norm(in_map - truth.landmark()), 0.02) << "landmark of the sweep at " << seconds << " s";
        ++landmarks;
      } else {
        worst_ground_m = std::max(worst_ground_m, std::abs(in_map.z));
      }
    }
    EXPECT_EQ(landmarks, 1u);
    EXPECT_LT(worst_ground_m, 0.02);
  }
  for (const ImportedDrive::Image& image : imported.images) {
    const Camera& camera = imported.cameras.at(image.camera);
    const Rigid3d map_from_camera = pose_at(imported.path, image.time) * imported.frames.at(image.camera);
    const Vec3d p = map_from_camera.inverse() * truth.landmark();
    const auto [u, v] = blob(image);
    EXPECT_NEAR(camera.fx * p.x / p.z + camera.cx, u, 0.3) << image.camera;
    EXPECT_NEAR(camera.fy * p.y / p.z + camera.cy, v, 0.3) << image.camera;
  }
}

void write_test_file(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  ASSERT_TRUE(write_plain(path, bytes));
}

std::string rows_of(const Rigid3d& transform) {
  const Mat3d r = to_matrix(transform.rotation);
  const double t[] = {transform.translation.x, transform.translation.y, transform.translation.z};
  std::string text;
  for (int i = 0; i < 3; ++i) text += format("{:.12g} {:.12g} {:.12g} {:.12g} ", r.m[i][0], r.m[i][1], r.m[i][2], t[i]);
  return text;
}

}  // namespace gs::importers
