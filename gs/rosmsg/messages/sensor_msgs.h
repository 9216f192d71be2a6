// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package sensor_msgs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::sensor_msgs {

// sensor_msgs/Image: an uncompressed image, row by row from the top. `encoding` names the pixel format, and rows may be
// padded: step >= width * bytes of a pixel.
struct Image {
  static constexpr std::string_view kType = "sensor_msgs/msg/Image";
  std_msgs::Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::string encoding;  // "rgb8", "mono16", ...
  uint8_t is_bigendian = 0;
  uint32_t step = 0;  // bytes of a row
  std::vector<uint8_t> data;

  static void describe(auto& f) {
    f("header", &Image::header);
    f("height", &Image::height);
    f("width", &Image::width);
    f("encoding", &Image::encoding);
    f("is_bigendian", &Image::is_bigendian);
    f("step", &Image::step);
    f("data", &Image::data);
  }
  friend bool operator==(const Image&, const Image&) = default;
};

// sensor_msgs/CompressedImage: an image as a JPEG or PNG file.
struct CompressedImage {
  static constexpr std::string_view kType = "sensor_msgs/msg/CompressedImage";
  std_msgs::Header header;
  std::string format;  // "jpeg", "png", "rgb8; jpeg compressed bgr8"
  std::vector<uint8_t> data;

  static void describe(auto& f) {
    f("header", &CompressedImage::header);
    f("format", &CompressedImage::format);
    f("data", &CompressedImage::data);
  }
  friend bool operator==(const CompressedImage&, const CompressedImage&) = default;
};

// sensor_msgs/RegionOfInterest: the part of the sensor that an image shows [px]; all zero: the whole sensor.
struct RegionOfInterest {
  static constexpr std::string_view kType = "sensor_msgs/msg/RegionOfInterest";
  uint32_t x_offset = 0;
  uint32_t y_offset = 0;
  uint32_t height = 0;
  uint32_t width = 0;
  bool do_rectify = false;

  static void describe(auto& f) {
    f("x_offset", &RegionOfInterest::x_offset);
    f("y_offset", &RegionOfInterest::y_offset);
    f("height", &RegionOfInterest::height);
    f("width", &RegionOfInterest::width);
    f("do_rectify", &RegionOfInterest::do_rectify);
  }
  friend bool operator==(const RegionOfInterest&, const RegionOfInterest&) = default;
};

// sensor_msgs/CameraInfo: calibration of a camera. d: distortion, k: 3 x 3 intrinsics, r: rectification, p: projection.
struct CameraInfo {
  static constexpr std::string_view kType = "sensor_msgs/msg/CameraInfo";
  std_msgs::Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::string distortion_model;  // "plumb_bob", "rational_polynomial", "equidistant"
  std::vector<double> d;
  std::array<double, 9> k{};  // row-major
  std::array<double, 9> r{};
  std::array<double, 12> p{};
  uint32_t binning_x = 0;
  uint32_t binning_y = 0;
  RegionOfInterest roi;

  static void describe(auto& f) {
    f("header", &CameraInfo::header);
    f("height", &CameraInfo::height);
    f("width", &CameraInfo::width);
    f("distortion_model", &CameraInfo::distortion_model);
    f("d", &CameraInfo::d, {.ros1_name = "D"});
    f("k", &CameraInfo::k, {.ros1_name = "K"});
    f("r", &CameraInfo::r, {.ros1_name = "R"});
    f("p", &CameraInfo::p, {.ros1_name = "P"});
    f("binning_x", &CameraInfo::binning_x);
    f("binning_y", &CameraInfo::binning_y);
    f("roi", &CameraInfo::roi);
  }
  friend bool operator==(const CameraInfo&, const CameraInfo&) = default;
};

// sensor_msgs/PointField: name, position and type of one value of the points of a cloud.
struct PointField {
  static constexpr std::string_view kType = "sensor_msgs/msg/PointField";
  static constexpr uint8_t INT8 = 1;
  static constexpr uint8_t UINT8 = 2;
  static constexpr uint8_t INT16 = 3;
  static constexpr uint8_t UINT16 = 4;
  static constexpr uint8_t INT32 = 5;
  static constexpr uint8_t UINT32 = 6;
  static constexpr uint8_t FLOAT32 = 7;
  static constexpr uint8_t FLOAT64 = 8;
  std::string name;
  uint32_t offset = 0;  // in bytes, from the start of a point
  uint8_t datatype = 0;
  uint32_t count = 0;

  static void describe(auto& f) {
    f.constant("INT8", INT8);
    f.constant("UINT8", UINT8);
    f.constant("INT16", INT16);
    f.constant("UINT16", UINT16);
    f.constant("INT32", INT32);
    f.constant("UINT32", UINT32);
    f.constant("FLOAT32", FLOAT32);
    f.constant("FLOAT64", FLOAT64);
    f("name", &PointField::name);
    f("offset", &PointField::offset);
    f("datatype", &PointField::datatype);
    f("count", &PointField::count);
  }
  friend bool operator==(const PointField&, const PointField&) = default;
};

