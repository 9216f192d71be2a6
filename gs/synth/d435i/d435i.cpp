// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/d435i/d435i.h"

#include <cmath>
#include <map>

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/logio/rosbag1/writer.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/diagnostic_msgs.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/realsense_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/synth/d435i/d435i_image.h"

namespace gs::synth {
namespace {

constexpr Timestamp kOnce{1};                           // time that the SDK gives to static messages
constexpr Timestamp kEpoch{1'760'000'000'000'000'000};  // start of the "Global Time" stamps
constexpr double kAccelHz = 63, kGyroHz = 200;
constexpr float kDepthUnits = 0.001f;
const std::string kDepth = "/device_0/sensor_0/Depth_0";
const std::string kColor = "/device_0/sensor_1/Color_0";
const std::string kAccel = "/device_0/sensor_2/Accel_0";
const std::string kGyro = "/device_0/sensor_2/Gyro_0";

// ROS 1 bag with the message kinds of the SDK.
class Bag {
 public:
  explicit Bag(std::unique_ptr<logio::LogWriter> log) : log_(std::move(log)) {}

  template <rosmsg::Message M>
  Result<void> put(const std::string& topic, Timestamp time, const M& message) {
    GS_TRY(const uint32_t id, channel(topic, rosmsg::type_of<M>()));
    rosmsg::encode_ros1_into(message, scratch_);
    return log_->write(id, time, time, 0, scratch_);
  }
  // Since 2021 the SDK appends the depth unit to every image; frame_id "1" marks this format.
  Result<void> put_image(const std::string& topic, Timestamp time, const rosmsg::sensor_msgs::Image& image,
                         float units) {
    GS_TRY(const uint32_t id, channel(topic, rosmsg::type_of<rosmsg::sensor_msgs::Image>()));
    rosmsg::encode_ros1_into(image, scratch_);
    const auto* bytes = reinterpret_cast<const std::byte*>(&units);
    scratch_.insert(scratch_.end(), bytes, bytes + sizeof(units));
    return log_->write(id, time, time, 0, scratch_);
  }
  Result<void> put_key(const std::string& topic, Timestamp time, std::string key, std::string value) {
    rosmsg::diagnostic_msgs::KeyValue entry;
    entry.key = std::move(key);
    entry.value = std::move(value);
    return put(topic, time, entry);
  }
  Result<void> put_option(const std::string& sensor, const std::string& name, float value) {
    rosmsg::std_msgs::Float32 number;
    number.data = value;
    rosmsg::std_msgs::String text;
    text.data = name;
    GS_CHECK(put(sensor + "/option/" + name + "/value", kOnce, number));
    return put(sensor + "/option/" + name + "/description", kOnce, text);
  }
  Result<void> close() { return log_->close(); }

