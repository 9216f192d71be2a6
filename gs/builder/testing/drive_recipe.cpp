// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/testing/drive_recipe.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <numbers>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/video/testing/stream_encoder.h"
#include "gs/core/numbers/random.h"
#include "gs/geometry/geodetic.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/rosbag1/writer.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/ffmpeg_image_transport_msgs.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/livox_ros_driver2.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/ouster_sensor_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::builder::testing {
namespace {

constexpr Timestamp kStart{1'700'000'000'000'000'000};

// Writes messages of any type; channels are added at their first message.
class Log {
 public:
  Log(std::unique_ptr<logio::LogWriter> log, bool ros1) : log_(std::move(log)), ros1_(ros1) {}

  template <rosmsg::Message M>
  Result<void> put(const std::string& topic, Timestamp time, const M& message) {
    auto known = channels_.find(topic);
    if (known == channels_.end()) {
      logio::LogChannel channel{.topic = topic, .message_encoding = ros1_ ? "ros1" : "cdr"};
      channel.schema = {std::string(M::kType), "ros2msg", rosmsg::ros2msg_text(rosmsg::type_of<M>())};
      if (ros1_) {
        channel.schema = {rosmsg::short_type_name(M::kType), "ros1msg", rosmsg::ros1msg_text(rosmsg::type_of<M>())};
        channel.metadata["md5sum"] = rosmsg::ros1_md5sum(rosmsg::type_of<M>());
      }
      GS_TRY(const uint32_t id, log_->add_channel(channel));
      known = channels_.emplace(topic, id).first;
    }
    return log_->write(known->second, time, time, 0,
                       ros1_ ? rosmsg::encode_ros1(message) : rosmsg::encode_cdr(message));
  }
  // An empty message of a type that has no struct.
  Result<void> put_unknown(const std::string& topic, Timestamp time, std::string_view type) {
    GS_TRY(const uint32_t id,
           log_->add_channel({.topic = topic, .message_encoding = "cdr", .schema = {std::string(type), "", ""}}));
    return log_->write(id, time, time, 0, {});
  }
  Result<void> close() { return log_->close(); }

