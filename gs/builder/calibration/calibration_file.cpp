// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/calibration/calibration_file.h"

#include <algorithm>
#include <cctype>

#include "gs/builder/calibration/calibration_kinds.h"
#include "gs/builder/topics/topic_choice.h"
#include "gs/config/yaml.h"
#include "gs/core/format.h"
#include "gs/core/hash/md5.h"
#include "gs/core/text/printable.h"

namespace gs::builder {
namespace {

constexpr std::string_view kKnownKinds =
    "use a calibration.yaml of a bundle, a ROS camera YAML (camera_matrix), KITTI calib text, or a URDF";

// The sensor frame that the file defines; no frame of a log has this name.
std::string given_frame(const SensorRecord& sensor) { return "calibration_file/" + sensor.key(); }

// Number at the end of a name: "image_02" -> 2; -1 without digits. KITTI's colour cameras are also called left and
// right.
int camera_number(std::string_view name) {
  if (name == "left") return 2;
  if (name == "right") return 3;
  std::size_t begin = name.size();
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(name[begin - 1])) && name.size() - begin < 4) --begin;
  if (begin == name.size()) return -1;
  int number = 0;
  for (const char digit : name.substr(begin)) number = 10 * number + (digit - '0');
  return number;
}

bool matches(const GivenCamera& camera, const SensorRecord& sensor) {
  const std::string& name = camera.name;
  if (name.empty()) return false;
  if (name == sensor.id || name == sensor.key() || name == sensor.frame_id) return true;
  const bool is_number = std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c); });
  return is_number && camera_number(sensor.id) == camera_number(name);
}

// camera_info with the same camera model.
rosmsg::sensor_msgs::CameraInfo to_info(const world::CameraIntrinsics& c) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = static_cast<uint32_t>(c.width), info.height = static_cast<uint32_t>(c.height);
  info.k = {c.fx, 0, c.cx, 0, c.fy, c.cy, 0, 0, 1};
  if (c.lens == Lens::equidistant) {
    info.distortion_model = "equidistant", info.d = {c.k1, c.k2, c.k3, c.k4};
  } else {
    info.distortion_model = "rational_polynomial", info.d = {c.k1, c.k2, c.p1, c.p2, c.k3, c.k4, c.k5, c.k6};
  }
  return info;
}

// camera_info of an omni camera as recorded.
rosmsg::sensor_msgs::CameraInfo to_info(const OmniCamera& c) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = static_cast<uint32_t>(c.width), info.height = static_cast<uint32_t>(c.height);
  info.k = {c.gamma_x, 0, c.cx, 0, c.gamma_y, c.cy, 0, 0, 1};
  info.distortion_model = "omni", info.d = {c.xi, c.k1, c.k2, c.p1, c.p2};
  return info;
}

// The intrinsics of a camera as camera_info. The rotation to rectified images belongs to the extrinsics: that of the
// log stays unless the file has its own, or a pose.
rosmsg::sensor_msgs::CameraInfo given_info(const GivenCamera& given, const SensorRecord& sensor) {
  // The ingest has used the file already.
  if (sensor.resampled && sensor.info) return *sensor.info;
  rosmsg::sensor_msgs::CameraInfo info = given.rectified && is_rectified(sensor.topic) ? *given.rectified
                                         : given.omni                                  ? to_info(*given.omni)
                                                                                       : to_info(*given.intrinsics);
  const bool has_pose = given.base_from_camera.has_value() || given.lidar_from_camera.has_value();
  if (sensor.info && !has_pose && info.r == decltype(info.r){}) info.r = sensor.info->r;
  return info;
}

// Sensors of one kind.
std::vector<SensorRecord*> of_kind(CalibrationInputs& inputs, SensorKind kind) {
  std::vector<SensorRecord*> out;
  for (SensorSummary& sensor : inputs.sensors) {
    if (sensor.record.kind == kind) out.push_back(&sensor.record);
  }
  return out;
}

