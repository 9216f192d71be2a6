// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/messages.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace gs::synth {
namespace {

constexpr uint32_t kPointBytes = 24;

rosmsg::geometry_msgs::Quaternion to_ros(const Quaterniond& q) {
  rosmsg::geometry_msgs::Quaternion out;
  out.x = q.x, out.y = q.y, out.z = q.z, out.w = q.w;
  return out;
}
rosmsg::geometry_msgs::Vector3 to_vector(Vec3d v) {
  rosmsg::geometry_msgs::Vector3 out;
  out.x = v.x, out.y = v.y, out.z = v.z;
  return out;
}

rosmsg::sensor_msgs::PointField point_field(const char* name, uint32_t offset, uint8_t type) {
  rosmsg::sensor_msgs::PointField field;
  field.name = name, field.offset = offset, field.datatype = type, field.count = 1;
  return field;
}

void set_diagonal(std::array<double, 9>& matrix, double variance) { matrix[0] = matrix[4] = matrix[8] = variance; }

}  // namespace

rosmsg::std_msgs::Header make_header(Timestamp stamp, const std::string& frame_id) {
  rosmsg::std_msgs::Header header;
  header.stamp = stamp;
  header.frame_id = frame_id;
  return header;
}

rosmsg::geometry_msgs::TransformStamped make_transform(Timestamp stamp, const std::string& parent,
                                                       const std::string& child, const Rigid3d& pose) {
  rosmsg::geometry_msgs::TransformStamped out;
  out.header = make_header(stamp, parent);
  out.child_frame_id = child;
  out.transform.translation = to_vector(pose.translation);
  out.transform.rotation = to_ros(normalized(pose.rotation));
  return out;
}

rosmsg::sensor_msgs::CameraInfo make_camera_info(Timestamp stamp, const CameraMount& mount) {
  const CameraD& c = mount.camera;
  rosmsg::sensor_msgs::CameraInfo info;
  info.header = make_header(stamp, mount.frame_id);
  info.width = static_cast<uint32_t>(c.width), info.height = static_cast<uint32_t>(c.height);
  if (c.lens == Lens::equidistant) {
    info.distortion_model = "equidistant";
    info.d = {c.k1, c.k2, c.k3, c.k4};
  } else if (c.k4 != 0 || c.k5 != 0 || c.k6 != 0) {
    info.distortion_model = "rational_polynomial";
    info.d = {c.k1, c.k2, c.p1, c.p2, c.k3, c.k4, c.k5, c.k6};
  } else {
    info.distortion_model = "plumb_bob";
    info.d = {c.k1, c.k2, c.p1, c.p2, c.k3};
  }
  // The camera is monocular and not rectified: R is the identity and P repeats K.
  info.k = {c.fx, 0, c.cx, 0, c.fy, c.cy, 0, 0, 1};
  info.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  info.p = {c.fx, 0, c.cx, 0, 0, c.fy, c.cy, 0, 0, 0, 1, 0};
  return info;
}

rosmsg::sensor_msgs::Image make_image(Timestamp stamp, const std::string& frame_id, assets::Image&& rgb) {
  rosmsg::sensor_msgs::Image out;
  out.header = make_header(stamp, frame_id);
  out.width = static_cast<uint32_t>(rgb.width), out.height = static_cast<uint32_t>(rgb.height);
  out.encoding = "rgb8";
  out.step = static_cast<uint32_t>(rgb.row_bytes());
  out.data = std::move(rgb.data);
  return out;
}