// sensor_msgs/PointCloud2: a cloud of height rows of width points, with freely defined fields. Clouds without rows have
// height 1. gs/rosmsg/point_field.h reads the fields.
struct PointCloud2 {
  static constexpr std::string_view kType = "sensor_msgs/msg/PointCloud2";
  std_msgs::Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::vector<PointField> fields;
  bool is_bigendian = false;
  uint32_t point_step = 0;  // bytes of a point
  uint32_t row_step = 0;    // bytes of a row
  std::vector<uint8_t> data;
  bool is_dense = false;  // no NaN

  static void describe(auto& f) {
    f("header", &PointCloud2::header);
    f("height", &PointCloud2::height);
    f("width", &PointCloud2::width);
    f("fields", &PointCloud2::fields);
    f("is_bigendian", &PointCloud2::is_bigendian);
    f("point_step", &PointCloud2::point_step);
    f("row_step", &PointCloud2::row_step);
    f("data", &PointCloud2::data);
    f("is_dense", &PointCloud2::is_dense);
  }
  friend bool operator==(const PointCloud2&, const PointCloud2&) = default;
};

// sensor_msgs/Imu: orientation, angular velocity and linear acceleration. Covariances are row-major, zero if unknown.
struct Imu {
  static constexpr std::string_view kType = "sensor_msgs/msg/Imu";
  std_msgs::Header header;
  geometry_msgs::Quaternion orientation;
  std::array<double, 9> orientation_covariance{};  // first element -1: no orientation
  geometry_msgs::Vector3 angular_velocity;         // rad/s
  std::array<double, 9> angular_velocity_covariance{};
  geometry_msgs::Vector3 linear_acceleration;  // m/s^2
  std::array<double, 9> linear_acceleration_covariance{};

  static void describe(auto& f) {
    f("header", &Imu::header);
    f("orientation", &Imu::orientation);
    f("orientation_covariance", &Imu::orientation_covariance);
    f("angular_velocity", &Imu::angular_velocity);
    f("angular_velocity_covariance", &Imu::angular_velocity_covariance);
    f("linear_acceleration", &Imu::linear_acceleration);
    f("linear_acceleration_covariance", &Imu::linear_acceleration_covariance);
  }
  friend bool operator==(const Imu&, const Imu&) = default;
};

// sensor_msgs/MagneticField: a measurement of a magnetometer.
struct MagneticField {
  static constexpr std::string_view kType = "sensor_msgs/msg/MagneticField";
  std_msgs::Header header;
  geometry_msgs::Vector3 magnetic_field;  // tesla
  std::array<double, 9> magnetic_field_covariance{};

  static void describe(auto& f) {
    f("header", &MagneticField::header);
    f("magnetic_field", &MagneticField::magnetic_field);
    f("magnetic_field_covariance", &MagneticField::magnetic_field_covariance);
  }
  friend bool operator==(const MagneticField&, const MagneticField&) = default;
};

// sensor_msgs/NavSatStatus: kind of fix and the satellite systems that were used.
struct NavSatStatus {
  static constexpr std::string_view kType = "sensor_msgs/msg/NavSatStatus";
  static constexpr int8_t STATUS_UNKNOWN = -2;
  static constexpr int8_t STATUS_NO_FIX = -1;
  static constexpr int8_t STATUS_FIX = 0;
  static constexpr int8_t STATUS_SBAS_FIX = 1;
  static constexpr int8_t STATUS_GBAS_FIX = 2;
  static constexpr uint16_t SERVICE_UNKNOWN = 0;
  static constexpr uint16_t SERVICE_GPS = 1;
  static constexpr uint16_t SERVICE_GLONASS = 2;
  static constexpr uint16_t SERVICE_COMPASS = 4;
  static constexpr uint16_t SERVICE_GALILEO = 8;
  int8_t status = -2;
  uint16_t service = 0;

  static void describe(auto& f) {
    f.ros2_constant("STATUS_UNKNOWN", STATUS_UNKNOWN);
    f.constant("STATUS_NO_FIX", STATUS_NO_FIX);
    f.constant("STATUS_FIX", STATUS_FIX);
    f.constant("STATUS_SBAS_FIX", STATUS_SBAS_FIX);
    f.constant("STATUS_GBAS_FIX", STATUS_GBAS_FIX);
    f.ros2_constant("SERVICE_UNKNOWN", SERVICE_UNKNOWN);
    f.constant("SERVICE_GPS", SERVICE_GPS);
    f.constant("SERVICE_GLONASS", SERVICE_GLONASS);
    f.constant("SERVICE_COMPASS", SERVICE_COMPASS);
    f.constant("SERVICE_GALILEO", SERVICE_GALILEO);
    f("status", &NavSatStatus::status, {.default_text = "-2"});
    f("service", &NavSatStatus::service);
  }
  friend bool operator==(const NavSatStatus&, const NavSatStatus&) = default;
};

