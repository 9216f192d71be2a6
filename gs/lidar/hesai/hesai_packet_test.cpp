// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Hesai packets of a second implementation (testing/hesai_generator.h), and damaged ones.
#include "gs/lidar/hesai/hesai_packet.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/testing/hesai_generator.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/nebula_msgs.h"
#include "gs/rosmsg/messages/pandar_msgs.h"

namespace gs::lidar {
namespace {

using rosmsg::nebula_msgs::NebulaPackets;
using rosmsg::pandar_msgs::PandarScan;
using testing::HesaiSensor;
constexpr Timestamp kHesaiClock{testing::kHesaiStart_s * 1'000'000'000};

const HesaiModel& hesai_named(std::string_view name) {
  return *std::ranges::find(hesai_models(), name, &HesaiModel::name);
}

testing::ChannelAngles hesai_angles_of(const std::vector<HesaiChannel>& channels) {
  testing::ChannelAngles out;
  for (const HesaiChannel& c : channels) {
    out.elevations_deg.push_back(c.elevation_deg), out.azimuths_deg.push_back(c.azimuth_deg);
  }
  return out;
}

PandarScan pandar_scan_of(const testing::GeneratedHesai& generated) {
  PandarScan scan;
  scan.header.frame_id = "hesai";
  for (const auto& bytes : generated.packets) {
    rosmsg::pandar_msgs::PandarPacket packet;
    packet.stamp = kHesaiClock;
    packet.size = static_cast<uint32_t>(bytes.size());
    std::ranges::copy(bytes, packet.data.begin());
    scan.packets.push_back(packet);
  }
  return scan;
}

NebulaPackets nebula_of(const testing::GeneratedHesai& generated) {
  NebulaPackets scan;
  for (const auto& bytes : generated.packets) scan.packets.push_back({.stamp = kHesaiClock, .data = bytes});
  return scan;
}

template <class Message>
std::vector<DecodedPoint> decode_hesai(const Message& scan, const DecoderCalibration& calibration = {}) {
  const auto decoder = make_decoder(Message::kType, calibration);
  auto sweeps = (*decoder)->take({"cdr", rosmsg::encode_cdr(scan), kHesaiClock});
  EXPECT_TRUE(sweeps) << sweeps.error().message;
  for (DecodedSweep& last : (*decoder)->finish()) sweeps->push_back(std::move(last));
  std::vector<DecodedPoint> out;
  for (const DecodedSweep& sweep : *sweeps) {
    for (DecodedPoint p : sweep.points) {
      p.time_s += static_cast<float>((sweep.stamp - kHesaiClock).seconds());
      out.push_back(p);
    }
  }
  return out;
}

void expect_hesai_points(const std::vector<DecodedPoint>& decoded, const std::vector<testing::ExpectedPoint>& expected,
                         const std::vector<int>& rings) {
  ASSERT_EQ(decoded.size(), expected.size());
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    ASSERT_LT(norm(decoded[i].position - expected[i].position), 0.00201) << i;
    ASSERT_EQ(decoded[i].intensity, static_cast<float>(expected[i].intensity));
    ASSERT_EQ(decoded[i].ring, rings[static_cast<std::size_t>(expected[i].laser)]);
    // Channels of a block fire up to 55 us apart, around or before the time of the block.
    ASSERT_NEAR(decoded[i].time_s, expected[i].time_s, 130e-6) << i;
  }
}

void expect_hesai_decoded(HesaiSensor sensor, std::string_view name) {
  const HesaiModel& model = hesai_named(name);
  std::vector<int> rings(model.channels.size());
  for (std::size_t i = 0; i < rings.size(); ++i) {
    rings[i] = static_cast<int>(std::ranges::count_if(
        model.channels, [&](const HesaiChannel& c) { return c.elevation_deg < model.channels[i].elevation_deg; }));
  }
  for (const bool dual : {false, true}) {
    for (const double start_deg : {20.0, 359.0}) {
      const auto generated = testing::generate_hesai(sensor, hesai_angles_of(model.channels), dual, start_deg, 20);
      expect_hesai_points(decode_hesai(pandar_scan_of(generated)), generated.points, rings);
      expect_hesai_points(decode_hesai(nebula_of(generated)), generated.points, rings);
    }
  }
}

TEST(HesaiPacket, OfPandar40pIsDecoded) { expect_hesai_decoded(HesaiSensor::pandar40p, "Pandar40P"); }
TEST(HesaiPacket, OfPandar64IsDecoded) { expect_hesai_decoded(HesaiSensor::pandar64, "Pandar64"); }
TEST(HesaiPacket, OfPandar128IsDecoded) { expect_hesai_decoded(HesaiSensor::pandar128, "Pandar128"); }
TEST(HesaiPacket, OfXt32IsDecoded) { expect_hesai_decoded(HesaiSensor::xt32, "XT32"); }

TEST(HesaiPacket, UsesTheCalibrationOfItsUnit) {
  std::vector<HesaiChannel> channels = hesai_named("XT32").channels;
  for (HesaiChannel& c : channels) c.elevation_deg += 0.5, c.azimuth_deg -= 0.25;
  const auto generated = testing::generate_hesai(HesaiSensor::xt32, hesai_angles_of(channels), false, 20, 5);
  const auto points = decode_hesai(pandar_scan_of(generated), {.hesai = channels});
  ASSERT_EQ(points.size(), generated.points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    ASSERT_LT(norm(points[i].position - generated.points[i].position), 0.00201);
  channels.pop_back();
  const auto decoder = make_decoder(PandarScan::kType, {.hesai = channels});
  const auto refused = (*decoder)->take({"cdr", rosmsg::encode_cdr(pandar_scan_of(generated)), kHesaiClock});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the calibration has 31 channels, XT32 has 32");
}

TEST(HesaiPacket, ThatIsDamagedIsRefusedByName) {
  const HesaiModel& model = hesai_named("Pandar40P");
  const auto good = testing::generate_hesai(HesaiSensor::pandar40p, hesai_angles_of(model.channels), false, 20, 3);
  const auto message_of = [&](auto damage) {
    PandarScan scan = pandar_scan_of(good);
    damage(scan.packets[1]);
    const auto decoder = make_decoder(PandarScan::kType, {});
    const auto sweeps = (*decoder)->take({"cdr", rosmsg::encode_cdr(scan), kHesaiClock});
    return sweeps ? std::string() : sweeps.error().message;
  };
  EXPECT_EQ(message_of([](auto& p) { p.data[124] = 0; }), "packet 1: block 1 of a Pandar40P packet has flag 0xee00");
  EXPECT_EQ(message_of([](auto& p) { p.data[126] = 0x40, p.data[127] = 0x9c; }),
            "packet 1: block 1 of a Pandar40P packet has azimuth 40000, the largest is 35999");
  EXPECT_EQ(message_of([](auto& p) { p.data[1254] = 0x99; }),
            "packet 1: a Pandar40P packet has return mode 0x99, which is not known");
  EXPECT_EQ(message_of([](auto& p) { p.size = 1261; }),
            "packet 1: a packet of 1261 bytes is not one of Pandar40P, as those before");
  EXPECT_EQ(message_of([](auto& p) { p.size = 1501; }), "packet 1 has size 1501, the largest is 1500");
  EXPECT_EQ(message_of([](auto&) {}), "");
}

// Five bytes of seconds can hold more than nanoseconds since 1970 can; such a date counts as none.
TEST(HesaiPacket, OfTheFarFutureHasTheTimeOfItsMessage) {
  const HesaiModel& model = hesai_named("XT32");
  const auto good = testing::generate_hesai(HesaiSensor::xt32, hesai_angles_of(model.channels), false, 20, 1);
  PandarScan scan = pandar_scan_of(good);
  scan.packets[0].data[model.date_at] = 0;
  for (std::size_t i = 1; i < 6; ++i) scan.packets[0].data[model.date_at + i] = 0xff;
  const auto decoder = make_decoder(PandarScan::kType, {});
  ASSERT_TRUE((*decoder)->take({"cdr", rosmsg::encode_cdr(scan), kHesaiClock}));
  const auto sweeps = (*decoder)->finish();
  ASSERT_EQ(sweeps.size(), 1u);
  EXPECT_LT(std::abs((sweeps[0].stamp - scan.packets[0].stamp.timestamp()).seconds()), 0.1);
}

TEST(HesaiPacket, OfUnknownSensorsIsRefused) {
  NebulaPackets scan;
  scan.packets.push_back({.stamp = kHesaiClock, .data = std::vector<uint8_t>(1248)});
  const auto decoder = make_decoder(NebulaPackets::kType, {});
  const auto sweeps = (*decoder)->take({"cdr", rosmsg::encode_cdr(scan), kHesaiClock});
  ASSERT_FALSE(sweeps);
  EXPECT_EQ(sweeps.error().message, "a packet of 1248 bytes belongs to no known sensor");
}

TEST(HesaiCalibration, ReadsLinesOfChannels) {
  const auto read = parse_hesai_calibration("Laser id,Elevation,Azimuth\r\n1,14.5,-1.042\r\n2,-3, 2.5\r\n");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(read->at(1).elevation_deg, -3);
  EXPECT_EQ(read->at(1).azimuth_deg, 2.5);
}

TEST(HesaiCalibration, RefusesBadLinesByNumber) {
  const auto message = [](std::string_view csv) { return parse_hesai_calibration(csv).error().message; };
  EXPECT_EQ(message(""), "the calibration has no line 'channel,elevation,azimuth'");
  EXPECT_EQ(message("1,2,3\n3,2,3\n"), "line 2 of the calibration must be '2,elevation,azimuth' in degrees");
  EXPECT_EQ(message("1,200,3\n"), "line 1 of the calibration must be '1,elevation,azimuth' in degrees");
  EXPECT_EQ(message("1,nan,3\n"), "line 1 of the calibration must be '1,elevation,azimuth' in degrees");
}

}  // namespace
}  // namespace gs::lidar
