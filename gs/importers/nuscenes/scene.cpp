// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/nuscenes/scene.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "gs/core/file.h"
#include "gs/importers/common/drive_writer.h"
#include "gs/importers/common/json_poses.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/nuscenes/records.h"

namespace gs::importers::nuscenes {
namespace {

constexpr const char* kSampleData = "sample_data.json";

// The folder of tables: the folder itself or one directly in it. Empty if there is none.
std::optional<fs::path> tables_in(const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_regular_file(folder / kSampleData, ignored)) return folder;
  for (const std::string& name : folder_names(folder)) {
    if (fs::is_regular_file(folder / name / kSampleData, ignored)) return folder / name;
  }
  return std::nullopt;
}

// "front_left" of the channel "CAM_FRONT_LEFT".
std::string short_name(const std::string& channel, std::string_view prefix) {
  std::string name = channel.starts_with(prefix) ? channel.substr(prefix.size()) : channel;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? static_cast<char>(std::tolower(c)) : '_';
  return name;
}

// A sensor on the car.
struct Sensor {
  std::string channel, modality;
  Rigid3d base_from_sensor;
  std::vector<double> intrinsics;  // K in rows, of cameras
};
// A file of a sensor.
struct Recording {
  std::string token;
  std::string sensor, pose;  // tokens of calibrated_sensor and ego_pose
  fs::path file;
  fs::path labels{};  // of a sweep; empty: it has none
  Timestamp time;
  int width = 0, height = 0;
};

Result<Rigid3d> pose_of(const Node& record) {
  GS_TRY(const Quaterniond q, quaternion_of(record["rotation"], "rotation"));
  GS_TRY(const Vec3d t, vector_of(record["translation"], "translation"));
  return Rigid3d{q, t};
}

// A path in the set. Errors: invalid_data if it leads out of its folder.
Result<fs::path> path_below(const fs::path& root, const std::string& name) {
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.empty() || relative.is_absolute() || *relative.begin() == "..") {
    return fail(ErrorCode::invalid_data, "'filename' leads out of the folder: {}", name.substr(0, 200));
  }
  return root / relative;
}

// The classes of nuScenes-lidarseg: one byte a point.
Result<void> add_labels(const fs::path& file, Sweep& sweep) {
  GS_TRY(const std::vector<std::byte> bytes, read_binary_file(file, kMostSensorFileBytes));
  if (bytes.size() != sweep.points.size()) {
    return fail(ErrorCode::corrupt, "{} labels for the {} points of the sweep: {}", bytes.size(), sweep.points.size(),
                file.string());
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) sweep.points[i].label = std::to_integer<uint16_t>(bytes[i]);
  sweep.has_label = true;
  return {};
}

// A sweep of float32 x y z intensity ring. Its points are corrected for the motion of the car: time 0.
Result<Sweep> read_sweep(const fs::path& file, const fs::path& labels) {
  GS_TRY(const auto points, read_float_points<5>(file));
  Sweep sweep{.has_ring = true};
  sweep.points.reserve(points.size());
  for (const auto& [x, y, z, intensity, ring] : points) {
    // A float beyond the range of the integer must not be converted: that is undefined.
    const bool has_ring = ring >= 0 && ring < 65536;  // NaN has none
    sweep.points.push_back(
        {.x = x, .y = y, .z = z, .intensity = intensity, .ring = has_ring ? static_cast<uint16_t>(ring) : uint16_t{0}});
  }
  if (!labels.empty()) GS_CHECK(add_labels(labels, sweep));
  return sweep;
}

// One import.
class SceneImport {
 public:
  SceneImport(fs::path root, fs::path tables, const ImportOptions& options, logio::LogWriter& log, Progress& progress,
              Problems& problems)
      : root_(std::move(root)),
        tables_(std::move(tables)),
        progress_(progress),
        problems_(problems),
        writer_(log, options, "nuScenes (Caesar et al. 2020), CC BY-NC-SA 4.0") {}