// sensor_msgs/NavSatFix: a GNSS position.
struct NavSatFix {
  static constexpr std::string_view kType = "sensor_msgs/msg/NavSatFix";
  static constexpr uint8_t COVARIANCE_TYPE_UNKNOWN = 0;
  static constexpr uint8_t COVARIANCE_TYPE_APPROXIMATED = 1;
  static constexpr uint8_t COVARIANCE_TYPE_DIAGONAL_KNOWN = 2;
  static constexpr uint8_t COVARIANCE_TYPE_KNOWN = 3;
  std_msgs::Header header;
  NavSatStatus status;
  double latitude = 0;  // degrees, WGS 84
  double longitude = 0;
  double altitude = 0;                          // metres above the ellipsoid
  std::array<double, 9> position_covariance{};  // m^2, east north up
  uint8_t position_covariance_type = 0;

  static void describe(auto& f) {
    f.constant("COVARIANCE_TYPE_UNKNOWN", COVARIANCE_TYPE_UNKNOWN);
    f.constant("COVARIANCE_TYPE_APPROXIMATED", COVARIANCE_TYPE_APPROXIMATED);
    f.constant("COVARIANCE_TYPE_DIAGONAL_KNOWN", COVARIANCE_TYPE_DIAGONAL_KNOWN);
    f.constant("COVARIANCE_TYPE_KNOWN", COVARIANCE_TYPE_KNOWN);
    f("header", &NavSatFix::header);
    f("status", &NavSatFix::status);
    f("latitude", &NavSatFix::latitude);
    f("longitude", &NavSatFix::longitude);
    f("altitude", &NavSatFix::altitude);
    f("position_covariance", &NavSatFix::position_covariance);
    f("position_covariance_type", &NavSatFix::position_covariance_type);
  }
  friend bool operator==(const NavSatFix&, const NavSatFix&) = default;
};

// sensor_msgs/LaserScan: one scan of a planar range sensor. Range i belongs to the angle angle_min + i *
// angle_increment [rad] and was measured i * time_increment [s] after the stamp. Ranges in m; values outside
// [range_min, range_max] are invalid.
struct LaserScan {
  static constexpr std::string_view kType = "sensor_msgs/msg/LaserScan";
  std_msgs::Header header;
  float angle_min = 0;
  float angle_max = 0;
  float angle_increment = 0;
  float time_increment = 0;
  float scan_time = 0;
  float range_min = 0;
  float range_max = 0;
  std::vector<float> ranges;
  std::vector<float> intensities;

  static void describe(auto& f) {
    f("header", &LaserScan::header);
    f("angle_min", &LaserScan::angle_min);
    f("angle_max", &LaserScan::angle_max);
    f("angle_increment", &LaserScan::angle_increment);
    f("time_increment", &LaserScan::time_increment);
    f("scan_time", &LaserScan::scan_time);
    f("range_min", &LaserScan::range_min);
    f("range_max", &LaserScan::range_max);
    f("ranges", &LaserScan::ranges);
    f("intensities", &LaserScan::intensities);
  }
  friend bool operator==(const LaserScan&, const LaserScan&) = default;
};

// sensor_msgs/JointState: position, velocity and effort of named joints.
struct JointState {
  static constexpr std::string_view kType = "sensor_msgs/msg/JointState";
  std_msgs::Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;

  static void describe(auto& f) {
    f("header", &JointState::header);
    f("name", &JointState::name);
    f("position", &JointState::position);
    f("velocity", &JointState::velocity);
    f("effort", &JointState::effort);
  }
  friend bool operator==(const JointState&, const JointState&) = default;
};

// sensor_msgs/Joy: axes (-1 to 1) and buttons (0 or 1) of a joystick.
struct Joy {
  static constexpr std::string_view kType = "sensor_msgs/msg/Joy";
  std_msgs::Header header;
  std::vector<float> axes;
  std::vector<int32_t> buttons;

  static void describe(auto& f) {
    f("header", &Joy::header);
    f("axes", &Joy::axes);
    f("buttons", &Joy::buttons);
  }
  friend bool operator==(const Joy&, const Joy&) = default;
};

// sensor_msgs/Temperature: a temperature in degrees Celsius.
struct Temperature {
  static constexpr std::string_view kType = "sensor_msgs/msg/Temperature";
  std_msgs::Header header;
  double temperature = 0;
  double variance = 0;

  static void describe(auto& f) {
    f("header", &Temperature::header);
    f("temperature", &Temperature::temperature);
    f("variance", &Temperature::variance);
  }
  friend bool operator==(const Temperature&, const Temperature&) = default;
};

// sensor_msgs/FluidPressure: an air or water pressure in Pa.
struct FluidPressure {
  static constexpr std::string_view kType = "sensor_msgs/msg/FluidPressure";
  std_msgs::Header header;
  double fluid_pressure = 0;
  double variance = 0;

  static void describe(auto& f) {
    f("header", &FluidPressure::header);
    f("fluid_pressure", &FluidPressure::fluid_pressure);
    f("variance", &FluidPressure::variance);
  }
  friend bool operator==(const FluidPressure&, const FluidPressure&) = default;
};

}  // namespace gs::rosmsg::sensor_msgs