 private:
  std::unique_ptr<logio::LogWriter> log_;
  bool ros1_;
  std::map<std::string, uint32_t> channels_;
};

rosmsg::std_msgs::Header header(Timestamp stamp, const std::string& frame) {
  rosmsg::std_msgs::Header out;
  out.stamp = stamp, out.frame_id = frame;
  return out;
}

rosmsg::geometry_msgs::TransformStamped transform(Timestamp stamp, const std::string& parent, const std::string& child,
                                                  const Rigid3d& pose) {
  rosmsg::geometry_msgs::TransformStamped out;
  out.header = header(stamp, parent), out.child_frame_id = child, out.transform = rosmsg::to_transform(pose);
  return out;
}

constexpr double kHeight = 1.8;               // [m] of the LiDAR
constexpr Vec3d kSecondLidar{-1.5, 0, -0.7};  // seen from the first

// Range of the first surface on a ray from a sensor at this height; 0: none.
double range_of(double azimuth, double elevation, double height, bool walls) {
  constexpr double kWall = 10, kWallHeight = 6, kMax = 60;
  double range = elevation < 0 ? height / std::sin(-elevation) : kMax + 1;
  const double side = std::abs(std::cos(elevation) * std::sin(azimuth));
  if (walls && side > 1e-6) {
    const double wall = kWall / side;
    if (wall < range && height + wall * std::sin(elevation) < kWallHeight) range = wall;
  }
  return range < kMax ? range : 0;
}

// The same including pillars and oncoming car at a time of the drive, from a sensor that is `mount` off the LiDAR.
double range_of(const DriveRecipe& recipe, double t_s, double azimuth, double elevation, Vec3d mount = {}) {
  if (std::abs(std::remainder(azimuth, 2 * std::numbers::pi)) > 0.5 * recipe.lidar_view_rad) return 0;
  double range = range_of(azimuth, elevation, kHeight + mount.z, recipe.walls);
  if (recipe.oncoming_mps == 0 && !recipe.pillars) return range;
  const Vec3d sensor = Vec3d{1 + recipe.speed_mps * t_s, 0, kHeight} + mount;
  const Vec3d ray{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                  std::sin(elevation)};
  for (int i = -6; recipe.pillars && i < 12; ++i) {
    const double x = 7.0 * i + (i % 3);
    for (const Box& box : {Box{{x, 7.5, 0}, {x + 1.5, 10, 6}}, Box{{x + 3, -10, 0}, {x + 5, -8.2, 5}}}) {
      const auto hit = box.hit(sensor, ray);
      if (hit && *hit > 0 && (range == 0 || *hit < range)) range = *hit;
    }
  }
  if (recipe.oncoming_mps == 0) return range;
  const auto car = oncoming_car(recipe, t_s).hit(sensor, ray);
  return car && (range == 0 || *car < range) ? *car : range;
}

// One revolution in 0.1 s, column by column, with the fields x y z intensity ring time.
rosmsg::sensor_msgs::PointCloud2 sweep(Timestamp stamp, const DriveRecipe& recipe, double t_s, Vec3d mount = {}) {
  const int columns = recipe.lidar_columns, rings = recipe.lidar_rings;
  constexpr uint32_t kStep = 24;
  rosmsg::sensor_msgs::PointCloud2 cloud;
  cloud.header = header(recipe.lidar_stamps ? stamp : Timestamp{}, "velodyne");
  using F = rosmsg::sensor_msgs::PointField;
  const auto field = [&](const char* name, uint32_t offset, uint8_t type) {
    F f;
    f.name = name, f.offset = offset, f.datatype = type, f.count = 1;
    cloud.fields.push_back(f);
  };
  field("x", 0, F::FLOAT32), field("y", 4, F::FLOAT32), field("z", 8, F::FLOAT32);
  field("intensity", 12, F::FLOAT32), field("ring", 16, F::UINT16), field("time", 20, F::FLOAT32);
  for (int column = 0; column < columns; ++column) {
    for (int ring = 0; ring < rings; ++ring) {
      const double azimuth = 2 * std::numbers::pi * (column + 0.5) / columns - std::numbers::pi;
      const double elevation = (ring * 31.0 / (rings - 1) - 24) * std::numbers::pi / 180;
      const float since_start = 0.1f * static_cast<float>(column) / static_cast<float>(columns);
      const float time = since_start + static_cast<float>(recipe.point_clock_s);
      const double range = range_of(recipe, t_s + static_cast<double>(since_start), azimuth, elevation, mount);
      if (range == 0) continue;
      const double driven = recipe.lidar_compensated ? recipe.speed_mps * static_cast<double>(since_start) : 0;
      const float values[4] = {static_cast<float>(range * std::cos(elevation) * std::cos(azimuth) + driven + mount.x),
                               static_cast<float>(range * std::cos(elevation) * std::sin(azimuth) + mount.y),
                               static_cast<float>(range * std::sin(elevation) + mount.z),
                               static_cast<float>(recipe.intensity)};
      const auto r = static_cast<uint16_t>(ring);
      uint8_t row[kStep] = {};
      std::memcpy(row, values, sizeof(values));
      std::memcpy(row + 16, &r, sizeof(r));
      std::memcpy(row + 20, &time, sizeof(time));
      cloud.data.insert(cloud.data.end(), row, row + kStep);
    }
  }
  cloud.height = 1, cloud.point_step = kStep;
  cloud.width = static_cast<uint32_t>(cloud.data.size() / kStep);
  cloud.row_step = cloud.width * kStep;
  return cloud;
}

// Half of the points of a cloud of sweep() as a message of Livox.
rosmsg::livox_ros_driver2::CustomMsg livox_half(const rosmsg::sensor_msgs::PointCloud2& cloud, bool second) {
  rosmsg::livox_ros_driver2::CustomMsg out;
  out.header = cloud.header;
  const Timestamp start = cloud.header.stamp.timestamp() + Duration::from_ms(second ? 50 : 0);
  out.header.stamp = start, out.timebase = static_cast<uint64_t>(start.ns);
  for (uint32_t i = 0; i < cloud.width; ++i) {
    const uint8_t* row = cloud.data.data() + std::size_t{i} * cloud.point_step;
    float values[4] = {}, time_s = 0;
    std::memcpy(values, row, sizeof(values)), std::memcpy(&time_s, row + 20, sizeof(time_s));
    if ((time_s >= 0.05F) != second) continue;
    const double offset_s = static_cast<double>(time_s) - (second ? 0.05 : 0);
    out.points.push_back({.offset_time = static_cast<uint32_t>(std::max(0.0, offset_s * 1e9)),
                          .x = values[0],
                          .y = values[1],
                          .z = values[2],
                          .reflectivity = static_cast<uint8_t>(values[3])});
  }
  out.point_num = static_cast<uint32_t>(out.points.size());
  return out;
}

// One revolution of a VLP-16: 76 packets of 12 blocks of two firings, clockwise from azimuth 0.
rosmsg::velodyne_msgs::VelodyneScan velodyne_scan(Timestamp stamp, const DriveRecipe& recipe, double t_s) {
  constexpr int kPackets = 76;
  rosmsg::velodyne_msgs::VelodyneScan scan;
  scan.header = header(stamp, "velodyne");
  for (int p = 0; p < kPackets; ++p) {
    rosmsg::velodyne_msgs::VelodynePacket packet;
    const double packet_s = 0.1 * p / kPackets;
    packet.stamp = stamp + Duration::from_seconds(packet_s);
    const auto put = [&](int at, int64_t value, int bytes) {
      for (int i = 0; i < bytes; ++i)
        packet.data[static_cast<std::size_t>(at) + static_cast<std::size_t>(i)] =
            static_cast<uint8_t>(value >> (8 * i));
    };
    for (int block = 0; block < 12; ++block) {
      const double block_turn = (p + block / 12.0) / kPackets;
      put(100 * block, 0xeeff, 2), put(100 * block + 2, std::lround(block_turn * 36000), 2);
      for (int j = 0; j < 32; ++j) {
        const int laser = j % 16, sequence = j / 16;
        const double elevation = (laser % 2 == 0 ? laser - 15 : laser) * std::numbers::pi / 180;
        const double turn = block_turn + (55.296 * sequence + 2.304 * laser) / 110.592 / 12 / kPackets;
        const double range = range_of(recipe, t_s + 0.1 * turn, -2 * std::numbers::pi * turn, elevation);
        put(100 * block + 4 + 3 * j, std::lround(range / 0.002), 2), put(100 * block + 6 + 3 * j, 50, 1);
      }
    }
    put(1200, std::lround((t_s + packet_s) * 1e6), 4), put(1204, 0x2237, 2);
    scan.packets.push_back(packet);
  }
  return scan;
}

Result<void> put_sweep(Log& log, const DriveRecipe& recipe, double t_s, Timestamp stamp, Timestamp received) {
  if (recipe.recording == LidarRecording::velodyne) {
    return log.put("/velodyne_packets", received, velodyne_scan(stamp, recipe, t_s));
  }
  if (recipe.recording == LidarRecording::ouster) {
    rosmsg::ouster_sensor_msgs::PacketMsg packet;
    packet.buf.resize(8448);
    return log.put("/ouster/lidar_packets", received, packet);
  }
  rosmsg::sensor_msgs::PointCloud2 cloud = sweep(stamp, recipe, t_s);
  if (!recipe.lidar_times) cloud.fields.resize(5);  // x y z intensity ring
  if (recipe.more_topics) {
    rosmsg::sensor_msgs::PointCloud2 filtered = cloud;
    filtered.fields.resize(4);  // x y z intensity
    GS_CHECK(log.put("/lidar/top/points_filtered", received, filtered));
  }
  if (recipe.second_lidar) {
    GS_CHECK(log.put("/lidar/rear/points", received, sweep(stamp, recipe, t_s, kSecondLidar)));
  }
  if (recipe.recording == LidarRecording::point_cloud) return log.put("/lidar/top/points", received, cloud);
  GS_CHECK(log.put("/livox/lidar", received, livox_half(cloud, false)));
  return log.put("/livox/lidar", received, livox_half(cloud, true));
}

// Patches of 8 x 8 pixels with noise on each pixel.
uint8_t texture(int x, int y) {
  Random patch(1, purpose("patch"), static_cast<uint64_t>(y / 8 * 4096 + x / 8));
  Random grain(1, purpose("grain"), static_cast<uint64_t>(y * 8192 + x));
  return static_cast<uint8_t>(patch.below(160) + grain.below(24));
}

// Constant red, green rising to the right; with texture as hard to encode as a real image.
assets::Image picture(int width, int height, bool textured) {
  assets::Image image = assets::Image::make(width, height, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      uint8_t* pixel = image.row(y) + 3 * x;
      pixel[0] = textured ? texture(x, y) : 200;
      pixel[1] = static_cast<uint8_t>(256 * x / width);
      pixel[2] = textured ? static_cast<uint8_t>(pixel[0] / 2) : 30;
    }
  }
  return image;
}

