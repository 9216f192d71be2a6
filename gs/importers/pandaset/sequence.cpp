// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/pandaset/sequence.h"

#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/importers/common/drive_writer.h"
#include "gs/importers/common/ground_height.h"
#include "gs/importers/common/json_poses.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/pandaset/data_frame.h"

namespace gs::importers::pandaset {
namespace {

constexpr double kSpinningLidar = 0;  // column d: 0 Pandar64, 1 PandarGT
// The poses called those of the LiDAR belong to a frame near the ground (x right, y forward, z up). The LiDAR in it was
// found in sequence 001: its lowest beam, 25 degrees down, draws a circle of 4.27 m on the ground, 0.73 m ahead.
constexpr Vec3d kLidarInPose{0, 0.73, 1.81};
constexpr Rigid3d kPoseFromLidar{{}, kLidarInPose};
constexpr double kUsualGround_m = -0.18;
constexpr HeightRange kGroundInPose{-1.0, 0.6};

// True if the folder holds one sequence, whatever its name.
bool is_sequence(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "lidar/poses.json", ignored) && fs::is_directory(folder / "camera", ignored);
}

// Names of the sequences directly in a folder, in alphabetical order.
std::vector<std::string> sequences_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const std::string& name : folder_names(folder)) {
    if (is_sequence(folder / name)) names.push_back(name);
  }
  return names;
}

// A JSON file whose root is a list, as all metadata of the set.
Result<Node> read_list(const fs::path& path) {
  GS_TRY(Node list, read_json(path));
  if (!list.is_list())
    return fail(ErrorCode::invalid_data, "a list was expected, found {}: {}", name_of(list.kind), path.string());
  return list;
}

// poses.json: [{"position": {x, y, z}, "heading": {w, x, y, z}} ...]
Result<std::vector<Rigid3d>> read_poses(const fs::path& path) {
  GS_TRY(const Node list, read_list(path));
  std::vector<Rigid3d> poses;
  for (const Node& node : list.items) {
    const std::string name = format("pose {}", poses.size());
    double v[7] = {};
    const Node* const parts[] = {&node["position"]["x"], &node["position"]["y"], &node["position"]["z"],
                                 &node["heading"]["w"],  &node["heading"]["x"],  &node["heading"]["y"],
                                 &node["heading"]["z"]};
    for (std::size_t i = 0; i < 7; ++i) {
      GS_TRY(v[i], finite_number(*parts[i], name).with_context(path.string()));
    }
    GS_TRY(const Quaterniond q, unit_quaternion(v[3], v[4], v[5], v[6], name).with_context(path.string()));
    poses.push_back({q, {v[0], v[1], v[2]}});
  }
  return poses;
}

// timestamps.json: seconds since 1970.
Result<std::vector<Timestamp>> read_times(const fs::path& path) {
  GS_TRY(const Node list, read_list(path));
  std::vector<Timestamp> times;
  for (const Node& node : list.items) {
    GS_TRY(const double seconds, finite_number(node, format("time {}", times.size())).with_context(path.string()));
    if (!(seconds > 0 && seconds < 9e9)) {
      return fail(ErrorCode::invalid_data, "time {} is {} s, which is no date: {}", times.size(), seconds,
                  path.string());
    }
    times.push_back(Timestamp::from_seconds(seconds));
  }
  return times;
}

Result<DataFrame> read_table(const fs::path& path, std::initializer_list<const char*> columns) {
  GS_TRY(DataFrame table, read_data_frame(path));
  for (const char* column : columns) {
    GS_CHECK(table.column(column).with_context(path.string()));
  }
  return table;
}