// Pose of a sensor in base_link by the transforms; empty if they do not know its frame.
std::optional<Rigid3d> known_pose(const CalibrationInputs& inputs, const SensorRecord& sensor) {
  const IdMap& named = sensor.kind == SensorKind::camera ? inputs.frames.cameras : inputs.frames.lidars;
  const auto configured = named.find(sensor.id);
  const std::string& frame = configured == named.end() ? sensor.frame_id : configured->second;
  return inputs.tf.lookup(inputs.frames.base_link, frame, Timestamp{});
}

// Gives a sensor a frame of its own at a pose in base_link.
void set_pose(CalibrationInputs& inputs, const SensorRecord& sensor, const Rigid3d& base_from_sensor,
              GivenForSensor& use) {
  use.pose = true, use.log_has_pose = known_pose(inputs, sensor).has_value();
  IdMap& named = sensor.kind == SensorKind::camera ? inputs.frames.cameras : inputs.frames.lidars;
  named[sensor.id] = given_frame(sensor);
  inputs.tf.add({Timestamp{}, inputs.frames.base_link, given_frame(sensor), base_from_sensor}, true);
}

std::optional<Rigid3d> lidar_pose(CalibrationInputs& inputs) {
  const std::vector<SensorRecord*> lidars = of_kind(inputs, SensorKind::lidar);
  if (lidars.size() != 1) return std::nullopt;
  return known_pose(inputs, *lidars.front());
}

// Applies one camera of the file; false if no camera of the log fits.
Result<bool> apply_camera(const GivenCamera& given, bool only_one, const std::string& file, CalibrationInputs& inputs,
                          GivenReport& report) {
  const std::vector<SensorRecord*> cameras = of_kind(inputs, SensorKind::camera);
  auto found = std::ranges::find_if(cameras, [&](const SensorRecord* s) { return matches(given, *s); });
  if (found == cameras.end() && only_one && cameras.size() == 1) found = cameras.begin();
  if (found == cameras.end()) return false;
  SensorRecord& sensor = **found;
  GivenForSensor use{.sensor = sensor.key()};
  if (given.intrinsics) {
    use.intrinsics = true;
    use.log_has_intrinsics = sensor.resampled ? sensor.had_info : sensor.info.has_value();
    sensor.info = given_info(given, sensor);
  }
  if (given.base_from_camera) set_pose(inputs, sensor, *given.base_from_camera, use);
  if (given.lidar_from_camera) {
    const auto base_from_lidar = lidar_pose(inputs);
    if (!base_from_lidar) {
      return calibration_error(file, given.line,
                               format("the pose of {} is relative to the LiDAR, but the log does not have exactly one "
                                      "LiDAR with a pose in {}",
                                      sensor.key(), inputs.frames.base_link),
                               "give poses in base_link with a calibration.yaml");
    }
    set_pose(inputs, sensor, *base_from_lidar * *given.lidar_from_camera, use);
  }
  report.sensors.push_back(std::move(use));
  return true;
}

void warn_about_file(Problems& problems, const std::string& file, std::string message, std::string hint = {}) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = file,
                .message = std::move(message),
                .hint = std::move(hint)});
}

std::string sensor_names(CalibrationInputs& inputs) {
  std::string out;
  for (const SensorSummary& sensor : inputs.sensors) out += (out.empty() ? "" : ", ") + sensor.record.key();
  return out.empty() ? "none" : out;
}

}  // namespace

Error calibration_error(const std::string& name, int line, const std::string& message, const std::string& hint) {
  const std::string place = line > 0 ? format("{} line {}", name, line) : name;
  return fail(ErrorCode::invalid_data, "{}: {}", place, message).with_hint(hint);
}

Result<GivenCalibration> parse_calibration_file(std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // byte order mark
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return calibration_error(name, 0, "the file is empty", std::string(kKnownKinds));
  if (text[first] == '<') return parse_urdf(text, name);
  if (looks_like_kitti(text)) return parse_kitti_calibration(text, name);
  auto root = config::parse_yaml(text);
  if (!root) return std::move(root).error().with_context(name).with_hint(std::string(kKnownKinds));
  if (root->find("cameras") != nullptr || root->find("lidars") != nullptr) return parse_own_calibration(text, name);
  for (const char* key : {"camera_matrix", "K", "k"}) {
    if (root->find(key) != nullptr) return parse_ros_camera(text, name);
  }
  return fail(ErrorCode::unsupported, "{}: no kind of calibration file that is known", name)
      .with_hint(std::string(kKnownKinds));
}

