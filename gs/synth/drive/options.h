// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options of a synthetic drive. Equal options give equal bytes.
#pragma once

#include <string>
#include <vector>

#include "gs/synth/drive/error_options.h"
#include "gs/synth/sensors/camera_sensor.h"
#include "gs/synth/sensors/ego.h"
#include "gs/synth/sensors/lidar_sensor.h"
#include "gs/synth/sensors/motion_sensors.h"
#include "gs/synth/traffic/presets.h"

namespace gs::synth {

// Street, vehicle, sensors and recording.
struct DriveOptions {
  StreetOptions street;
  EgoOptions ego;
  ImagingOptions imaging;
  LidarOptions lidar_noise;
  MotionOptions motion;
  ErrorOptions errors;

  double duration_s = 20;
  bool traffic = false;
  std::string traffic_preset = "none";  // one of kTrafficPresets
  std::vector<std::string> cameras = {"front", "left", "right"};
  std::string resolution = "640x360";
  std::string lens = "radtan";
  double camera_rate_hz = 12;
  double rolling_shutter_s = 0;   // readout time from the first row to the last; 0: global shutter
  bool exposure_changes = false;  // vary the exposure slowly, like an automatic exposure
  int jpeg = 90;                  // quality of compressed images
  bool raw = false;               // image_raw instead of compressed
  std::string lidar = "os1_64";   // name of a beam table, or "none"
  int lidar_columns = 0;          // firings per revolution; 0: value of the beam table
  std::string poses = "all";      // one of kRecordedPoses
  std::string variant = "none";   // one of kDriveVariants
};

// Poses of the vehicle that are recorded: /tf and /odom, only one of them, or neither.
inline const std::vector<std::string> kRecordedPoses = {"all", "tf", "odometry", "none"};

// Faults that a log can have. "missing_topic": no LiDAR topic; "missing_tf": no /tf_static; "unsynchronised": camera
// stamps are 0.35 s late; "gaps": nothing recorded for 1.5 s; "short": at most 2 s; "nan_points": every 20th point is
// NaN.
inline const std::vector<std::string> kDriveVariants = {
    "none", "missing_topic",  "missing_tf", "missing_camera_info", "corrupt_chunk",
    "gaps", "unsynchronised", "short",      "nan_points"};

void describe(auto& visit, DriveOptions& o) {
  visit("street", o.street, "");
  visit("ego", o.ego, "");
  visit("imaging", o.imaging, "");
  visit("lidar_noise", o.lidar_noise, "");
  visit("motion", o.motion, "");
  visit("errors", o.errors, "");
  visit("duration_s", o.duration_s, "length of the drive [s]", Range{0.2, 3600});
  visit("traffic", o.traffic, "moving cars and people");
  visit("traffic_preset", o.traffic_preset, "scripted cars, vans, trucks, cyclists and pedestrians",
        Choices{kTrafficPresets});
  visit("cameras", o.cameras, "cameras to record: front, left, right, rear; or none",
        Choices{{"front", "left", "right", "rear", "none"}});
  visit("resolution", o.resolution, "image size, WIDTHxHEIGHT [px]");
  visit("lens", o.lens, "camera model", Choices{{"pinhole", "radtan", "rational", "equidistant"}});
  visit("camera_rate_hz", o.camera_rate_hz, "image rate [Hz]", Range{0.1, 120});
  visit("rolling_shutter_s", o.rolling_shutter_s, "time from the first row to the last [s]", Range{0, 0.08});
  visit("exposure_changes", o.exposure_changes, "vary the exposure slowly");
  visit("jpeg", o.jpeg, "JPEG quality of images", Range{1, 100});
  visit("raw", o.raw, "record uncompressed images");
  visit("lidar", o.lidar, "LiDAR model: none, vlp16, hdl32, hdl64, vls128, os1_64, os1_128, os0_128, pandar64");
  visit("lidar_columns", o.lidar_columns, "firings per revolution; 0: as in the LiDAR model", Range{0, 4096});
  visit("poses", o.poses, "recorded poses of the vehicle: /tf and /odom, one of them, or none",
        Choices{kRecordedPoses});
  visit("variant", o.variant, "fault to add to the log", Choices{kDriveVariants});
}

}  // namespace gs::synth