// A sweep: the points of the spinning LiDAR in its own frame at the time of the frame. The set has corrected them for
// the motion of the car, so all are measured at the stamp.
struct SweepFiles {
  fs::path points, classes;
  Rigid3d world_from_lidar;  // or from the frame that the points are wanted in
};
Result<Sweep> read_sweep(const SweepFiles& files) {
  GS_TRY(const DataFrame table, read_table(files.points, {"x", "y", "z", "i", "d"}));
  std::vector<double> classes;
  std::error_code ignored;
  if (fs::exists(files.classes, ignored)) {
    GS_TRY(const DataFrame labels, read_table(files.classes, {"class"}));
    classes = labels.numbers.at("class");
    if (classes.size() != table.rows) {
      return fail(ErrorCode::invalid_data, "{} classes for the {} points of the sweep: {}", classes.size(), table.rows,
                  files.classes.string());
    }
  }
  const auto& c = table.numbers;
  const std::vector<double>&x = c.at("x"), &y = c.at("y"), &z = c.at("z"), &i = c.at("i"), &d = c.at("d");
  const Rigid3d lidar_from_world = files.world_from_lidar.inverse();
  Sweep sweep{.has_label = !classes.empty()};
  for (std::size_t k = 0; k < table.rows; ++k) {
    if (d[k] != kSpinningLidar) continue;
    const Vec3d p = lidar_from_world * Vec3d{x[k], y[k], z[k]};
    sweep.points.push_back({.x = static_cast<float>(p.x),
                            .y = static_cast<float>(p.y),
                            .z = static_cast<float>(p.z),
                            .intensity = static_cast<float>(i[k])});
    if (sweep.has_label && classes[k] >= 0 && classes[k] < 65536) {
      sweep.points.back().label = static_cast<uint16_t>(classes[k]);
    }
  }
  return sweep;
}

// Average of poses that differ little; empty for none.
Rigid3d average(const std::vector<Rigid3d>& poses) {
  Rigid3d sum{{0, 0, 0, 0}, {}};
  for (const Rigid3d& pose : poses) {
    const Quaterniond &q = pose.rotation, &first = poses.front().rotation;
    const double sign = q.x * first.x + q.y * first.y + q.z * first.z + q.w * first.w < 0 ? -1 : 1;
    sum.rotation = {sum.rotation.x + sign * q.x, sum.rotation.y + sign * q.y, sum.rotation.z + sign * q.z,
                    sum.rotation.w + sign * q.w};
    sum.translation += pose.translation;
  }
  return {normalized(sum.rotation), sum.translation * (1.0 / static_cast<double>(poses.size()))};
}

// One import.
class SequenceImport {
 public:
  SequenceImport(fs::path sequence, const ImportOptions& options, logio::LogWriter& log, Problems& problems)
      : sequence_(std::move(sequence)),
        problems_(problems),
        writer_(log, options, "PandaSet (Hesai and Scale, 2020), CC BY 4.0") {}

  Result<ImportReport> run(Progress& progress) {
    GS_TRY(poses_, read_poses(sequence_ / "lidar/poses.json"));
    GS_TRY(times_, read_times(sequence_ / "lidar/timestamps.json"));
    if (poses_.size() != times_.size()) {
      return fail(ErrorCode::invalid_data, "{} poses and {} times of the LiDAR: {}", poses_.size(), times_.size(),
                  sequence_.string());
    }
    GS_TRY(sweeps_, numbered_files(sequence_ / "lidar", ".pkl.gz"));
    GS_CHECK(place_lidar());
    GS_CHECK(add_path());
    add_sweeps();
    for (const std::string& name : folder_names(sequence_ / "camera")) GS_CHECK(add_camera(name));
    GS_CHECK(add_boxes());
    GS_CHECK(add_fixes());
    return writer_.run(progress);
  }

 private:
  // The frame of the poses looks along its y axis. The set does not give its height: it is taken from the ground in the
  // first sweep.
  Result<void> place_lidar() {
    if (sweeps_.empty()) {
      return fail(ErrorCode::not_found, "no sweeps (00.pkl.gz ...): {}", (sequence_ / "lidar").string());
    }
    const auto& [number, file] = *sweeps_.begin();
    const auto frame = static_cast<std::size_t>(number);
    if (frame >= poses_.size()) {
      return fail(ErrorCode::invalid_data, "sweep {}, but poses of {} frames: {}", number, poses_.size(),
                  file.string());
    }
    GS_TRY(const Sweep first, read_sweep({file, {}, poses_[frame]}));
    std::vector<Vec3d> points;
    for (const Sweep::Point& p : first.points) points.push_back({p.x, p.y, p.z});
    const auto ground_m = ground_height(points, kGroundInPose);
    if (!ground_m) {
      problems_.add({.severity = Severity::warning,
                     .code = ErrorCode::not_found,
                     .file = file.filename().string(),
                     .message = format("no ground was found in the sweep: it is taken to be at {} m", kUsualGround_m)});
    }
    base_from_pose_ = {Quaterniond::from_rpy(0, 0, -std::numbers::pi / 2), {0, 0, -ground_m.value_or(kUsualGround_m)}};
    writer_.add_frame("lidar_top", base_from_pose_ * kPoseFromLidar);
    return {};
  }