rosmsg::sensor_msgs::PointCloud2 make_cloud(Timestamp stamp, const std::string& frame_id,
                                            std::span<const LidarPoint> points) {
  using PF = rosmsg::sensor_msgs::PointField;
  rosmsg::sensor_msgs::PointCloud2 out;
  out.header = make_header(stamp, frame_id);
  out.height = 1, out.width = static_cast<uint32_t>(points.size());
  out.fields = {point_field("x", 0, PF::FLOAT32),    point_field("y", 4, PF::FLOAT32),
                point_field("z", 8, PF::FLOAT32),    point_field("intensity", 12, PF::FLOAT32),
                point_field("ring", 16, PF::UINT16), point_field("time", 20, PF::FLOAT32)};
  out.point_step = kPointBytes;
  out.row_step = kPointBytes * out.width;
  out.data.resize(out.row_step);
  bool dense = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    uint8_t* to = out.data.data() + i * kPointBytes;
    const LidarPoint& p = points[i];
    const float numbers[4] = {p.point.x, p.point.y, p.point.z, p.intensity};
    std::memcpy(to, numbers, sizeof numbers);
    std::memcpy(to + 16, &p.ring, sizeof p.ring);
    std::memcpy(to + 20, &p.time_s, sizeof p.time_s);
    dense = dense && is_finite(p.point);
  }
  out.is_dense = dense;
  return out;
}

rosmsg::nav_msgs::Odometry make_odometry(Timestamp stamp, const Rigid3d& pose, const Motion& motion) {
  rosmsg::nav_msgs::Odometry out;
  out.header = make_header(stamp, "odom");
  out.child_frame_id = "base_link";
  out.pose.pose.position.x = pose.translation.x;
  out.pose.pose.position.y = pose.translation.y;
  out.pose.pose.position.z = pose.translation.z;
  out.pose.pose.orientation = to_ros(normalized(pose.rotation));
  out.twist.twist.linear = to_vector(motion.map_from_body.rotation.conjugate() * motion.velocity_mps);
  out.twist.twist.angular = to_vector(motion.angular_velocity_rps);
  return out;
}

rosmsg::sensor_msgs::Imu make_imu(Timestamp stamp, const ImuReading& reading, const MotionOptions& options) {
  rosmsg::sensor_msgs::Imu out;
  out.header = make_header(stamp, "imu_link");
  out.orientation.w = 1;
  // sensor_msgs/Imu: -1 means that there is no orientation estimate.
  out.orientation_covariance[0] = -1;
  out.angular_velocity = to_vector(reading.angular_velocity_rps);
  out.linear_acceleration = to_vector(reading.specific_force_mps2);
  set_diagonal(out.angular_velocity_covariance, square(options.gyro_noise_rps));
  set_diagonal(out.linear_acceleration_covariance, square(options.accelerometer_noise_mps2));
  return out;
}

rosmsg::sensor_msgs::NavSatFix make_fix(Timestamp stamp, const GnssFix& fix, const MotionOptions& options) {
  rosmsg::sensor_msgs::NavSatFix out;
  out.header = make_header(stamp, "gnss_link");
  if (!fix.valid) {
    out.status.status = rosmsg::sensor_msgs::NavSatStatus::STATUS_NO_FIX;
    out.latitude = out.longitude = out.altitude = std::numeric_limits<double>::quiet_NaN();
    return out;
  }
  out.status.status = rosmsg::sensor_msgs::NavSatStatus::STATUS_FIX;
  out.status.service = rosmsg::sensor_msgs::NavSatStatus::SERVICE_GPS;
  out.latitude = fix.latitude_deg, out.longitude = fix.longitude_deg, out.altitude = fix.altitude_m;
  set_diagonal(out.position_covariance, square(options.gnss_noise_m));
  // The vertical noise is 1.6 times the horizontal; see read_gnss.
  out.position_covariance[8] *= 1.6 * 1.6;
  out.position_covariance_type = rosmsg::sensor_msgs::NavSatFix::COVARIANCE_TYPE_DIAGONAL_KNOWN;
  return out;
}

rosmsg::tf2_msgs::TFMessage make_static_transforms(Timestamp stamp, const Rig& rig) {
  rosmsg::tf2_msgs::TFMessage out;
  for (const CameraMount& mount : rig.cameras) {
    out.transforms.push_back(make_transform(stamp, "base_link", mount.frame_id, mount.base_from_camera));
  }
  if (rig.lidar) out.transforms.push_back(make_transform(stamp, "base_link", "lidar_top", rig.base_from_lidar));
  out.transforms.push_back(make_transform(stamp, "base_link", "imu_link", rig.base_from_imu));
  out.transforms.push_back(make_transform(stamp, "base_link", "gnss_link", rig.base_from_gnss));
  return out;
}

}  // namespace gs::synth
