// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names of topics and types tell sensors, transports and kinds of messages.
#include "gs/builder/topics/topic_words.h"

#include <gtest/gtest.h>

#include <map>

namespace gs::builder {
namespace {

TEST(SensorIds, ComeFromTheTopic) {
  const std::map<std::string, std::string> id_of_topic = {{"/camera/front_left/image_raw/compressed", "front_left"},
                                                          {"/camera_rear/image_color", "rear"},
                                                          {"/camera/front/image_raw/foxglove", "front"},
                                                          {"/lidar/top/points", "top"},
                                                          {"/velodyne_points", ""},
                                                          {"/Sensing/Camera/CAM-0/image", "0"}};
  for (const auto& [topic, id] : id_of_topic) EXPECT_EQ(sensor_id_of(topic), id) << topic;
}

TEST(TopicWords, TopicsOfOneCameraDifferByTheTransportOnly) {
  EXPECT_EQ(without_transport("/front/image_raw/compressed"), "/front/image_raw");
  EXPECT_EQ(without_transport("/front/image_raw/ffmpeg"), "/front/image_raw");
  // Two cameras of one namespace stay two.
  EXPECT_EQ(without_transport("/cameras/front"), "/cameras/front");
}

TEST(TopicWords, UnknownTypesAreToldByTheirNames) {
  EXPECT_TRUE(is_image_like("theora_image_transport/msg/Packet"));
  EXPECT_FALSE(is_image_like("visualization_msgs/msg/ImageMarker"));
  EXPECT_TRUE(is_lidar_like("robosense_msg/msg/RslidarScan"));
  EXPECT_FALSE(is_lidar_like("nav_msgs/msg/Odometry"));
  EXPECT_TRUE(is_depth("/camera/aligned_depth_to_color/image_raw"));
  EXPECT_TRUE(is_ground_truth("/camera/front/ground_truth/instance"));
  EXPECT_FALSE(is_ground_truth("/camera/front/image_raw"));
}

}  // namespace
}  // namespace gs::builder
