// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/log_truth.h"

#include <cmath>

#include "gs/core/json/json_writer.h"
#include "gs/synth/drive/planted_errors.h"

namespace gs::synth {
namespace {

const char* const kKind = "truth of a log of gs-synth";

std::vector<double> numbers(Vec3d v) { return {v.x, v.y, v.z}; }

// A line of a .tum file; all digits of the time, poses in their shortest form that reads back equal.
std::string tum_line(Timestamp time, const Rigid3d& pose) {
  const Quaterniond q = normalized(pose.rotation);
  std::string line = format("{}.{:09}", time.ns / 1'000'000'000, time.ns % 1'000'000'000);
  for (const double x : {pose.translation.x, pose.translation.y, pose.translation.z, q.x, q.y, q.z, q.w}) {
    line += " " + json_number(x);
  }
  return line + "\n";
}

void write_pose(JsonWriter& json, std::string_view name, const Rigid3d& pose) {
  json.key(name).begin_object();
  json.field("translation", numbers(pose.translation));
  json.field("rotation_xyzw", std::vector<double>{pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w});
  json.end_object();
}

// Writes the files of the folder, one kind per function.
class LogTruth {
 public:
  LogTruth(const fs::path& folder, const DriveOptions& options, Rig rig)
      : folder_(folder),
        o_(options),
        rig_(std::move(rig)),
        road_(options.street),
        ego_(road_, options.duration_s, options.ego) {}

  Result<void> write() {
    GS_CHECK(description());
    GS_CHECK(poses());
    return sensors();
  }

 private:
  uint64_t seed() const { return static_cast<uint64_t>(o_.street.seed); }

  Result<void> description() {
    JsonWriter json;
    json.begin_object().field("start_ns", kDriveStart.ns).field("distance_m", distance_m());
    json.key("options").begin_object();
    DriveOptions copy = o_;
    const OptionTable table = OptionTable::of(copy);
    for (const Option& option : table.all()) {
      if (option.is_list()) {
        json.field(option.name, option.get());
      } else {
        json.field(option.name, option.get().front());
      }
    }
    json.end_object();
    extrinsics(json);
    json.key("lidar").begin_object().field("elevation_error_deg", o_.errors.lidar_elevation_deg).end_object();
    const ImuReading bias = imu_bias(o_.motion, seed());
    json.key("imu").begin_object();
    json.field("gyro_bias_rps", numbers(bias.angular_velocity_rps));
    json.field("accelerometer_bias_mps2", numbers(bias.specific_force_mps2)).end_object();
    json.key("gnss").begin_object();
    json.field("map_origin_deg_deg_m",
               std::vector<double>{o_.motion.latitude_deg, o_.motion.longitude_deg, o_.motion.altitude_m});
    json.field("outages_s", o_.errors.gnss_outages_s).field("jump_s", o_.errors.gnss_jump_s);
    json.field("jump_enu_m", numbers(gnss_jump(o_.errors, seed())));
    json.field("multipath_m", o_.errors.gnss_multipath_m).end_object();
    json.end_object();
    return write_file(folder_ / "truth.json", std::move(json).take());
  }

  double distance_m() const { return ego_.distance_along_road(o_.duration_s) - ego_.distance_along_road(0); }

  // True and stated pose of every sensor.
  void extrinsics(JsonWriter& json) const {
    const Rig stated = stated_rig(rig_, o_.errors);
    json.key("sensors").begin_array();
    const auto sensor = [&](const std::string& frame, DriveEvent kind, const Rigid3d& truth, const Rigid3d& in_log) {
      json.begin_object().field("frame", frame);
      write_pose(json, "true_base_from_sensor", truth);
      write_pose(json, "stated_base_from_sensor", in_log);
      json.field("stamp_error_s", static_cast<double>(stamp_error(kind, o_.errors).ns) * 1e-9).end_object();
    };
    for (std::size_t i = 0; i < rig_.cameras.size(); ++i) {
      sensor(rig_.cameras[i].frame_id, DriveEvent::image, rig_.cameras[i].base_from_camera,
             stated.cameras[i].base_from_camera);
    }
    if (rig_.lidar) sensor("lidar_top", DriveEvent::sweep, rig_.base_from_lidar, stated.base_from_lidar);
    sensor("imu_link", DriveEvent::imu, rig_.base_from_imu, stated.base_from_imu);
    sensor("gnss_link", DriveEvent::gnss, rig_.base_from_gnss, stated.base_from_gnss);
    json.end_array();
  }

  // poses.tum.
  Result<void> poses() {
    std::string text = "# map_from_base every 10 ms of true time: time tx ty tz qx qy qz qw\n";
    const auto steps = static_cast<int64_t>(std::lround(o_.duration_s * 100));
    for (int64_t i = 0; i <= steps; ++i) {
      text += tum_line(kDriveStart + Duration::from_ms(10 * i), ego_.map_from_base(static_cast<double>(i) * 0.01));
    }
    return write_file(folder_ / "poses.tum", text);
  }

  // lidar.tum and camera_ID.tum.
  Result<void> sensors() {
    const char* const head =
        "# stamp in the log, and true map_from_base at the measurement: time tx ty tz qx qy qz qw\n";
    std::vector<std::string> cameras(rig_.cameras.size(), head);
    std::string lidar = head;
    for (const ScheduledEvent& e : make_schedule(o_, rig_)) {
      if (e.kind != DriveEvent::sweep && e.kind != DriveEvent::image) continue;
      const Timestamp stamp = kDriveStart + Duration{e.offset_ns} + stamp_error(e.kind, o_.errors);
      std::string& text = e.kind == DriveEvent::sweep ? lidar : cameras[e.sensor];
      text += tum_line(stamp, ego_.map_from_base(static_cast<double>(e.offset_ns) * 1e-9));
    }
    for (std::size_t i = 0; i < cameras.size(); ++i) {
      GS_CHECK(write_file(folder_ / (rig_.cameras[i].frame_id + ".tum"), cameras[i]));
    }
    if (!rig_.lidar) return {};
    return write_file(folder_ / "lidar.tum", lidar);
  }

  fs::path folder_;
  DriveOptions o_;
  Rig rig_;
  Road road_;
  Ego ego_;
};

}  // namespace

fs::path truth_folder_of(const fs::path& log) {
  fs::path folder = log;
  return folder.replace_extension(".truth");
}

Result<OutputFolder> make_log_truth(const fs::path& folder, bool replace, const DriveOptions& options) {
  GS_TRY(Rig rig, make_rig(options));
  GS_CHECK(check_street(options.street));
  GS_TRY(const Replacement permission, may_replace(folder, listed_folder_kind(kKind), {.force = replace}));
  GS_TRY(OutputFolder out, OutputFolder::create(permission));
  GS_CHECK(LogTruth(out.path(), options, std::move(rig)).write());
  GS_CHECK(add_file_list(out.path(), kKind));
  return out;
}

}  // namespace gs::synth