  Result<ImportReport> run(const std::string& scene) {
    // In this order: each table is reduced to the records that those before it name.
    GS_CHECK(read_samples(scene));
    GS_CHECK(read_sensors());
    GS_CHECK(read_recordings());
    GS_CHECK(read_path());
    GS_CHECK(read_labels());
    GS_CHECK(add_files());
    GS_CHECK(add_boxes());
    return writer_.run(progress_);
  }

 private:
  // Reads a table; those of the whole set take a minute, so the user may stop it.
  Result<void> table(const char* name, const UseRecord& use) const {
    return read_table(tables_ / name, [&](const Node& record) -> Result<void> {
      if (progress_.stop_requested()) return fail(ErrorCode::interrupted, "stopped on request; no output was written");
      return use(record);
    });
  }

  // The scene and its samples.
  Result<void> read_samples(const std::string& wanted) {
    std::map<std::string, std::string> token_of;
    std::vector<std::string> names;
    GS_CHECK(table("scene.json", [&](const Node& record) -> Result<void> {
      GS_TRY(const std::string name, text_field(record, "name"));
      GS_TRY(token_of[name], text_field(record, "token"));
      names.push_back(name);
      return {};
    }));
    GS_TRY(const std::string name, choose_scene(names, wanted, "scene", tables_));
    const std::string token = token_of[name];
    GS_CHECK(table("sample.json", [&](const Node& record) -> Result<void> {
      if (record["scene_token"].text != token) return {};
      GS_TRY(const std::string sample, text_field(record, "token"));
      GS_TRY(samples_[sample], time_field(record, "timestamp"));
      return {};
    }));
    if (samples_.empty()) return fail(ErrorCode::invalid_data, "scene {} has no samples: {}", name, tables_.string());
    return {};
  }

  // The mounted sensors of all cars of the set; recordings name them by token.
  Result<void> read_sensors() {
    std::map<std::string, std::pair<std::string, std::string>> channels;  // by token: channel, modality
    GS_CHECK(table("sensor.json", [&](const Node& record) -> Result<void> {
      GS_TRY(const std::string token, text_field(record, "token"));
      GS_TRY(const std::string channel, text_field(record, "channel"));
      GS_TRY(const std::string modality, text_field(record, "modality"));
      channels[token] = {channel, modality};
      return {};
    }));
    return table("calibrated_sensor.json", [&](const Node& record) -> Result<void> {
      GS_TRY(const std::string token, text_field(record, "token"));
      const auto found = channels.find(record["sensor_token"].text);
      if (found == channels.end()) return fail(ErrorCode::invalid_data, "sensor_token names no sensor");
      Sensor sensor{.channel = found->second.first, .modality = found->second.second};
      GS_TRY(sensor.base_from_sensor, pose_of(record));
      for (const Node& row : record["camera_intrinsic"].items) {
        GS_TRY(const Vec3d k, vector_of(row, "camera_intrinsic"));
        sensor.intrinsics.insert(sensor.intrinsics.end(), {k.x, k.y, k.z});
      }
      sensors_[token] = std::move(sensor);
      return {};
    });
  }