// A plumb_bob camera with slight distortion.
rosmsg::sensor_msgs::CameraInfo camera_info(const DriveRecipe& recipe, Timestamp stamp, const std::string& frame) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.header = header(stamp, frame);
  info.width = static_cast<uint32_t>(recipe.width), info.height = static_cast<uint32_t>(recipe.height);
  info.distortion_model = "plumb_bob";
  info.d = {0.01, -0.002, 0.001, 0.0005, 0};
  info.k = {recipe.width * 0.625,
            0,
            (recipe.width - 1) / 2.0,
            0,
            recipe.height * 41 / 48.0,
            (recipe.height - 1) / 2.0,
            0,
            0,
            1};
  if (recipe.omni) {
    info.distortion_model = "mei", info.d = {1, 0.01, 0, recipe.omni_p1, recipe.omni_p2};
    info.k = {40, 0, 31.5, 0, 41, 23.5, 0, 0, 1};
  }
  info.p = {35, 0, 30, 0, 0, 36, 20, 0, 0, 0, 1, 0};
  const double c = std::cos(0.1), s = std::sin(0.1);
  info.r = {c, 0, s, 0, 1, 0, -s, 0, c};
  return info;
}

// The image of the drive, encoded once, or the packets of its video.
struct Picture {
  assets::Image image;
  std::vector<uint8_t> jpeg;
  std::vector<assets::testing::CodedPacket> video;
};
Result<Picture> make_image(const DriveRecipe& recipe) {
  Picture out{picture(recipe.width, recipe.height, recipe.textured), {}, {}};
  if (!recipe.video.empty()) {
    std::vector<assets::Image> frames;
    for (int i = 0; i <= static_cast<int>(recipe.duration_s * 12); ++i) frames.push_back(video_picture(recipe, i));
    auto packets = assets::testing::encode_stream(
        frames, {.encoder = std::string(recipe.video), .b_frames = recipe.video_b_frames});
    if (!packets) return fail(ErrorCode::unsupported, "no encoder {}", recipe.video);
    out.video = *std::move(packets);
  }
  assets::Image mosaic = assets::Image::make(recipe.width, recipe.height, 1);
  for (std::size_t i = 0; i < mosaic.data.size(); ++i) mosaic.data[i] = out.image.data[3 * i];
  GS_TRY(const auto jpeg, assets::encode_jpeg(recipe.bayer_jpeg ? mosaic : out.image));
  const auto* bytes = reinterpret_cast<const uint8_t*>(jpeg.data());
  out.jpeg.assign(bytes, bytes + jpeg.size());
  return out;
}