 private:
  Result<uint32_t> channel(const std::string& topic, const rosmsg::MessageType& type) {
    if (const auto known = channels_.find(topic); known != channels_.end()) return known->second;
    logio::LogChannel channel{.topic = topic, .message_encoding = "ros1"};
    channel.schema = {rosmsg::short_type_name(type.name), "ros1msg", rosmsg::ros1msg_text(type)};
    channel.metadata["md5sum"] = rosmsg::ros1_md5sum(type);
    GS_TRY(const uint32_t id, log_->add_channel(channel));
    channels_[topic] = id;
    return id;
  }
  std::unique_ptr<logio::LogWriter> log_;
  std::map<std::string, uint32_t> channels_;
  std::vector<std::byte> scratch_;
};

// Intrinsics without distortion, with the principal point in the centre.
rosmsg::sensor_msgs::CameraInfo camera_info(uint32_t width, uint32_t height, double focal_per_width,
                                            const char* model) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = width;
  info.height = height;
  info.distortion_model = model;
  info.d = {0, 0, 0, 0, 0};
  const double f = focal_per_width * width;
  info.k = {f, 0, width / 2.0, 0, f, height / 2.0, 0, 0, 1};
  return info;
}

// Stream description and transform of a sensor stream.
Result<void> put_stream_info(Bag& bag, const std::string& prefix, double fps, const char* encoding, double offset_m) {
  rosmsg::realsense_msgs::StreamInfo info;
  info.fps = static_cast<uint32_t>(fps);
  info.encoding = encoding;
  info.is_recommended = true;
  GS_CHECK(bag.put(prefix + "/info", kOnce, info));
  rosmsg::geometry_msgs::Transform transform;
  transform.translation.x = offset_m;
  transform.rotation.w = 1;
  return bag.put(prefix + "/tf/0", kOnce, transform);
}

// All static messages: file version, device, sensors, options, intrinsics.
Result<void> put_device(Bag& bag, const D435iOptions& o) {
  rosmsg::std_msgs::UInt32 version;
  version.data = 4;
  GS_CHECK(bag.put("/file_version", kOnce, version));
  const std::pair<const char*, const char*> device[] = {{"Name", "Synthetic RealSense D435I"},
                                                        {"Serial Number", "000000000001"},
                                                        {"Firmware Version", "5.16.0.1"},
                                                        {"Product Id", "0B3A"},
                                                        {"Usb Type Descriptor", "3.2"}};
  for (const auto& [key, value] : device) GS_CHECK(bag.put_key("/device_0/info", kOnce, key, value));
  GS_CHECK(bag.put_key("/device_0/sensor_0/info", kOnce, "Name", "Stereo Module"));
  GS_CHECK(bag.put_key("/device_0/sensor_1/info", kOnce, "Name", "RGB Camera"));
  GS_CHECK(bag.put_option("/device_0/sensor_0", "Depth_Units", kDepthUnits));
  GS_CHECK(bag.put_option("/device_0/sensor_0", "Laser_Power", 150));
  GS_CHECK(bag.put_option("/device_0/sensor_1", "Exposure", 166));
  GS_CHECK(put_stream_info(bag, kDepth, o.fps, "mono16", 0));
  GS_CHECK(put_stream_info(bag, kColor, o.fps, "rgb8", 0.015));
  GS_CHECK(
      bag.put(kDepth + "/info/camera_info", kOnce, camera_info(o.depth_width, o.depth_height, 0.5, "Brown Conrady")));
  GS_CHECK(bag.put(kColor + "/info/camera_info", kOnce,
                   camera_info(o.color_width, o.color_height, 0.72, "Inverse Brown Conrady")));
  if (!o.imu) return {};
  GS_CHECK(bag.put_key("/device_0/sensor_2/info", kOnce, "Name", "Motion Module"));
  rosmsg::realsense_msgs::ImuIntrinsic intrinsic;
  intrinsic.data = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  for (const auto* prefix : {&kAccel, &kGyro}) {
    GS_CHECK(put_stream_info(bag, *prefix, prefix == &kAccel ? kAccelHz : kGyroHz, "MOTION_XYZ32F", -0.006));
    GS_CHECK(bag.put(*prefix + "/imu_intrinsic", kOnce, intrinsic));
  }
  return {};
}

// Metadata messages that accompany every frame.
Result<void> put_metadata(Bag& bag, const std::string& topic, Timestamp time, uint64_t frame) {
  const int64_t stamp_us = (kEpoch.ns + time.ns) / 1000;
  GS_CHECK(bag.put_key(topic, time, "system_time", std::to_string(stamp_us / 1000)));
  GS_CHECK(bag.put_key(topic, time, "timestamp_domain", "Global Time"));
  GS_CHECK(bag.put_key(topic, time, "Frame Counter", std::to_string(frame)));
  return bag.put_key(topic, time, "Sensor Timestamp", std::to_string(stamp_us));
}

// Writes frames and samples; k is the running number of a stream.
class Recorder {
 public:
  Recorder(Bag& bag, const D435iOptions& options)
      : bag_(bag),
        o_(options),
        color_(options.color_width, options.color_height, options.seed),
        depth_(options.depth_width, options.depth_height, options.seed) {}