  // The files of the scene. Names that lead out of the folder are refused; radars are counted.
  Result<void> read_recordings() {
    std::size_t radars = 0, missing = 0;
    std::string first_missing;
    GS_CHECK(table(kSampleData, [&](const Node& record) -> Result<void> {
      if (!samples_.contains(record["sample_token"].text)) return {};
      Recording recording;
      GS_TRY(recording.sensor, text_field(record, "calibrated_sensor_token"));
      GS_TRY(recording.pose, text_field(record, "ego_pose_token"));
      GS_TRY(recording.time, time_field(record, "timestamp"));
      GS_TRY(const std::string name, text_field(record, "filename"));
      const auto sensor = sensors_.find(recording.sensor);
      if (sensor == sensors_.end()) return fail(ErrorCode::invalid_data, "calibrated_sensor_token names no sensor");
      if (sensor->second.modality != "camera" && sensor->second.modality != "lidar") return ++radars, Result<void>{};
      GS_TRY(recording.file, path_below(root_, name));
      recording.token = record["token"].text;
      recording.width = static_cast<int>(std::min<uint64_t>(record["width"].index().value_or(0), 65535));
      recording.height = static_cast<int>(std::min<uint64_t>(record["height"].index().value_or(0), 65535));
      std::error_code ignored;
      if (!fs::is_regular_file(recording.file, ignored)) {
        if (missing++ == 0) first_missing = recording.file.string();
        return {};
      }
      recordings_.push_back(std::move(recording));
      return {};
    }));
    if (recordings_.empty()) {
      return fail(ErrorCode::not_found, "none of the {} files of the scene is there, {} for example", missing,
                  first_missing)
          .with_hint("unpack samples and sweeps of the set beside the folder of its tables");
    }
    const auto tell = [&](Severity severity, std::string message) {
      problems_.add(
          {.severity = severity, .code = ErrorCode::not_found, .file = kSampleData, .message = std::move(message)});
    };
    if (missing > 0)
      tell(Severity::warning, format("{} files are missing and left out, {} for example", missing, first_missing));
    if (radars > 0) tell(Severity::notice, format("{} files of radars are left out", radars));
    return {};
  }

  // The pose of every file, at its own time.
  Result<void> read_path() {
    std::map<std::string, Rigid3d> poses;
    for (const Recording& r : recordings_) poses.emplace(r.pose, Rigid3d{});
    std::size_t found = 0;
    GS_CHECK(table("ego_pose.json", [&](const Node& record) -> Result<void> {
      const auto wanted = poses.find(record["token"].text);
      if (wanted == poses.end()) return {};
      GS_TRY(wanted->second, pose_of(record));
      ++found;
      return {};
    }));
    if (found != poses.size()) {
      return fail(ErrorCode::invalid_data, "{} poses of the scene are not in ego_pose.json", poses.size() - found);
    }
    std::map<Timestamp, Rigid3d> by_time;
    for (const Recording& r : recordings_) by_time.emplace(r.time, poses.at(r.pose));
    std::vector<PathPose> path;
    for (const auto& [time, pose] : by_time) path.push_back({time, pose});
    origin_ = shift_to_origin(path);
    return writer_.add_path(path).with_context((tables_ / "ego_pose.json").string());
  }

  // The label files of the sweeps (nuScenes-lidarseg), if their table and they are there.
  Result<void> read_labels() {
    std::error_code ignored;
    if (!fs::exists(tables_ / "lidarseg.json", ignored)) return {};
    std::map<std::string, Recording*> by_token;
    for (Recording& recording : recordings_) by_token.emplace(recording.token, &recording);
    return table("lidarseg.json", [&](const Node& record) -> Result<void> {
      const auto sweep = by_token.find(record["sample_data_token"].text);
      if (sweep == by_token.end()) return {};
      GS_TRY(const std::string name, text_field(record, "filename"));
      GS_TRY(fs::path file, path_below(root_, name));
      if (fs::is_regular_file(file, ignored)) sweep->second->labels = std::move(file);
      return {};
    });
  }

  Result<void> add_files() {
    std::ranges::stable_sort(recordings_, {}, &Recording::time);
    std::map<std::string, std::size_t> cameras;
    std::map<std::string, std::vector<const Recording*>> lidars;
    for (const Recording& recording : recordings_) {
      const Sensor& sensor = sensors_.at(recording.sensor);
      if (sensor.modality == "lidar") {
        lidars[recording.sensor].push_back(&recording);
        continue;
      }
      if (!cameras.contains(recording.sensor)) {
        GS_TRY(cameras[recording.sensor], add_camera(sensor, recording));
      }
      writer_.add_image(cameras[recording.sensor], recording.file, recording.time);
    }
    for (const auto& [token, sweeps] : lidars) add_lidar(sensors_.at(token), sweeps);
    return {};
  }

