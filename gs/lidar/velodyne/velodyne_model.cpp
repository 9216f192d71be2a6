// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/velodyne/velodyne_model.h"

#include <array>
#include <cmath>
#include <cstdlib>

namespace gs::lidar {
namespace {

// Angles by laser number [deg], from the manuals of the sensors and the calibration files of their ROS driver.
constexpr std::array kVlp16Elevations = {-15.0, 1.0, -13.0, 3.0,  -11.0, 5.0,  -9.0, 7.0,
                                         -7.0,  9.0, -5.0,  11.0, -3.0,  13.0, -1.0, 15.0};
constexpr std::array kHdl32Elevations = {-30.67, -9.33, -29.33, -8.00, -28.00, -6.67, -26.67, -5.33,
                                         -25.33, -4.00, -24.00, -2.67, -22.67, -1.33, -21.33, 0.00,
                                         -20.00, 1.33,  -18.67, 2.67,  -17.33, 4.00,  -16.00, 5.33,
                                         -14.67, 6.67,  -13.33, 8.00,  -12.00, 9.33,  -10.67, 10.67};
constexpr std::array kVlp32Elevations = {-25.0,  -1.0,  -1.667, -15.639, -11.31, 0.0,   -0.667, -8.843,
                                         -7.254, 0.333, -0.333, -6.148,  -5.333, 1.333, 0.667,  -4.0,
                                         -4.667, 1.667, 1.0,    -3.667,  -3.333, 3.333, 2.333,  -2.667,
                                         -3.0,   7.0,   4.667,  -2.333,  -2.0,   15.0,  10.333, -1.333};
constexpr std::array kVlp32Rotations = {-1.4, 4.2,  -1.4, 1.4,  -1.4, 1.4,  -4.2, 1.4,  -1.4, 4.2,  -1.4,
                                        1.4,  -4.2, 1.4,  -4.2, 1.4,  -1.4, 4.2,  -1.4, 4.2,  -4.2, 1.4,
                                        -1.4, 1.4,  -1.4, 1.4,  -1.4, 4.2,  -4.2, 1.4,  -1.4, 1.4};
constexpr std::array kVls128Elevations = {
    -11.742, -1.99, 3.4,   -5.29,  -0.78, 4.61,  -4.08, 1.31,    -6.5,  -1.11,   4.28,   -4.41, 0.1,     6.48,  -3.2,
    2.19,    -3.86, 1.53,  -9.244, -1.77, 2.74,  -5.95, -0.56,   4.83,  -2.98,   2.41,   -6.28, -0.89,   3.62,  -5.07,
    0.32,    7.58,  -0.34, 5.18,   -3.64, 1.75,  -25.0, -2.43,   2.96,  -5.73,   0.54,   9.7,   -2.76,   2.63,  -7.65,
    -1.55,   3.84,  -4.85, 3.18,   -5.51, -0.12, 5.73,  -4.3,    1.09,  -16.042, -2.21,  4.06,  -4.63,   0.76,  15.0,
    -3.42,   1.97,  -6.85, -1.33,  -5.62, -0.23, 5.43,  -3.53,   0.98,  -19.582, -2.32,  3.07,  -4.74,   0.65,  11.75,
    -2.65,   1.86,  -7.15, -1.44,  3.95,  -2.1,  3.29,  -5.4,    -0.01, 4.5,     -4.19,  1.2,   -13.565, -1.22, 4.17,
    -4.52,   0.87,  6.08,  -3.31,  2.08,  -6.65, 1.42,  -10.346, -1.88, 3.51,    -6.06,  -0.67, 4.72,    -3.97, 2.3,
    -6.39,   -1.0,  4.39,  -5.18,  0.21,  6.98,  -3.09, 4.98,    -3.75, 1.64,    -8.352, -2.54, 2.85,    -5.84, -0.45,
    8.43,    -2.87, 2.52,  -6.17,  -1.66, 3.73,  -4.96, 0.43};
constexpr std::array kVls128Rotations = {-6.354, -4.548, -2.732, -0.911, 0.911, 2.732, 4.548, 6.354};  // laser % 8

// Lasers of one block, or of the blocks of all banks, with their times after the start of the group [us].
std::vector<VelodyneElement> elements_of(int banks, int lasers, double (*time_us)(int)) {
  std::vector<VelodyneElement> out;
  for (int i = 0; i < 32 * banks; ++i) out.push_back({i % lasers, time_us(i)});
  return out;
}

VelodyneModel vlp16(std::string name, uint8_t product, double elevation_scale) {
  VelodyneModel m{.name = std::move(name), .product = product, .distance_unit_m = 0.002, .group_us = 110.592};
  for (const double e : kVlp16Elevations) m.lasers.push_back({.elevation_deg = e * elevation_scale});
  // A block holds two firings of 16 lasers, 55.296 us apart.
  m.elements = elements_of(1, 16, [](int i) {
    const int sequence = i / 16, laser = i % 16;
    return 55.296 * sequence + 2.304 * laser;
  });
  return m;
}

VelodyneModel vlp32c() {
  VelodyneModel m{.name = "VLP-32C", .product = 0x28, .distance_unit_m = 0.004, .group_us = 55.296};
  for (std::size_t i = 0; i < 32; ++i) {
    m.lasers.push_back({.elevation_deg = kVlp32Elevations[i], .rotation_deg = kVlp32Rotations[i]});
  }
  m.elements = elements_of(1, 32, [](int i) {
    const int pair = i / 2;  // lasers fire in pairs
    return 2.304 * pair;
  });
  return m;
}

VelodyneModel hdl32e() {
  VelodyneModel m{.name = "HDL-32E", .product = 0x21, .distance_unit_m = 0.002, .group_us = 46.080};
  for (const double e : kHdl32Elevations) m.lasers.push_back({.elevation_deg = e});
  m.elements = elements_of(1, 32, [](int i) { return 1.152 * i; });
  return m;
}

VelodyneModel vls128() {
  VelodyneModel m{.name = "VLS-128", .product = 0xa1, .distance_unit_m = 0.004, .banks = 4, .group_us = 53.3};
  for (std::size_t i = 0; i < 128; ++i) {
    m.lasers.push_back({.elevation_deg = kVls128Elevations[i], .rotation_deg = kVls128Rotations[i % 8]});
  }
  // Groups of eight lasers fire together, with a pause after the eighth group.
  m.elements = elements_of(4, 128, [](int i) {
    const int group = i / 8, pause = i / 64;
    return 2.665 * (group + pause);
  });
  m.packet_time_us = 8.7;  // the time of a packet is that of its fourth group of lasers
  return m;
}

// Angles and order of firing differ by unit and are not in the packets.
VelodyneModel hdl64e() {
  VelodyneModel m{.name = "HDL-64E", .product = 0, .distance_unit_m = 0.002, .banks = 2, .group_us = 0};
  m.lasers.resize(64);
  m.elements = elements_of(2, 64, [](int) { return 0.0; });
  m.needs_calibration = true;
  return m;
}

}  // namespace

const std::vector<VelodyneModel>& velodyne_models() {
  static const std::vector<VelodyneModel> models = {
      vlp16("VLP-16", 0x22, 1), vlp16("VLP-16 Hi-Res", 0x24, 2.0 / 3), vlp32c(), hdl32e(), vls128(), hdl64e()};
  return models;
}

}  // namespace gs::lidar
