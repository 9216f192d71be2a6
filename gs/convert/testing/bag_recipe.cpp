// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/testing/bag_recipe.h"

#include "gs/core/numbers/random.h"
#include "gs/logio/rosbag1/writer.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/diagnostic_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::convert::testing {
namespace {

// Writes ROS 1 messages; channels are added with their first message.
class Bag {
 public:
  explicit Bag(std::unique_ptr<logio::LogWriter> log) : log_(std::move(log)) {}

  template <rosmsg::Message M>
  Result<void> put(const std::string& topic, Timestamp time, const M& message) {
    auto known = channels_.find(topic);
    if (known == channels_.end()) {
      logio::LogChannel channel{.topic = topic, .message_encoding = "ros1"};
      channel.schema = {rosmsg::short_type_name(M::kType), "ros1msg", rosmsg::ros1msg_text(rosmsg::type_of<M>())};
      channel.metadata["md5sum"] = rosmsg::ros1_md5sum(rosmsg::type_of<M>());
      GS_TRY(const uint32_t id, log_->add_channel(channel));
      known = channels_.emplace(topic, id).first;
    }
    return log_->write(known->second, time, time, 0, rosmsg::encode_ros1(message));
  }
  Result<void> close() { return log_->close(); }

 private:
  std::unique_ptr<logio::LogWriter> log_;
  std::map<std::string, uint32_t> channels_;
};

// Image with pseudo-random pixels of 4 bits, so that it compresses a little.
rosmsg::sensor_msgs::Image make_image(const BagRecipe& recipe, const char* encoding, uint32_t bytes_per_pixel,
                                      int frame) {
  rosmsg::sensor_msgs::Image image;
  image.header.seq = static_cast<uint32_t>(frame);
  image.header.stamp = Timestamp{recipe.first_stamp_ns + int64_t{frame} * recipe.stamp_step_ns};
  image.header.frame_id = "0";
  image.width = recipe.width;
  image.height = recipe.height;
  image.encoding = encoding;
  image.step = recipe.width * bytes_per_pixel;
  image.data.resize(std::size_t{image.step} * image.height);
  Random random(5, purpose(encoding), static_cast<uint64_t>(frame));
  for (uint8_t& byte : image.data) byte = static_cast<uint8_t>(random.below(16));
  return image;
}

rosmsg::sensor_msgs::CameraInfo make_info(const BagRecipe& recipe) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = recipe.width;
  info.height = recipe.height;
  info.distortion_model = "Brown Conrady";
  info.d = {0.1, -0.2, 0.001, 0.002, 0.05};
  info.k = {600, 0, 8, 0, 601, 4, 0, 0, 1};
  return info;
}

rosmsg::sensor_msgs::Imu make_imu(const BagRecipe& recipe, int sample) {
  rosmsg::sensor_msgs::Imu imu;
  imu.header.stamp = Timestamp{recipe.first_stamp_ns + int64_t{sample} * 5'000'000};
  imu.header.seq = static_cast<uint32_t>(sample);
  imu.orientation.w = 0;
  imu.linear_acceleration.y = -9.81 + sample * 1e-3;
  return imu;
}

// timestamp_domain beside an image, if the recipe has one.
Result<void> put_metadata(Bag& bag, const BagRecipe& recipe, const std::string& topic, Timestamp time) {
  if (recipe.domain.empty()) return {};
  rosmsg::diagnostic_msgs::KeyValue entry;
  entry.key = "timestamp_domain";
  entry.value = recipe.domain;
  for (int i = 0; i < recipe.metadata_copies; ++i) {
    GS_CHECK(bag.put(topic.substr(0, topic.size() - 4) + "metadata", time, entry));
  }
  return {};
}

Result<void> put_statics(Bag& bag, const BagRecipe& recipe) {
  // SDK bags store device information at log time 1.
  const Timestamp once{1};
  if (recipe.sdk) {
    rosmsg::std_msgs::UInt32 version;
    version.data = 3;
    GS_CHECK(bag.put("/file_version", once, version));
  }
  if (recipe.static_bytes > 0) {
    rosmsg::diagnostic_msgs::KeyValue entry;
    entry.key = "Name";
    entry.value.assign(recipe.static_bytes, 'x');
    GS_CHECK(bag.put("/device_0/info", once, entry));
  }
  rosmsg::sensor_msgs::CameraInfo color = make_info(recipe);
  if (recipe.change_info) recipe.change_info(color);
  if (!recipe.color_info_topic.empty()) GS_CHECK(bag.put(recipe.color_info_topic, once, color));
  if (!recipe.depth_info_topic.empty()) GS_CHECK(bag.put(recipe.depth_info_topic, once, make_info(recipe)));
  return {};
}

}  // namespace

Result<void> write_bag(const fs::path& path, const BagRecipe& recipe) {
  GS_TRY(auto log, logio::create_rosbag1(path, {}));
  Bag bag(std::move(log));
  // Per frame: depth, colour (late by color_lag frames), optional compressed image and camera_info, six IMU samples.
  if (!recipe.camera_info_each_frame) GS_CHECK(put_statics(bag, recipe));
  for (int i = 0; i < recipe.frames; ++i) {
    const Timestamp time{recipe.first_log_ns + i * int64_t{33'333'333}};
    if (!recipe.depth_topic.empty()) {
      GS_CHECK(bag.put(recipe.depth_topic, time, make_image(recipe, "mono16", 2, i)));
      GS_CHECK(put_metadata(bag, recipe, recipe.depth_topic, time));
    }
    const int color_frame = i - static_cast<int>(recipe.color_lag);
    if (!recipe.color_topic.empty() && color_frame >= 0) {
      rosmsg::sensor_msgs::Image color = make_image(recipe, "rgb8", 3, color_frame);
      if (recipe.change_color) recipe.change_color(color, color_frame);
      GS_CHECK(bag.put(recipe.color_topic, time, color));
      GS_CHECK(put_metadata(bag, recipe, recipe.color_topic, time));
    }
    if (!recipe.packed_color_topic.empty()) {
      rosmsg::sensor_msgs::CompressedImage packed;
      packed.format = "jpeg";
      packed.data = {0xFF, 0xD8, 0xFF, 0xD9};
      GS_CHECK(bag.put(recipe.packed_color_topic, time, packed));
    }
    if (recipe.camera_info_each_frame) {
      rosmsg::sensor_msgs::CameraInfo info = make_info(recipe);
      info.header.stamp = Timestamp{recipe.first_stamp_ns + i * int64_t{33'333'333}};
      GS_CHECK(bag.put(recipe.color_info_topic, time, info));
      GS_CHECK(bag.put(recipe.depth_info_topic, time, info));
    }
    for (int k = 0; recipe.imu && k < 6; ++k) {
      const Timestamp at = time + Duration{k * int64_t{5'000'000}};
      GS_CHECK(bag.put("/device_0/sensor_2/Accel_0/imu/data", at, make_imu(recipe, i * 6 + k)));
      GS_CHECK(bag.put("/device_0/sensor_2/Gyro_0/imu/data", at, make_imu(recipe, i * 6 + k)));
    }
  }
  return bag.close();
}

}  // namespace gs::convert::testing