// The red sample r as the value 16 r of a camera with 12 bits.
void set_mono12(const assets::Image& image, rosmsg::sensor_msgs::Image& raw) {
  raw.encoding = "mono16", raw.step = raw.width * 2, raw.data.clear();
  for (std::size_t i = 0; i < image.data.size(); i += 3) {
    const uint32_t value = image.data[i] * 16u;
    raw.data.push_back(static_cast<uint8_t>(value & 255)), raw.data.push_back(static_cast<uint8_t>(value >> 8));
  }
}

// Packet `number` of the video, at the time of recording of image `number`.
Result<void> put_packet(Log& log, const DriveRecipe& recipe, const Picture& picture, const std::string& id,
                        Timestamp received, int number) {
  if (number == recipe.video_lost || number < recipe.video_from) return {};
  const auto& packet = picture.video.at(static_cast<std::size_t>(number));
  rosmsg::ffmpeg_image_transport_msgs::FFMPEGPacket message;
  message.header = header(kStart + Duration{packet.frame * 25'000'000'000LL / 300}, id + "_optical");
  message.width = recipe.width, message.height = recipe.height, message.encoding = "h264;yuv420p;bgr8;rgb8";
  message.pts = static_cast<uint64_t>(packet.frame), message.flags = packet.key ? 1 : 0;
  const auto* bytes = reinterpret_cast<const uint8_t*>(packet.data.data());
  message.data.assign(bytes, bytes + packet.data.size());
  if (number == recipe.video_broken) message.data.assign(50, 0xFF);
  return log.put("/camera/" + id + "/image_raw/ffmpeg", received, message);
}

// Image and camera_info of one camera.
Result<void> put_camera(Log& log, const DriveRecipe& recipe, const Picture& picture, const std::string& id,
                        Timestamp received, bool cut, int number) {
  const Timestamp stamp = received + Duration::from_seconds(recipe.camera_clock_s);
  const std::string base = "/camera/" + id, frame = id + "_optical";
  if (!recipe.video.empty()) {
    GS_CHECK(put_packet(log, recipe, picture, id, received, number));
  } else if (recipe.raw_images) {
    rosmsg::sensor_msgs::Image raw;
    raw.header = header(stamp, frame);
    raw.width = static_cast<uint32_t>(recipe.width), raw.height = static_cast<uint32_t>(recipe.height);
    raw.step = raw.width * 3, raw.encoding = "rgb8";
    raw.data = picture.image.data;
    if (recipe.mono12) set_mono12(picture.image, raw);
    GS_CHECK(log.put(base + "/image_raw", received, raw));
  } else {
    rosmsg::sensor_msgs::CompressedImage compressed;
    compressed.header = header(stamp, frame);
    compressed.format = recipe.bayer_jpeg ? "bayer_rggb8; jpeg compressed bayer_rggb8" : "jpeg";
    compressed.data = picture.jpeg;
    if (id == "left" && recipe.bad_second_camera) compressed.data.resize(5);
    if (cut) compressed.data.resize(compressed.data.size() / 2);
    const bool rectified = recipe.rectified_images;
    GS_CHECK(log.put(base + (rectified ? "/image_rect_color" : "/image_raw") + "/compressed", received, compressed));
    if (recipe.more_topics) GS_CHECK(log.put(base + "/image_rect_color/compressed", received, compressed));
  }
  if (!recipe.camera_info || (recipe.info_of_front_only && id != "front")) return {};
  return log.put(base + "/camera_info", received, camera_info(recipe, stamp, frame));
}

Result<void> put_cameras(Log& log, const DriveRecipe& recipe, const Picture& picture, Timestamp stamp, int number) {
  constexpr const char* kIds[] = {"front", "left", "right"};
  const int count = recipe.bad_second_camera ? std::max(2, recipe.cameras) : recipe.cameras;
  const bool cut = recipe.cut_images > 0 && number % recipe.cut_images == recipe.cut_images - 1;
  for (int i = 0; i < count; ++i) GS_CHECK(put_camera(log, recipe, picture, kIds[i], stamp, cut, number));
  return {};
}

// The LiDAR is connected through a mast, so that chains of transforms are tested.
Result<void> put_statics(Log& log, const DriveRecipe& recipe) {
  rosmsg::tf2_msgs::TFMessage message;
  const double h = recipe.base_link_height_m;
  message.transforms.push_back(transform(kStart, "base_link", "mast", {{}, {1, 0, 1.0 - h}}));
  const Vec3d stated = recipe.stated_lidar_rpy_deg * (std::numbers::pi / 180);
  message.transforms.push_back(
      transform(kStart, "mast", "velodyne", {Quaterniond::from_rpy(stated.x, stated.y, stated.z), {0, 0, 0.8}}));
  for (const char* frame : {"front_optical", "left_optical", "right_optical"}) {
    message.transforms.push_back(transform(kStart, "base_link", frame, {{-0.5, 0.5, -0.5, 0.5}, {1.5, 0, 1.5 - h}}));
  }
  if (recipe.lone_map_frame) message.transforms.push_back(transform(kStart, "map", "marker", {}));
  return log.put("/tf_static", kStart, message);
}

// Odometry and, if requested, the same pose on /tf.
Result<void> put_pose(Log& log, const DriveRecipe& recipe, double t, Timestamp received) {
  const Timestamp stamp = received + Duration::from_seconds(recipe.poses_clock_s);
  const Vec3d way{recipe.speed_mps * t, recipe.odometry_drift_mps * t, recipe.base_link_height_m};
  const bool moved = recipe.place_jump_m != 0 && t >= recipe.duration_s / 2;
  const bool wrong = recipe.wrong_poses > 0 && std::lround(t * 50) % recipe.wrong_poses == recipe.wrong_poses - 1;
  const Vec3d aside{moved ? recipe.place_jump_m : 0, wrong ? 5000.0 : 0, 0};
  const Rigid3d pose{{}, recipe.origin_in_map + way + aside};
  if (recipe.odometry) {
    rosmsg::nav_msgs::Odometry odometry;
    odometry.header = header(stamp, "odom"), odometry.child_frame_id = "base_link";
    odometry.pose.pose = rosmsg::to_pose(pose);
    GS_CHECK(log.put("/odom", received, odometry));
    if (recipe.more_topics && std::lround(t * 50) % 2 == 0) {
      odometry.header.frame_id = "map";
      odometry.pose.pose.position.y = recipe.origin_in_map.y;
      GS_CHECK(log.put("/localization/kinematic_state", received, odometry));
    }
  }
  if (!recipe.tf) return {};
  rosmsg::tf2_msgs::TFMessage message;
  message.transforms.push_back(transform(stamp, "odom", "base_link", pose));
  return log.put("/tf", received, message);
}

// Position of base_link, whose map has its x axis to the east.
Result<void> put_fix(Log& log, const DriveRecipe& recipe, double t, Timestamp stamp) {
  const bool jumped = t >= 0.5 * recipe.duration_s && t < 0.75 * recipe.duration_s;
  const Vec3d east_north_up{recipe.speed_mps * t, jumped ? recipe.gnss_jump_m : 0, 0};
  const Geodetic position = from_enu(east_north_up, {48.137, 11.575, 519});
  rosmsg::sensor_msgs::NavSatFix fix;
  fix.header = header(stamp, "base_link");
  fix.status.status = rosmsg::sensor_msgs::NavSatStatus::STATUS_FIX;
  fix.latitude = position.latitude_deg, fix.longitude = position.longitude_deg, fix.altitude = position.altitude_m;
  fix.position_covariance[0] = fix.position_covariance[4] = fix.position_covariance[8] = 0.09;
  fix.position_covariance_type = 2;
  return log.put("/gnss", stamp, fix);
}

Result<std::unique_ptr<logio::LogWriter>> create(const fs::path& path, const DriveRecipe& recipe) {
  if (recipe.ros1_bag) {
    GS_TRY(auto bag, logio::create_rosbag1(path, {}));
    return bag;
  }
  GS_TRY(auto mcap,
         logio::McapWriter::create(path, {.profile = "ros2", .compression = recipe.stored ? "none" : "zstd"}));
  return std::unique_ptr<logio::LogWriter>(std::move(mcap));
}

}  // namespace

std::optional<double> Box::hit(Vec3d origin, Vec3d direction) const {
  // Slab test.
  double enter = 0, leave = 1e9;
  const auto cut = [&](double from, double way, double low_side, double high_side) {
    const double a = (low_side - from) / way, b = (high_side - from) / way;  // infinite when parallel
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  };
  cut(origin.x, direction.x, low.x, high.x);
  cut(origin.y, direction.y, low.y, high.y);
  cut(origin.z, direction.z, low.z, high.z);
  if (enter > leave || enter == 0) return std::nullopt;
  return enter;
}

Box oncoming_car(const DriveRecipe& recipe, double t_s) {
  const double front = 40 - recipe.oncoming_mps * t_s;
  return {{front, 2.4, 0.2}, {front + 4.4, 4.2, 1.5}};
}

bool can_write(const DriveRecipe& recipe) {
  return recipe.video.empty() ||
         assets::testing::encode_stream({video_picture(recipe, 0)}, {.encoder = std::string(recipe.video)}).has_value();
}

assets::Image video_picture(const DriveRecipe& recipe, int number) {
  return assets::testing::moving_picture(number, recipe.width, recipe.height);
}

Result<void> write_drive(const fs::path& path, const DriveRecipe& recipe) {
  GS_TRY(auto writer, create(path, recipe));
  Log log(std::move(writer), recipe.ros1_bag);
  if (recipe.tf_static) GS_CHECK(put_statics(log, recipe));
  if (recipe.clicked_pose) {
    rosmsg::geometry_msgs::PoseStamped clicked;
    clicked.header = header(kStart, "map");
    GS_CHECK(log.put("/goal_pose", kStart, clicked));
  }
  if (!recipe.unknown_type.empty()) GS_CHECK(log.put_unknown("/unknown", kStart, recipe.unknown_type));
  GS_TRY(const Picture picture, make_image(recipe));
  // Ticks of 1/300 s: poses every 6 (50 Hz), images every 25 (12 Hz), sweeps every 30 (10 Hz).
  const int ticks = static_cast<int>(recipe.duration_s * 300);
  for (int tick = 0; tick <= ticks; ++tick) {
    const Duration passed{static_cast<int64_t>(tick) * 1'000'000'000 / 300};
    const double t = passed.seconds(), middle = recipe.duration_s / 2;
    const bool jumped = recipe.clock_jump_s != 0 && t >= middle;
    const Timestamp stamp = kStart + passed + Duration::from_seconds(jumped ? recipe.clock_jump_s : 0);
    const bool gap = std::abs(t - middle) < recipe.camera_gap_s / 2;
    if (tick % 6 == 0) GS_CHECK(put_pose(log, recipe, t, stamp));
    if (tick % 30 == 0 && recipe.gnss) GS_CHECK(put_fix(log, recipe, t, stamp));
    if (t > recipe.sensors_until_s) continue;
    if (tick % 25 == 0 && recipe.camera && !gap) GS_CHECK(put_cameras(log, recipe, picture, stamp, tick / 25));
    if (tick % 30 == 0 && recipe.lidar) {
      const Timestamp received = stamp + Duration::from_seconds(recipe.lidar_delay_s + recipe.lidar_moved_s);
      const double jitter_s = tick % 60 == 0 ? 0 : recipe.lidar_jitter_s;
      const Duration clock = Duration::from_seconds(recipe.lidar_clock_s + recipe.lidar_moved_s + jitter_s);
      GS_CHECK(put_sweep(log, recipe, t, stamp + clock, received));
    }
  }
  return log.close();
}

}  // namespace gs::builder::testing
