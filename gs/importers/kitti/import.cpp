// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/import.h"

#include <array>
#include <map>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/importers/common/drive_writer.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/common/path.h"
#include "gs/importers/kitti/calibration.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/oxts.h"
#include "gs/importers/kitti/rig.h"
#include "gs/importers/kitti/tracklets.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace gs::importers::kitti {
namespace {

// Covariance matrix [3, 3] or [6, 6] with these values on the diagonal: the first three entries, and the others.
template <std::size_t N>
std::array<double, N> diagonal(double first_three, double others) {
  std::array<double, N> covariance{};
  const std::size_t side = N == 36 ? 6 : 3;
  for (std::size_t i = 0; i < side; ++i) covariance[i * side + i] = i < 3 ? first_three : others;
  return covariance;
}

// Points of a binary sweep: float32 x, y, z, reflectance; of a text sweep: the same in a line.
Result<std::vector<std::array<float, 4>>> read_points(const fs::path& file) {
  if (file.extension() == ".txt") {
    GS_TRY(const auto rows, read_number_lines(file, 4));
    std::vector<std::array<float, 4>> points(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < 4; ++j) points[i][j] = static_cast<float>(rows[i][j]);
    }
    return points;
  }
  return read_float_points<4>(file);
}

// State of one import.
class Import {
 public:
  Import(const Drive& drive, const Calibration& calibration, const ImportOptions& options, logio::LogWriter& log)
      : drive_(drive),
        calibration_(calibration),
        writer_(log, options, "KITTI raw (Geiger et al. 2013), CC BY-NC-SA 3.0") {}

  Result<ImportReport> run(Progress& progress, Problems& problems) {
    GS_CHECK(set_origin());
    GS_CHECK(check_packets(problems));
    writer_.add_frame("imu", calibration_.base_from_imu);
    writer_.add_frame("lidar_top", calibration_.base_from_lidar);
    for (const Frame& frame : drive_.oxts) {
      writer_.at(frame.time, [this, &frame] { return pose(frame); });
    }
    for (const Frame& frame : drive_.lidar) {
      writer_.add_sweep("top", frame.time, [&frame] { return sweep(frame); });
    }
    add_images(calibration_.left, drive_.left);
    add_images(calibration_.right, drive_.right);
    GS_CHECK(add_boxes(problems));
    return writer_.run(progress);
  }

 private:
  void add_images(const Camera& camera, const std::vector<Frame>& frames) {
    const std::size_t number = writer_.add_camera(camera);
    for (const Frame& frame : frames) writer_.add_image(number, frame.file, frame.time);
  }

  // Origin of map: base_link of the first packet.
  Result<void> set_origin() {
    GS_TRY(const OxtsPacket first, read_oxts(drive_.oxts.front().file));
    scale_latitude_deg_ = first.latitude_deg;
    origin_ = (enu_from_imu(first, scale_latitude_deg_) * calibration_.base_from_imu.inverse()).translation;
    return {};
  }

  Rigid3d map_from_base(const OxtsPacket& packet) const {
    Rigid3d pose = enu_from_imu(packet, scale_latitude_deg_) * calibration_.base_from_imu.inverse();
    pose.translation -= origin_;
    return pose;
  }

  // Warns if the packets do not describe a car that drives forwards. They may be out of order in extracted drives, and
  // the positions of a parked car wander, so the drive is imported in any case.
  Result<void> check_packets(Problems& problems) {
    std::map<Timestamp, Rigid3d> poses;
    for (const Frame& frame : drive_.oxts) {
      GS_TRY(const OxtsPacket packet, read_oxts(frame.file));
      poses.emplace(frame.time, map_from_base(packet));
    }
    for (const auto& [time, pose] : poses) path_.push_back({time, pose});
    if (path_.size() < 2) return {};
    if (auto checked = check_path(path_); !checked) {
      problems.add(Severity::warning, std::move(checked).error(), "oxts");
    }
    return {};
  }

