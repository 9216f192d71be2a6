// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The laser table of a Velodyne calibration file.
#include "gs/lidar/velodyne/velodyne_calibration.h"

#include <gtest/gtest.h>

#include "gs/core/json/json.h"

namespace gs::lidar {
namespace {

Result<VelodyneCalibration> parse(std::string_view json) { return parse_velodyne_calibration(*parse_json(json)); }

TEST(VelodyneCalibration, ReadsTheListOfLasers) {
  const auto read = parse(R"({"distance_resolution": 0.002, "lasers": [
    {"laser_id": 1, "vert_correction": 0.1, "rot_correction": -0.05, "dist_correction": 1.2, "vert_offset_correction": 0.2},
    {"laser_id": 0, "vert_correction": -0.2, "two_pt_correction_available": true, "dist_correction_x": 1.3}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_NEAR(read->lasers[1].elevation_deg, 5.729578, 1e-6);
  EXPECT_NEAR(read->lasers[1].rotation_deg, -2.864789, 1e-6);
  EXPECT_EQ(read->lasers[1].vertical_offset_m, 0.2);
  EXPECT_TRUE(read->lasers[0].two_points);
  EXPECT_EQ(read->lasers[0].distance_x_m, 1.3);
  EXPECT_EQ(read->distance_unit_m, 0.002);
  EXPECT_FALSE(calibrated(velodyne_models()[0], *read));
}

TEST(VelodyneCalibration, RefusesBadFilesByName) {
  const auto message = [](std::string_view json) { return parse(json).error().message; };
  EXPECT_EQ(message("{}"), "a Velodyne calibration needs a list 'lasers' of 1 to 128 entries");
  EXPECT_EQ(message(R"({"lasers": [{"laser_id": 0}]})"), "a laser has no vert_correction");
  EXPECT_EQ(message(R"({"lasers": [{"laser_id": 1, "vert_correction": 0}]})"), "laser_id must be 0 to 0, each once");
  EXPECT_EQ(message(R"({"lasers": [{"laser_id": 0, "vert_correction": 0, "dist_correction": 11}]})"),
            "dist_correction of a laser must be a number of at most 10");
  EXPECT_EQ(message(R"({"lasers": [{"laser_id": 0, "vert_correction": 0}], "distance_resolution": -1})"),
            "distance_resolution -1 is not between 0 and 0.1 m");
}

}  // namespace
}  // namespace gs::lidar
