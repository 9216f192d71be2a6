// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Real packets against the points that another program (tier4/nebula) decoded from them: every point of the truth must
// lie within 2 mm of a decoded one. It runs where the folder GS_TEST_DATA/logs is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <unordered_map>

#include "gs/assets/pcd/pcd.h"
#include "gs/core/format.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/velodyne/velodyne_packet.h"
#include "gs/logio/api/log.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"

namespace gs::builder {
namespace {

namespace fs = std::filesystem;
using lidar::DecodedPoint;
using lidar::DecodedSweep;
constexpr double kTolerance_m = 0.002;

// The folder of recorded logs; empty if it is not on this machine.
fs::path recorded_logs() {
  const char* data = std::getenv("GS_TEST_DATA");
  const fs::path logs = data == nullptr ? fs::path() : fs::path(data) / "logs";
  return fs::exists(logs) ? logs : fs::path();
}

// Calls body(message) for every message of a topic.
template <class Body>
void for_each_message(const fs::path& file, const std::string& topic, const Body& body) {
  Problems problems;
  const auto log = logio::open_log(file, problems);
  ASSERT_TRUE(log) << log.error().message;
  const auto stream = (*log)->read({.topics = {topic}}, problems);
  ASSERT_TRUE(stream) << stream.error().message;
  while (true) {
    const auto batch = (*stream)->next_batch();
    ASSERT_TRUE(batch) << batch.error().message;
    if (batch->empty()) return;
    for (const logio::MessageView& message : *batch) body(message);
  }
}

// All sweeps of a topic, as the ingest decodes them.
std::vector<DecodedSweep> decode_all(const fs::path& file, const std::string& topic,
                                     const lidar::DecoderCalibration& calibration = {}) {
  std::vector<DecodedSweep> out;
  std::unique_ptr<lidar::LidarDecoder> decoder;
  for_each_message(file, topic, [&](const logio::MessageView& message) {
    if (!decoder) decoder = *lidar::make_decoder(message.channel->schema.name, calibration);
    auto sweeps = decoder->take({message.channel->message_encoding, message.data, message.log_time});
    ASSERT_TRUE(sweeps) << sweeps.error().message;
    for (DecodedSweep& sweep : *sweeps) out.push_back(std::move(sweep));
  });
  if (decoder) {
    for (DecodedSweep& sweep : decoder->finish()) out.push_back(std::move(sweep));
  }
  return out;
}

// Numbers of truth points by the distance to the nearest decoded point.
struct Agreement {
  std::size_t all = 0, within = 0;  // of the truth; within 2 mm
  std::size_t next_unit = 0;        // others within 0.01 deg, the unit of azimuth: rounded up instead of down
  double worst_m = 0;               // largest distance, at most 1 m
};

// Nearest neighbours through a grid of 0.05 m; points that have none in the cells around count as 1 m.
Agreement compare(const std::vector<Vec3f>& truth, const std::vector<DecodedSweep>& sweeps) {
  constexpr double kCell_m = 0.05;
  const auto cell_of = [](Vec3d p, int dx, int dy, int dz) {
    const auto part = [](double v, int d) { return static_cast<int64_t>(std::floor(v / kCell_m)) + d + (1 << 20); };
    return (part(p.x, dx) << 42) ^ (part(p.y, dy) << 21) ^ part(p.z, dz);
  };
  std::unordered_map<int64_t, std::vector<Vec3d>> cells;
  for (const DecodedSweep& sweep : sweeps) {
    for (const DecodedPoint& point : sweep.points) cells[cell_of(point.position, 0, 0, 0)].push_back(point.position);
  }
  Agreement out;
  for (const Vec3f& t : truth) {
    const Vec3d p = cast<double>(t);
    double nearest = 1;
    for (int i = 0; i < 27; ++i) {
      const auto cell = cells.find(cell_of(p, i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1));
      if (cell == cells.end()) continue;
      for (const Vec3d& other : cell->second) nearest = std::min(nearest, norm(other - p));
    }
    ++out.all;
    const bool within = nearest <= kTolerance_m;
    out.within += within ? 1 : 0;
    out.next_unit += !within && nearest <= kTolerance_m + norm(p) * 1.75e-4 ? 1 : 0;
    out.worst_m = std::max(out.worst_m, nearest);
  }
  return out;
}

// Nebula's azimuths. Its step to the next block is that to the next block of the same return: zero between the banks of
// a VLS-128 and in the last group of a packet, and its second returns take the azimuth of the next block.
std::array<lidar::BlockAngle, lidar::kVelodyneBlocks> nebula_angles(const lidar::VelodynePacketView& packet) {
  std::array<lidar::BlockAngle, lidar::kVelodyneBlocks> out{};
  const int apart = packet.returns();
  int azimuth = packet.azimuth(0);
  for (int b = 0; b < lidar::kVelodyneBlocks; ++b) {
    const int next = b + apart < lidar::kVelodyneBlocks ? packet.azimuth(b + apart) : azimuth;
    out[static_cast<std::size_t>(b)] = {azimuth, static_cast<double>((36000 + next - azimuth) % 36000)};
    azimuth = next;
  }
  return out;
}

// The packets of a log, decoded with the azimuths of Nebula.
std::vector<DecodedSweep> decode_as_nebula(const fs::path& file, std::string_view model_name) {
  const auto model = std::ranges::find(lidar::velodyne_models(), model_name, &lidar::VelodyneModel::name);
  const lidar::VelodynePacketDecoder decoder(*model);
  lidar::SweepCutter sweeps;
  for_each_message(file, "/velodyne_packets", [&](const logio::MessageView& message) {
    const auto scan = rosmsg::decode_cdr<rosmsg::velodyne_msgs::VelodyneScan>(message.data);
    ASSERT_TRUE(scan) << scan.error().message;
    for (const auto& raw : scan->packets) {
      const Bytes bytes = std::as_bytes(std::span(raw.data));
      ASSERT_TRUE(decoder.check(bytes));
      const lidar::VelodynePacketView packet(bytes, *model);
      const auto angles = nebula_angles(packet);
      for (int b = 0; b < packet.used_blocks(); ++b) {
        sweeps.begin(angles[static_cast<std::size_t>(b)].azimuth, raw.stamp.timestamp());
        decoder.decode_block(packet, b, angles[static_cast<std::size_t>(b)], sweeps);
      }
    }
  });
  return sweeps.take_open();
}

// The truth agrees in every point once Nebula's azimuths are used; with ours, which turn on during a firing, the share
// within 2 mm is stated and the rest lies within the largest turn of one group.
void expect_truth(const std::string& folder, const std::string& log, const std::string& pcd, std::string_view model,
                  double least_share) {
  const fs::path logs = recorded_logs();
  if (logs.empty()) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const auto truth = assets::read_pcd(logs / "ros2_db3" / folder / pcd);
  ASSERT_TRUE(truth) << truth.error().message;
  const Agreement same = compare(truth->positions, decode_as_nebula(logs / "ros2_db3" / folder / log, model));
  const Agreement ours = compare(truth->positions, decode_all(logs / "ros2_db3" / folder / log, "/velodyne_packets"));
  std::cout << format(
      "{}: {} points; Nebula's azimuths: {} within 2 mm, worst {:.4f} m; ours: {} within 2 mm, worst "
      "{:.3f} m\n",
      folder, same.all, same.within, same.worst_m, ours.within, ours.worst_m);
  // Nebula computes in float, so a few azimuths that end in half a unit are rounded to the other side.
  EXPECT_EQ(same.within + same.next_unit, same.all);
  EXPECT_LE(same.next_unit, 10u);
  EXPECT_GT(static_cast<double>(ours.within), least_share * static_cast<double>(ours.all));
}

TEST(RecordedPackets, OfVlp16GiveTheTruth) {
  expect_truth("nebula_vlp16", "1673400471837873222_0.db3", "decoded_1673400472138016708.pcd", "VLP-16", 0.5);
}

TEST(RecordedPackets, OfVls128GiveTheTruth) {
  expect_truth("nebula_vls128", "1614315746471294674_0.db3", "decoded_1585897255376374245.pcd", "VLS-128", 0.1);
}

// Nebula reads Hesai as the manual does: all points agree.
TEST(RecordedPackets, OfPandar40pGiveTheTruth) {
  const fs::path logs = recorded_logs();
  if (logs.empty()) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const fs::path folder = logs / "ros2_db3/nebula_pandar40p";
  const auto truth = assets::read_pcd(folder / "decoded_1673400149711850138.pcd");
  ASSERT_TRUE(truth) << truth.error().message;
  const Agreement ours = compare(truth->positions, decode_all(folder / "1673400149412331409_0.db3", "/pandar_packets"));
  std::cout << format("Pandar40P: {} points, {} within 2 mm, worst {:.4f} m\n", ours.all, ours.within, ours.worst_m);
  EXPECT_EQ(ours.within, ours.all);
}

// The recording has no decoded truth. One revolution of 512 columns of 128 beams, from 291 s after the start of the
// sensor; every elevation must be one of the metadata, seen from the origin of the beams.
TEST(RecordedPackets, OfOusterAreOneRevolution) {
  const fs::path logs = recorded_logs();
  if (logs.empty()) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const fs::path file = logs / "ros1/ouster_512x10_packets.bag";
  lidar::DecoderCalibration calibration;
  for_each_message(file, "/os_node0/metadata", [&](const logio::MessageView& message) {
    const auto text = rosmsg::decode_ros1<rosmsg::std_msgs::String>(message.data);
    ASSERT_TRUE(text);
    auto metadata = lidar::parse_ouster_metadata(text->data);
    ASSERT_TRUE(metadata) << metadata.error().message;
    calibration.ouster = *std::move(metadata);
  });
  const auto sweeps = decode_all(file, "/os_node0/lidar_packets", calibration);
  ASSERT_EQ(sweeps.size(), 1u);
  const DecodedSweep& sweep = sweeps[0];
  EXPECT_GT(sweep.points.size(), 20'000u);
  EXPECT_GT(sweep.stamp.ns, 1'600'000'000'000'000'000);  // the time of recording, not of the sensor
  EXPECT_NEAR(sweep.points.back().time_s, 0.0998, 0.001);
  for (const DecodedPoint& p : sweep.points) {
    const double height = p.position.z - 0.03618, flat = std::hypot(p.position.x, p.position.y);
    const double elevation_deg = std::atan2(height, flat - 0.02767) * 180 / 3.14159265358979;
    const double wanted = calibration.ouster->altitudes_deg[static_cast<std::size_t>(127 - p.ring)];
    // The beam leaves a circle of 27.67 mm a few degrees beside the radius.
    ASSERT_NEAR(elevation_deg, wanted, 0.5) << norm(p.position);
  }
}

}  // namespace
}  // namespace gs::builder
