// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Velodyne packets of a second implementation (testing/velodyne_generator.h), and damaged ones.
#include "gs/lidar/velodyne/velodyne_packet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/testing/velodyne_generator.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"

namespace gs::lidar {
namespace {

using rosmsg::velodyne_msgs::VelodyneScan;
using testing::VelodyneSensor;
constexpr Timestamp kVelodyneClock{1'700'000'000'000'000'000};

const VelodyneModel& model_named(std::string_view name) {
  return *std::ranges::find(velodyne_models(), name, &VelodyneModel::name);
}

testing::LaserAngles angles_of(const std::vector<VelodyneLaser>& lasers) {
  testing::LaserAngles out;
  for (const VelodyneLaser& laser : lasers) {
    out.elevations_deg.push_back(laser.elevation_deg), out.rotations_deg.push_back(laser.rotation_deg);
  }
  return out;
}

VelodyneScan scan_of(const testing::GeneratedVelodyne& generated) {
  VelodyneScan scan;
  scan.header.frame_id = "velodyne";
  for (std::size_t i = 0; i < generated.packets.size(); ++i) {
    rosmsg::velodyne_msgs::VelodynePacket packet;
    packet.stamp = kVelodyneClock + Duration::from_seconds(generated.packet_times_s[i]);
    std::ranges::copy(generated.packets[i], packet.data.begin());
    scan.packets.push_back(packet);
  }
  return scan;
}

// All points of a scan, with times after kVelodyneClock.
std::vector<DecodedPoint> decode(const VelodyneScan& scan, const DecoderCalibration& calibration = {}) {
  const auto decoder = make_decoder("velodyne_msgs/msg/VelodyneScan", calibration);
  auto sweeps = (*decoder)->take({"cdr", rosmsg::encode_cdr(scan), kVelodyneClock});
  EXPECT_TRUE(sweeps) << sweeps.error().message;
  for (DecodedSweep& last : (*decoder)->finish()) sweeps->push_back(std::move(last));
  std::vector<DecodedPoint> out;
  for (const DecodedSweep& sweep : *sweeps) {
    EXPECT_EQ(sweep.frame_id, "velodyne");
    for (DecodedPoint p : sweep.points) {
      p.time_s += static_cast<float>((sweep.stamp - kVelodyneClock).seconds());
      out.push_back(p);
    }
  }
  return out;
}

// Every expected point has a decoded one at its time: within half a unit of distance and the given angle.
void expect_points(std::vector<DecodedPoint> decoded, const std::vector<testing::ExpectedPoint>& expected,
                   double unit_m, double angle_tolerance_deg) {
  ASSERT_EQ(decoded.size(), expected.size());
  // The decoder writes block by block, the generator laser by laser. Both sorted by time, the partner is near.
  std::ranges::sort(decoded, {}, &DecodedPoint::time_s);
  for (const testing::ExpectedPoint& e : expected) {
    const auto from = std::ranges::lower_bound(decoded, static_cast<float>(e.time_s - 2e-6), {}, &DecodedPoint::time_s);
    const auto to = std::ranges::upper_bound(decoded, static_cast<float>(e.time_s + 2e-6), {}, &DecodedPoint::time_s);
    ASSERT_NE(from, to);
    const auto same = std::min_element(from, to, [&](const DecodedPoint& a, const DecodedPoint& b) {
      return norm(a.position - e.position) < norm(b.position - e.position);
    });
    const double tolerance = unit_m / 2 + norm(e.position) * angle_tolerance_deg * 3.1416 / 180 + 1e-6;
    ASSERT_LT(norm(same->position - e.position), tolerance) << "laser " << e.laser << " at " << e.time_s;
    ASSERT_EQ(same->intensity, static_cast<float>(e.intensity));
  }
}

void expect_decoded(VelodyneSensor sensor, std::string_view name, bool dual, int packets) {
  const VelodyneModel& model = model_named(name);
  for (const double start_deg : {10.0, 359.0}) {
    const auto generated = testing::generate_velodyne(sensor, angles_of(model.lasers), dual, start_deg, 10, packets);
    expect_points(decode(scan_of(generated)), generated.points, model.distance_unit_m, 0.021);
  }
}

TEST(VelodynePacket, OfVlp16IsDecoded) { expect_decoded(VelodyneSensor::vlp16, "VLP-16", false, 8); }
TEST(VelodynePacket, OfVlp16WithTwoReturnsIsDecoded) { expect_decoded(VelodyneSensor::vlp16, "VLP-16", true, 8); }
TEST(VelodynePacket, OfVlp32cIsDecoded) { expect_decoded(VelodyneSensor::vlp32c, "VLP-32C", false, 8); }
TEST(VelodynePacket, OfVlp32cWithTwoReturnsIsDecoded) { expect_decoded(VelodyneSensor::vlp32c, "VLP-32C", true, 8); }
TEST(VelodynePacket, OfHdl32eIsDecoded) { expect_decoded(VelodyneSensor::hdl32e, "HDL-32E", false, 8); }
TEST(VelodynePacket, OfVls128IsDecoded) { expect_decoded(VelodyneSensor::vls128, "VLS-128", false, 8); }

// A packet holds a single group, so the step of the first packet is unknown.
TEST(VelodynePacket, OfVls128WithTwoReturnsIsDecoded) {
  const VelodyneModel& model = model_named("VLS-128");
  const auto generated = testing::generate_velodyne(VelodyneSensor::vls128, angles_of(model.lasers), true, 10, 10, 8);
  expect_points(decode(scan_of(generated)), generated.points, model.distance_unit_m, 0.22);
}

// Elevations from -24.8 to 2 degrees, as the real sensor has them.
VelodyneCalibration hdl64_calibration() {
  VelodyneCalibration out;
  for (int i = 0; i < 64; ++i)
    out.lasers.push_back({.elevation_deg = -24.8 + i * 26.8 / 63, .rotation_deg = i % 5 - 2.0});
  return out;
}

TEST(VelodynePacket, OfHdl64eIsDecodedWithItsCalibration) {
  const VelodyneCalibration calibration = hdl64_calibration();
  const auto generated =
      testing::generate_velodyne(VelodyneSensor::hdl64e, angles_of(calibration.lasers), false, 10, 10, 8);
  expect_points(decode(scan_of(generated), {.velodyne = calibration}), generated.points, 0.002, 0.011);
}

TEST(VelodynePacket, OfHdl64eIsRefusedWithoutCalibration) {
  const auto generated =
      testing::generate_velodyne(VelodyneSensor::hdl64e, angles_of(hdl64_calibration().lasers), false, 10, 10, 1);
  const auto decoder = make_decoder(VelodyneScan::kType, {});
  const auto sweeps = (*decoder)->take({"cdr", rosmsg::encode_cdr(scan_of(generated)), kVelodyneClock});
  ASSERT_FALSE(sweeps);
  EXPECT_EQ(sweeps.error().message, "HDL-64E needs the calibration file of its unit");
}

// A laser 0.1 m above and 0.05 m beside the centre, that measures 1.0 m too short at 25.04 m and 0.8 m at 1.93 m.
TEST(VelodynePacket, OfHdl64eUsesOffsetsAndTwoCalibrationPoints) {
  VelodyneCalibration calibration = hdl64_calibration();
  calibration.lasers[0] = {.elevation_deg = 0,
                           .distance_m = 1.0,
                           .distance_x_m = 0.9,
                           .distance_y_m = 0.8,
                           .two_points = true,
                           .vertical_offset_m = 0.1,
                           .horizontal_offset_m = 0.05};
  auto generated = testing::generate_velodyne(VelodyneSensor::hdl64e, angles_of(calibration.lasers), false, 0, 0, 1);
  // 24.04 m straight ahead: with 1.0 m exactly the far calibration point.
  testing::put_u16(generated.packets[0], 4, 12020);
  const auto points = decode(scan_of(generated), {.velodyne = calibration});
  const DecodedPoint& p = points.at(0);
  EXPECT_NEAR(p.position.x, 25.04, 1e-9);
  EXPECT_NEAR(p.position.y, 0.05, 1e-9);
  EXPECT_NEAR(p.position.z, 0.1, 1e-9);
  // 0.93 m: the near point, where the correction is 0.8 m.
  testing::put_u16(generated.packets[0], 4, 465);
  EXPECT_NEAR(decode(scan_of(generated), {.velodyne = calibration}).at(0).position.x, 1.73, 1e-9);
}

// The tables of angles: closed forms where the manual gives one.
TEST(VelodyneModels, HaveTheAnglesOfTheManual) {
  const auto sorted = [](std::string_view name) {
    std::vector<double> out = angles_of(model_named(name).lasers).elevations_deg;
    std::ranges::sort(out);
    return out;
  };
  for (int i = 0; i < 16; ++i) EXPECT_EQ(sorted("VLP-16")[static_cast<std::size_t>(i)], -15 + 2 * i);
  for (int i = 0; i < 32; ++i) EXPECT_NEAR(sorted("HDL-32E")[static_cast<std::size_t>(i)], -30.67 + i * 4 / 3.0, 0.01);
  EXPECT_EQ(sorted("VLP-32C").front(), -25);
  EXPECT_EQ(sorted("VLP-32C").back(), 15);
  EXPECT_EQ(sorted("VLS-128").front(), -25);
  EXPECT_EQ(sorted("VLS-128").back(), 15);
  for (const VelodyneModel& m : velodyne_models()) EXPECT_EQ(m.elements.size(), 32u * static_cast<unsigned>(m.banks));
}

// Every refusal names the packet and the field.
TEST(VelodynePacket, ThatIsDamagedIsRefusedByName) {
  const VelodyneModel& model = model_named("VLP-16");
  const auto good = testing::generate_velodyne(VelodyneSensor::vlp16, angles_of(model.lasers), false, 10, 10, 3);
  const auto error_of = [&](auto damage) {
    VelodyneScan scan = scan_of(good);
    damage(scan.packets[1].data);
    const auto decoder = make_decoder(VelodyneScan::kType, {});
    const auto sweeps = (*decoder)->take({"cdr", rosmsg::encode_cdr(scan), kVelodyneClock});
    EXPECT_FALSE(sweeps);
    return sweeps ? std::string() : sweeps.error().message;
  };
  EXPECT_EQ(error_of([](auto& d) { d[300] = 0; }), "packet 1: block 3 of a VLP-16 packet has flag 0xee00");
  EXPECT_EQ(error_of([](auto& d) { d[402] = 0x40, d[403] = 0x9c; }),
            "packet 1: block 4 of a VLP-16 packet has azimuth 40000, the largest is 35999");
  EXPECT_EQ(error_of([](auto& d) { d[1205] = 0x33; }), "packet 1: Velodyne product 0x33 is not known");
  EXPECT_EQ(error_of([](auto& d) { d[1205] = 0x28; }),
            "packet 1: the packet is one of VLP-32C, those before are of VLP-16");
}

TEST(VelodynePacket, InAMessageThatIsCutIsRefused) {
  const VelodyneModel& model = model_named("VLP-16");
  const auto good = testing::generate_velodyne(VelodyneSensor::vlp16, angles_of(model.lasers), true, 10, 10, 2);
  const auto bytes = rosmsg::encode_ros1(scan_of(good));
  const auto decoder = make_decoder(VelodyneScan::kType, {});
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    EXPECT_FALSE((*decoder)->take({"ros1", Bytes(bytes).first(size), kVelodyneClock}));
  }
  EXPECT_TRUE((*decoder)->take({"ros1", bytes, kVelodyneClock}));
}

}  // namespace
}  // namespace gs::lidar