  Result<void> depth_frame(uint64_t k, Timestamp time) {
    start_image(depth_image_, k, time, o_.depth_width, o_.depth_height, "mono16", 2);
    depth_.render(k, depth_image_.data);
    GS_CHECK(bag_.put_image(kDepth + "/image/data", time, depth_image_, kDepthUnits));
    return put_metadata(bag_, kDepth + "/image/metadata", time, k);
  }
  Result<void> color_frame(uint64_t k, Timestamp time) {
    start_image(color_image_, k, time, o_.color_width, o_.color_height, "rgb8", 3);
    color_.render(k, color_image_.data);
    GS_CHECK(bag_.put_image(kColor + "/image/data", time, color_image_, 0));
    return put_metadata(bag_, kColor + "/image/metadata", time, k);
  }
  // Motion of a camera that swings from side to side.
  Result<void> accel_sample(uint64_t k, Timestamp time) {
    Random random(o_.seed, purpose("d435i_accel"), k);
    rosmsg::sensor_msgs::Imu imu = start_imu(k, time);
    imu.linear_acceleration.x = 0.2 * std::sin(time.seconds()) + random.normal(0, 0.02);
    imu.linear_acceleration.y = -9.80665 + random.normal(0, 0.02);
    imu.linear_acceleration.z = random.normal(0, 0.02);
    return bag_.put(kAccel + "/imu/data", time, imu);
  }
  Result<void> gyro_sample(uint64_t k, Timestamp time) {
    Random random(o_.seed, purpose("d435i_gyro"), k);
    rosmsg::sensor_msgs::Imu imu = start_imu(k, time);
    imu.angular_velocity.x = random.normal(0, 0.002);
    imu.angular_velocity.y = 0.1 * std::cos(time.seconds()) + random.normal(0, 0.002);
    imu.angular_velocity.z = random.normal(0, 0.002);
    return bag_.put(kGyro + "/imu/data", time, imu);
  }

 private:
  static void start_image(rosmsg::sensor_msgs::Image& image, uint64_t k, Timestamp time, uint32_t width,
                          uint32_t height, const char* encoding, uint32_t bytes_per_pixel) {
    image.header.seq = static_cast<uint32_t>(k);
    image.header.stamp = Timestamp{kEpoch.ns + time.ns};
    image.header.frame_id = "1";
    image.width = width;
    image.height = height;
    image.encoding = encoding;
    image.step = width * bytes_per_pixel;
  }
  static rosmsg::sensor_msgs::Imu start_imu(uint64_t k, Timestamp time) {
    rosmsg::sensor_msgs::Imu imu;
    imu.header.seq = static_cast<uint32_t>(k);
    imu.header.stamp = Timestamp{kEpoch.ns + time.ns};
    imu.header.frame_id = "0";
    imu.orientation.w = 0;
    return imu;
  }

  Bag& bag_;
  const D435iOptions& o_;
  ColorCamera color_;
  DepthCamera depth_;
  rosmsg::sensor_msgs::Image color_image_, depth_image_;
};

// Times of one stream: sample k is due at offset + k / rate.
struct Schedule {
  double rate_hz;
  int64_t offset_ns;
  uint64_t next = 0;
  Timestamp due() const { return {offset_ns + std::llround(static_cast<double>(next) * 1e9 / rate_hz)}; }
};

}  // namespace

Result<D435iReport> write_d435i_bag(const fs::path& path, const D435iOptions& o, Progress& progress) {
  GS_TRY(auto log,
         logio::create_rosbag1(path, {.codec = o.compression == "lz4" ? logio::Codec::lz4 : logio::Codec::none}));
  Bag bag(std::move(log));
  GS_CHECK(put_device(bag, o));
  Recorder recorder(bag, o);
  // Offsets of the streams: depth arrives first, colour a little later, IMU samples before the first frames.
  Schedule depth{o.fps, 10'000'000}, color{o.fps, 12'000'000}, accel{kAccelHz, 1'000'000}, gyro{kGyroHz, 1'500'000};
  const Timestamp end = Timestamp::from_seconds(o.seconds);
  progress.begin("recording", static_cast<uint64_t>(o.seconds * o.fps), "frames");
  while (true) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "interrupted; no bag was written");
    // Write the sample that is due first.
    Schedule* next = color.due() < depth.due() ? &color : &depth;
    if (o.imu && accel.due() < next->due()) next = &accel;
    if (o.imu && gyro.due() < next->due()) next = &gyro;
    const Timestamp time = next->due();
    if (time >= end) break;
    const uint64_t k = next->next++;
    if (next == &depth) GS_CHECK(recorder.depth_frame(k, time));
    if (next == &color) GS_CHECK(recorder.color_frame(k, time));
    if (next == &accel) GS_CHECK(recorder.accel_sample(k, time));
    if (next == &gyro) GS_CHECK(recorder.gyro_sample(k, time));
    progress.advance(depth.next);
  }
  progress.finish();
  GS_CHECK(bag.close());
  std::error_code error;
  return D435iReport{.color_frames = color.next,
                     .depth_frames = depth.next,
                     .accel_samples = accel.next,
                     .gyro_samples = gyro.next,
                     .bag_bytes = fs::file_size(path, error)};
}

}  // namespace gs::synth