  // Boxes of the tracklets, at the times of their sweeps.
  Result<void> add_boxes(Problems& problems) {
    if (drive_.tracklets.empty()) return {};
    const auto tell = [&](ErrorCode code, std::string message) {
      problems.add({.severity = Severity::notice,
                    .code = code,
                    .file = drive_.tracklets.filename().string(),
                    .message = std::move(message)});
    };
    if (drive_.extracted) {
      tell(ErrorCode::unsupported, "is not imported: its frames are those of the synchronised drive");
      return {};
    }
    constexpr uint64_t kMostBytes = 1u << 30;
    GS_TRY(const std::string text, read_text_file(drive_.tracklets, kMostBytes));
    GS_TRY(const auto tracklets, parse_tracklets(text).with_context(drive_.tracklets.string()));
    std::map<int64_t, std::vector<LabelledBox>> boxes;  // by frame, in base_link
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < tracklets.size(); ++i) {
      const Tracklet& object = tracklets[i];
      for (std::size_t k = 0; k < object.lidar_from_box.size(); ++k) {
        boxes[object.first_frame + static_cast<int64_t>(k)].push_back(
            {std::to_string(i), object.category, calibration_.base_from_lidar * object.lidar_from_box[k],
             object.size_m});
        ++left_out;
      }
    }
    for (const Frame& frame : drive_.lidar) {
      const auto found = boxes.find(frame.number);
      if (found == boxes.end()) continue;
      left_out -= found->second.size();
      const Rigid3d map_from_base = pose_at(path_, frame.time);
      for (LabelledBox& box : found->second) box.map_from_box = map_from_base * box.map_from_box;
      writer_.add_boxes(frame.time, std::move(found->second));
    }
    if (left_out > 0) tell(ErrorCode::not_found, format("{} boxes are left out: their frames have no sweep", left_out));
    return {};
  }

  // Transform, odometry, IMU and GPS messages of one packet.
  Result<void> pose(const Frame& frame) {
    GS_TRY(const OxtsPacket packet, read_oxts(frame.file));
    const Rigid3d base = map_from_base(packet);
    rosmsg::tf2_msgs::TFMessage tf;
    tf.transforms = {transform_message("odom", "base_link", base, frame.time)};
    GS_CHECK(writer_.write("/tf", tf, frame.time));
    ++writer_.report().poses;
    GS_CHECK(writer_.write("/odom", odometry(packet, base, frame.time), frame.time));
    GS_CHECK(writer_.write("/imu/data", imu(packet, frame.time), frame.time));
    return writer_.write("/gps/fix", fix(packet, frame.time), frame.time);
  }

  // Pose in odom, velocity in base_link; covariances from the accuracies of the packet.
  rosmsg::nav_msgs::Odometry odometry(const OxtsPacket& packet, const Rigid3d& base, Timestamp time) const {
    rosmsg::nav_msgs::Odometry out;
    out.header.stamp = time;
    out.header.frame_id = "odom";
    out.child_frame_id = "base_link";
    const Vec3d p = base.translation;
    out.pose.pose.position = {p.x, p.y, p.z};
    out.pose.pose.orientation = quaternion(base.rotation);
    out.pose.covariance = diagonal<36>(packet.position_accuracy_m * packet.position_accuracy_m, 1e-4);
    // The packet holds the velocity of the IMU; base_link also moves by the rotation about it.
    const Vec3d base_in_imu = calibration_.base_from_imu.inverse().translation;
    out.twist.twist.linear = vector3(packet.velocity_flu + cross(packet.angular_rate, base_in_imu));
    out.twist.twist.angular = vector3(packet.angular_rate);
    out.twist.covariance = diagonal<36>(packet.velocity_accuracy_mps * packet.velocity_accuracy_mps, 1e-4);
    return out;
  }

  static rosmsg::sensor_msgs::Imu imu(const OxtsPacket& packet, Timestamp time) {
    rosmsg::sensor_msgs::Imu out;
    out.header.stamp = time;
    out.header.frame_id = "imu";
    out.orientation = quaternion(Quaterniond::from_rpy(packet.roll, packet.pitch, packet.yaw));
    out.angular_velocity = vector3(packet.angular_rate);
    out.linear_acceleration = vector3(packet.acceleration);
    return out;
  }

  static rosmsg::sensor_msgs::NavSatFix fix(const OxtsPacket& packet, Timestamp time) {
    using rosmsg::sensor_msgs::NavSatStatus;
    rosmsg::sensor_msgs::NavSatFix out;
    out.header.stamp = time;
    out.header.frame_id = "imu";
    // Position modes of the OXTS manual: 3 and 4 are stand-alone, 5 and 6 use the carrier phase, below 2 there is no
    // fix.
    out.status.status = packet.position_mode >= 5   ? NavSatStatus::STATUS_GBAS_FIX
                        : packet.position_mode >= 2 ? NavSatStatus::STATUS_FIX
                                                    : NavSatStatus::STATUS_NO_FIX;
    out.status.service = NavSatStatus::SERVICE_GPS;
    out.latitude = packet.latitude_deg;
    out.longitude = packet.longitude_deg;
    out.altitude = packet.altitude_m;
    out.position_covariance = diagonal<9>(packet.position_accuracy_m * packet.position_accuracy_m, 0);
    out.position_covariance_type = rosmsg::sensor_msgs::NavSatFix::COVARIANCE_TYPE_APPROXIMATED;
    return out;
  }

  // One sweep: the points of the file with their times.
  static Result<Sweep> sweep(const Frame& frame) {
    GS_TRY(const auto points, read_points(frame.file));
    Sweep out;
    out.points.reserve(points.size());
    for (const auto& [x, y, z, reflectance] : points) {
      out.points.push_back({x, y, z, reflectance, seconds_after_forward(x, y, frame.turn_s)});
    }
    return out;
  }

  const Drive& drive_;
  const Calibration& calibration_;
  DriveWriter writer_;
  double scale_latitude_deg_ = 0;
  Vec3d origin_;                // of map, in the Mercator projection [m]
  std::vector<PathPose> path_;  // in order of time
};

}  // namespace

Result<ImportReport> import_drive(const fs::path& folder, const ImportOptions& options, logio::LogWriter& log,
                                  Progress& progress, Problems& problems) {
  GS_TRY(const Drive drive, find_drive(folder, problems, options.scene));
  GS_TRY(const Calibration calibration,
         read_calibration(drive.calibration, drive.extracted ? ImageForm::recorded : ImageForm::rectified));
  return Import(drive, calibration, options, log).run(progress, problems);
}

}  // namespace gs::importers::kitti