Result<GivenCalibration> read_calibration_file(const fs::path& path) {
  std::error_code ignored;
  const std::string name = path.string();
  if (!fs::is_directory(path, ignored)) {
    auto text = read_text_file(path, config::kMaxYamlBytes);
    if (!text) {
      return std::move(text)
          .error()
          .with_context("calibration.file")
          .with_hint("set calibration.file (--calibration-file) to an existing file");
    }
    GS_TRY(GivenCalibration given, parse_calibration_file(*text, name));
    given.md5 = md5_hex(*text);
    return given;
  }
  // A folder of KITTI raw: its two files about cameras are read as one.
  std::string all;
  for (const char* file : {"calib_cam_to_cam.txt", "calib_velo_to_cam.txt"}) {
    GS_TRY(const std::string text, read_text_file(path / file, config::kMaxYamlBytes).with_context(name));
    all += text + "\n";
  }
  GS_TRY(GivenCalibration given, parse_kitti_calibration(all, name));
  given.md5 = md5_hex(all);
  return given;
}

void apply_mounts(const GivenCalibration& given, const std::string& file, CalibrationInputs& inputs, Problems& problems,
                  GivenReport& report) {
  for (const StampedTransform& transform : given.transforms) {
    if (inputs.tf.add_given(transform)) {
      ++report.transforms;
    } else {
      warn_about_file(problems, file,
                      format("the transform from {} to {} closes a cycle or contradicts the log: it is not used",
                             transform.child, transform.parent));
    }
  }
  inputs.tf.finish();
  for (const GivenLidar& lidar : given.lidars) {
    const auto lidars = of_kind(inputs, SensorKind::lidar);
    const auto found = std::ranges::find_if(
        lidars, [&](const SensorRecord* s) { return s->id == lidar.name || s->key() == lidar.name; });
    if (found == lidars.end()) {
      warn_about_file(problems, file, format("the log has no LiDAR '{}'", printable(lidar.name)));
      continue;
    }
    GivenForSensor use{.sensor = (*found)->key()};
    set_pose(inputs, **found, lidar.base_from_lidar, use);
    report.sensors.push_back(std::move(use));
  }
  inputs.tf.finish();
}

const GivenCamera* find_given_camera(const GivenCalibration& given, const SensorRecord& sensor, std::size_t cameras) {
  const GivenCamera* found = nullptr;
  const bool only_one = given.cameras.size() == 1 && cameras == 1;
  for (const GivenCamera& camera : given.cameras) {
    if (camera.intrinsics && (only_one || matches(camera, sensor))) found = &camera;
  }
  return found;
}

Result<GivenReport> apply_calibration(const GivenCalibration& given, const std::string& file, CalibrationInputs& inputs,
                                      Problems& problems) {
  GivenReport report;
  apply_mounts(given, file, inputs, problems, report);
  std::optional<Error> first_error;
  for (const GivenCamera& camera : given.cameras) {
    auto applied = apply_camera(camera, given.cameras.size() == 1, file, inputs, report);
    if (!applied) {
      if (!first_error) first_error = std::move(applied).error();
      continue;
    }
    // KITTI files describe four cameras, of which a log may have one.
    if (!*applied && given.kind != "KITTI calibration") {
      warn_about_file(problems, file, format("the log has no camera '{}'", printable(camera.name)),
                      "rename it in the file, or name the topics in topics.cameras");
    }
  }
  inputs.tf.finish();
  if (first_error) return *std::move(first_error);
  if (report.sensors.empty() && report.transforms == 0) {
    return calibration_error(file, 0, format("nothing in this {} belongs to a sensor of the log", given.kind),
                             format("the sensors of the log are {}", sensor_names(inputs)));
  }
  return report;
}

}  // namespace gs::builder