  Result<std::size_t> add_camera(const Sensor& sensor, const Recording& recording) {
    const std::vector<double>& k = sensor.intrinsics;
    if (k.size() != 9 || !(k[0] > 0 && k[4] > 0)) {
      return fail(ErrorCode::invalid_data, "'camera_intrinsic' of {} is not a matrix of 3 x 3 with focal lengths: {}",
                  sensor.channel, (tables_ / "calibrated_sensor.json").string());
    }
    return writer_.add_camera({.name = short_name(sensor.channel, "CAM_"),
                               .width = recording.width,
                               .height = recording.height,
                               .fx = k[0],
                               .fy = k[4],
                               .cx = k[2],
                               .cy = k[5],
                               .base_from_camera = sensor.base_from_sensor});
  }

  void add_lidar(const Sensor& sensor, const std::vector<const Recording*>& sweeps) {
    const std::string name = short_name(sensor.channel, "LIDAR_");
    writer_.add_frame("lidar_" + name, sensor.base_from_sensor);
    for (const Recording* sweep : sweeps) {
      writer_.add_sweep(name, sweep->time,
                        [file = sweep->file, labels = sweep->labels] { return read_sweep(file, labels); });
    }
  }

  // Boxes of the samples, in the frame of the map; their size is width, length, height.
  Result<void> add_boxes() {
    std::error_code ignored;
    if (!fs::exists(tables_ / "sample_annotation.json", ignored)) return {};
    std::map<std::string, std::string> category_of, class_of;  // by instance, by category
    GS_CHECK(table("category.json", [&](const Node& record) -> Result<void> {
      GS_TRY(class_of[record["token"].text], text_field(record, "name"));
      return {};
    }));
    GS_CHECK(table("instance.json", [&](const Node& record) -> Result<void> {
      const auto found = class_of.find(record["category_token"].text);
      category_of[record["token"].text] = found == class_of.end() ? "" : found->second;
      return {};
    }));
    std::map<Timestamp, std::vector<LabelledBox>> boxes;
    GS_CHECK(table("sample_annotation.json", [&](const Node& record) -> Result<void> {
      const auto sample = samples_.find(record["sample_token"].text);
      if (sample == samples_.end()) return {};
      GS_TRY(const std::string instance, text_field(record, "instance_token"));
      GS_TRY(Rigid3d pose, pose_of(record));
      GS_TRY(const Vec3d size, vector_of(record["size"], "size"));
      pose.translation -= origin_;
      boxes[sample->second].push_back({instance, category_of[instance], pose, {size.y, size.x, size.z}});
      return {};
    }));
    for (auto& [time, list] : boxes) writer_.add_boxes(time, std::move(list));
    return {};
  }

  fs::path root_, tables_;
  Progress& progress_;
  Problems& problems_;
  DriveWriter writer_;
  std::map<std::string, Timestamp> samples_;  // of the scene, by token
  std::map<std::string, Sensor> sensors_;     // calibrated, by token
  std::vector<Recording> recordings_;
  Vec3d origin_;  // of map in the map of the set
};

}  // namespace

std::optional<std::string> detect(const fs::path& folder) {
  const auto tables = tables_in(folder);
  if (!tables) return std::nullopt;
  return (*tables / kSampleData).string() + " is there";
}

Result<ImportReport> import_scene(const fs::path& folder, const ImportOptions& options, logio::LogWriter& log,
                                  Progress& progress, Problems& problems) {
  const auto tables = tables_in(folder);
  if (!tables) {
    return fail(ErrorCode::not_found, "no tables of nuScenes: {}", folder.string())
        .with_hint("the folder must hold v1.0-mini/sample_data.json or the like");
  }
  // File names in the tables begin at the folder that holds samples and sweeps.
  std::error_code ignored;
  fs::path root = folder;
  if (!fs::is_directory(root / "samples", ignored)) root = whole_path(*tables).parent_path();
  return SceneImport(root, *tables, options, log, progress, problems).run(options.scene);
}

}  // namespace gs::importers::nuscenes