  Result<void> add_path() {
    for (std::size_t i = 0; i < times_.size(); ++i) {
      path_.push_back({times_[i], poses_[i] * base_from_pose_.inverse()});
    }
    origin_ = shift_to_origin(path_);
    return writer_.add_path(path_).with_context((sequence_ / "lidar/poses.json").string());
  }

  // Reports files of a folder that belong to no time of the sequence.
  void report_untimed(const std::string& folder, std::size_t files) {
    if (files == 0) return;
    problems_.add({.severity = Severity::warning,
                   .code = ErrorCode::invalid_data,
                   .file = folder,
                   .message = format("{} files are left out: timestamps.json has no times of them", files)});
  }

  void add_sweeps() {
    std::size_t untimed = 0;
    for (const auto& [number, file] : sweeps_) {
      const auto frame = static_cast<std::size_t>(number);
      if (frame >= times_.size()) {
        ++untimed;
        continue;
      }
      const fs::path classes = sequence_ / "annotations/semseg" / file.filename();
      writer_.add_sweep("top", times_[frame], [files = SweepFiles{file, classes, poses_[frame] * kPoseFromLidar}] {
        return read_sweep(files);
      });
    }
    report_untimed("lidar", untimed);
    problems_.add({.severity = Severity::notice,
                   .code = ErrorCode::unsupported,
                   .file = "lidar",
                   .message = "points of the forward LiDAR (PandarGT) are left out: the sequence has no pose of it"});
  }

  // The poses of a camera are in world at its own times; its place on the car is their average relative to the path.
  Result<void> add_camera(const std::string& name) {
    const fs::path folder = sequence_ / "camera" / name;
    GS_TRY(const Node intrinsics, read_json(folder / "intrinsics.json"));
    Camera camera{.name = name.ends_with("_camera") ? name.substr(0, name.size() - 7) : name};
    double* const fields[] = {&camera.fx, &camera.fy, &camera.cx, &camera.cy};
    const char* const keys[] = {"fx", "fy", "cx", "cy"};
    for (std::size_t i = 0; i < 4; ++i) {
      GS_TRY(*fields[i],
             finite_number(intrinsics[keys[i]], keys[i]).with_context((folder / "intrinsics.json").string()));
    }
    if (camera.fx <= 0 || camera.fy <= 0) {
      return fail(ErrorCode::invalid_data, "the camera has no focal length: {}", (folder / "intrinsics.json").string());
    }
    GS_TRY(const auto poses, read_poses(folder / "poses.json"));
    GS_TRY(const auto times, read_times(folder / "timestamps.json"));
    std::vector<Rigid3d> on_car;
    for (std::size_t i = 0; i < poses.size() && i < times.size(); ++i) {
      if (times[i] < path_.front().time || times[i] > path_.back().time) continue;
      const Rigid3d map_from_camera{poses[i].rotation, poses[i].translation - origin_};
      on_car.push_back(pose_at(path_, times[i]).inverse() * map_from_camera);
    }
    if (on_car.empty())
      return fail(ErrorCode::invalid_data, "no pose of the camera lies in the time of the path: {}", folder.string());
    camera.base_from_camera = average(on_car);
    const std::size_t added = writer_.add_camera(std::move(camera));
    GS_TRY(const auto files, numbered_files(folder, ".jpg"));
    std::size_t untimed = 0;
    for (const auto& [number, file] : files) {
      if (static_cast<std::size_t>(number) < times.size()) {
        writer_.add_image(added, file, times[static_cast<std::size_t>(number)]);
      } else {
        ++untimed;
      }
    }
    report_untimed("camera/" + name, untimed);
    return {};
  }

