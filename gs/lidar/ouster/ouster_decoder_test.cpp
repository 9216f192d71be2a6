// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ouster packets of a second implementation (testing/ouster_generator.h), and damaged ones.
#include "gs/lidar/ouster/ouster_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/lidar/testing/ouster_generator.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/ouster_sensor_msgs.h"

namespace gs::lidar {
namespace {

constexpr Timestamp kOusterClock{1'700'000'000'000'000'000};

// Decodes all packets, received 1 ms after their first column.
std::vector<DecodedSweep> decode_ouster(const testing::GeneratedOuster& generated) {
  const auto metadata = parse_ouster_metadata(generated.metadata);
  EXPECT_TRUE(metadata) << metadata.error().message;
  OusterDecoder decoder(*metadata);
  std::vector<DecodedSweep> out;
  for (std::size_t i = 0; i < generated.packets.size(); ++i) {
    const rosmsg::ouster_sensor_msgs::PacketMsg message{.buf = generated.packets[i]};
    const Timestamp received = kOusterClock + Duration::from_seconds(generated.packet_times_s[i] + 0.001);
    auto sweeps = decoder.take({"ros1", rosmsg::encode_ros1(message), received});
    EXPECT_TRUE(sweeps) << sweeps.error().message;
    for (DecodedSweep& sweep : *sweeps) out.push_back(std::move(sweep));
  }
  for (DecodedSweep& sweep : decoder.finish()) out.push_back(std::move(sweep));
  return out;
}

void expect_frames(const testing::OusterRecipe& recipe, double tolerance_m) {
  const auto generated = testing::generate_ouster(recipe);
  const auto sweeps = decode_ouster(generated);
  ASSERT_EQ(sweeps.size(), generated.frames.size());
  for (std::size_t f = 0; f < sweeps.size(); ++f) {
    EXPECT_EQ(sweeps[f].frame_id, "os_sensor");
    ASSERT_EQ(sweeps[f].points.size(), generated.frames[f].size());
    for (std::size_t i = 0; i < sweeps[f].points.size(); ++i) {
      const DecodedPoint& p = sweeps[f].points[i];
      const testing::ExpectedPoint& e = generated.frames[f][i];
      ASSERT_LT(norm(p.position - e.position), tolerance_m);
      ASSERT_EQ(p.intensity, static_cast<float>(e.intensity));
      ASSERT_EQ(p.ring, recipe.rows - 1 - e.laser);
      ASSERT_NEAR((sweeps[f].stamp - kOusterClock).seconds() + p.time_s, e.time_s + 0.001, 1e-6);
    }
  }
}

TEST(OusterDecoder, DecodesEveryProfile) {
  for (const bool flat : {false, true}) {
    expect_frames({.profile = "LEGACY", .flat_metadata = flat}, 0.0006);
    expect_frames({.profile = "RNG19_RFL8_SIG16_NIR16", .rows = 64, .flat_metadata = flat}, 0.0006);
    expect_frames({.profile = "RNG19_RFL8_SIG16_NIR16_DUAL", .flat_metadata = flat}, 0.0006);
    expect_frames({.profile = "RNG15_RFL8_NIR8", .rows = 128, .flat_metadata = flat}, 0.0046);
    expect_frames({.profile = "RNG15_RFL8_NIR8_DUAL", .flat_metadata = flat}, 0.0046);
  }
}

TEST(OusterDecoder, LeavesOutInvalidColumnsAndLostPackets) {
  expect_frames({.lost_packet = 3, .invalid_column = 17}, 0.0006);
  expect_frames({.profile = "LEGACY", .lost_packet = 3, .invalid_column = 17}, 0.0006);
}

TEST(OusterDecoder, AsksForTheMetadata) {
  const auto generated = testing::generate_ouster({});
  const auto sweeps =
      OusterDecoder(std::nullopt)
          .take({"cdr", rosmsg::encode_cdr(rosmsg::ouster_sensor_msgs::PacketMsg{.buf = generated.packets[0]}),
                 kOusterClock});
  ASSERT_FALSE(sweeps);
  EXPECT_EQ(sweeps.error().message, "Ouster packets (3328 bytes) cannot be decoded without the metadata of the sensor");
}

TEST(OusterDecoder, RefusesDamagedPacketsByName) {
  const auto generated = testing::generate_ouster({});
  const auto metadata = parse_ouster_metadata(generated.metadata);
  OusterDecoder decoder(*metadata);
  const auto message_of = [&](std::vector<uint8_t> packet) {
    const auto sweeps = decoder.take(
        {"cdr", rosmsg::encode_cdr(rosmsg::ouster_sensor_msgs::PacketMsg{.buf = std::move(packet)}), kOusterClock});
    return sweeps ? std::string() : sweeps.error().message;
  };
  std::vector<uint8_t> packet = generated.packets[0];
  EXPECT_EQ(message_of({}), "a packet has 0 bytes, RNG19_RFL8_SIG16_NIR16 packets of 16 beams have 3328");
  EXPECT_EQ(message_of(std::vector<uint8_t>(48)),
            "a packet (of the IMU?) has 48 bytes, RNG19_RFL8_SIG16_NIR16 packets of 16 beams have 3328");
  packet[0] = 2;
  EXPECT_EQ(message_of(packet), "a packet has type 2, packets of points have 1");
  packet = generated.packets[0], packet[40] = 200;
  EXPECT_EQ(message_of(packet), "column 0 of a packet has measurement id 200, a revolution has 128");
  EXPECT_EQ(message_of(generated.packets.back()), "");
  EXPECT_EQ(message_of(generated.packets.front()), "a packet of frame 65535 arrived after frame 0 began");
}

TEST(OusterMetadata, HasDefaultsOfOldFirmware) {
  const auto read = parse_ouster_metadata(
      R"({"lidar_mode": "1024x10", "prod_line": "OS-1-16", "beam_altitude_angles": [1, 0], "beam_azimuth_angles": [3, -3]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->rows, 2);
  EXPECT_EQ(read->columns, 1024);
  EXPECT_EQ(read->columns_per_packet, 16);
  EXPECT_EQ(read->profile->name, "LEGACY");
  EXPECT_EQ(read->beam_origin_mm, 15.806);
  EXPECT_EQ(read->lidar_in_sensor_mm.z, 36.18);
}

TEST(OusterMetadata, IsRefusedByName) {
  const std::string good = testing::generate_ouster({}).metadata;
  const auto message_with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    const auto read = parse_ouster_metadata(text);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(message_with("RNG19_RFL8_SIG16_NIR16", "RNG99"), "the packets have the profile RNG99, which is not known");
  EXPECT_EQ(message_with("\"pixels_per_column\": 16", "\"pixels_per_column\": 4096"),
            "pixels_per_column of the Ouster metadata must be 1 to 256");
  EXPECT_EQ(message_with("\"pixels_per_column\": 16", "\"pixels_per_column\": 0"),
            "pixels_per_column of the Ouster metadata must be 1 to 256");
  EXPECT_EQ(message_with("\"pixels_per_column\": 16", "\"pixels_per_column\": 17"),
            "beam_altitude_angles of the Ouster metadata must be a list of 17 numbers, it has 16");
  EXPECT_EQ(message_with("[22.5,", "[1e9,"),
            "beam_altitude_angles of the Ouster metadata has a value that is not a number up to 90");
  EXPECT_EQ(message_with("\"columns_per_frame\": 128", "\"columns_per_frame\": 1e9"),
            "columns_per_frame of the Ouster metadata must be 1 to 8192");
  EXPECT_FALSE(parse_ouster_metadata("{"));
  EXPECT_FALSE(parse_ouster_metadata("[]"));
}

}  // namespace
}  // namespace gs::lidar