  // annotations/cuboids: boxes in world; yaw 0 is along y, dimensions.y is the length.
  Result<void> add_boxes() {
    std::error_code ignored;
    const fs::path folder = sequence_ / "annotations/cuboids";
    if (!fs::is_directory(folder, ignored)) return {};
    GS_TRY(const auto files, numbered_files(folder, ".pkl.gz"));
    std::size_t untimed = 0;
    for (const auto& [number, file] : files) {
      const auto frame = static_cast<std::size_t>(number);
      if (frame >= times_.size()) {
        ++untimed;
        continue;
      }
      GS_TRY(auto boxes, read_boxes(file));
      writer_.add_boxes(times_[frame], std::move(boxes));
    }
    report_untimed("annotations/cuboids", untimed);
    return {};
  }

  // The boxes of a frame, in map. Those with numbers that are not finite are left out with a warning.
  Result<std::vector<LabelledBox>> read_boxes(const fs::path& file) {
    GS_TRY(const DataFrame table, read_table(file, {"position.x", "position.y", "position.z", "dimensions.x",
                                                    "dimensions.y", "dimensions.z", "yaw"}));
    GS_TRY(const auto* names, table.text_column("label").with_context(file.string()));
    GS_TRY(const auto* objects, table.text_column("uuid").with_context(file.string()));
    const auto& c = table.numbers;
    std::vector<LabelledBox> boxes;
    for (std::size_t i = 0; i < table.rows; ++i) {
      const Vec3d centre{c.at("position.x")[i], c.at("position.y")[i], c.at("position.z")[i]};
      const Vec3d size{c.at("dimensions.y")[i], c.at("dimensions.x")[i], c.at("dimensions.z")[i]};
      const double yaw = c.at("yaw")[i] + std::numbers::pi / 2;
      if (!std::isfinite(norm(centre) + norm(size) + yaw)) continue;
      boxes.push_back({(*objects)[i], (*names)[i], {Quaterniond::from_rpy(0, 0, yaw), centre - origin_}, size});
    }
    if (boxes.size() < table.rows) {
      problems_.add({.severity = Severity::warning,
                     .code = ErrorCode::invalid_data,
                     .file = file.filename().string(),
                     .message = format("{} boxes are left out: they have numbers that are not finite",
                                       table.rows - boxes.size())});
    }
    return boxes;
  }

  // meta/gps.json: a position for every frame.
  Result<void> add_fixes() {
    std::error_code ignored;
    const fs::path file = sequence_ / "meta/gps.json";
    if (!fs::exists(file, ignored)) return {};
    GS_TRY(const Node list, read_list(file));
    for (std::size_t i = 0; i < list.items.size() && i < times_.size(); ++i) {
      const std::string name = format("position {}", i);
      GS_TRY(const double latitude, finite_number(list.items[i]["lat"], name).with_context(file.string()));
      GS_TRY(const double longitude, finite_number(list.items[i]["long"], name).with_context(file.string()));
      GS_TRY(const double height, finite_number(list.items[i]["height"], name).with_context(file.string()));
      writer_.add_fix(times_[i], latitude, longitude, height);
    }
    return {};
  }

  fs::path sequence_;
  Problems& problems_;
  DriveWriter writer_;
  std::map<int, fs::path> sweeps_;
  std::vector<Rigid3d> poses_;    // in world, by frame
  std::vector<Timestamp> times_;  // of the frames
  Rigid3d base_from_pose_;
  std::vector<PathPose> path_;
  Vec3d origin_;  // of map in world
};

}  // namespace

std::optional<std::string> detect(const fs::path& folder) {
  if (is_sequence(folder)) return folder.string() + " has lidar/poses.json and camera";
  const auto names = sequences_in(folder);
  if (names.empty()) return std::nullopt;
  return (folder / names.front()).string() + " has lidar/poses.json and camera";
}

Result<ImportReport> import_sequence(const fs::path& folder, const ImportOptions& options, logio::LogWriter& log,
                                     Progress& progress, Problems& problems) {
  if (is_sequence(folder)) return SequenceImport(folder, options, log, problems).run(progress);
  GS_TRY(const std::string name, choose_scene(sequences_in(folder), options.scene, "sequence", folder));
  return SequenceImport(folder / name, options, log, problems).run(progress);
}

}  // namespace gs::importers::pandaset
