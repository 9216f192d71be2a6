// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti_odometry/sequence.h"

#include <cstring>
#include <map>
#include <vector>

#include "gs/core/file.h"
#include "gs/importers/common/drive_writer.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/rig.h"

namespace gs::importers::kitti_odometry {
namespace {

constexpr const char* kCameraNames[] = {"gray_left", "gray_right", "left", "right"};

bool is_sequence(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "calib.txt", ignored) && fs::is_directory(folder / "velodyne", ignored);
}

// Names of the sequences in DIR/sequences or DIR, and that folder.
std::pair<fs::path, std::vector<std::string>> sequences_in(const fs::path& folder) {
  std::error_code ignored;
  fs::path parent = folder / "sequences";
  if (!fs::is_directory(parent, ignored)) parent = folder;
  std::vector<std::string> names;
  for (const std::string& name : folder_names(parent)) {
    if (is_sequence(parent / name)) names.push_back(name);
  }
  return {parent, names};
}

Result<fs::path> find_sequence(const fs::path& folder, const std::string& scene) {
  if (is_sequence(folder)) return folder;
  const auto [parent, names] = sequences_in(folder);
  GS_TRY(const std::string name, choose_scene(names, scene, "sequence", folder));
  return parent / name;
}

// Seconds of every frame since the start. Without times.txt frames are 0.1 s apart.
Result<std::vector<double>> frame_times(const fs::path& sequence, std::size_t frames, Problems& problems) {
  std::vector<double> seconds;
  std::error_code ignored;
  if (fs::exists(sequence / "times.txt", ignored)) {
    GS_TRY(const auto rows, read_number_lines(sequence / "times.txt", 1));
    for (const auto& row : rows) seconds.push_back(row[0]);
    return seconds;
  }
  problems.add({.severity = Severity::notice,
                .code = ErrorCode::not_found,
                .file = "times.txt",
                .message = "there is no such file: frames are 0.1 s apart"});
  for (std::size_t i = 0; i < frames; ++i) seconds.push_back(0.1 * static_cast<double>(i));
  return seconds;
}

// poses.txt in the sequence, or NN.txt in the folder "poses" beside "sequences".
Result<fs::path> find_poses(const fs::path& sequence) {
  const fs::path whole = whole_path(sequence);
  const fs::path own = whole / "poses.txt";
  const fs::path shared = whole.parent_path().parent_path() / "poses" / (whole.filename().string() + ".txt");
  for (const fs::path& path : {own, shared}) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) return path;
  }
  return fail(ErrorCode::not_found, "the sequence has no poses: neither {} nor {}", own.string(), shared.string())
      .with_hint("the set has poses of sequences 00 to 10: unpack data_odometry_poses.zip beside the sequences");
}

// The classes of SemanticKITTI, one a point; empty if there are none for this sweep.
Result<std::vector<uint16_t>> read_labels(const fs::path& file, std::size_t points) {
  std::error_code ignored;
  std::vector<uint16_t> labels;
  if (!fs::exists(file, ignored)) return labels;
  GS_TRY(const std::vector<std::byte> bytes, read_binary_file(file, kMostSensorFileBytes));
  if (bytes.size() != 4 * points) {
    return fail(ErrorCode::corrupt, "file of {} bytes, {} are expected for the {} points of the sweep: {}",
                bytes.size(), 4 * points, points, file.string());
  }
  // The lower 16 bits are the class, the upper ones number the object (SemanticKITTI, Behley et al. 2019).
  for (std::size_t i = 0; i < points; ++i) labels.push_back(load_le<uint16_t>(bytes.data() + 4 * i));
  return labels;
}

Result<Sweep> read_sweep(const fs::path& file, const fs::path& label_file) {
  GS_TRY(const auto points, read_float_points<4>(file));
  GS_TRY(const auto labels, read_labels(label_file, points.size()));
  Sweep sweep{.has_label = !labels.empty()};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [x, y, z, reflectance] = points[i];
    sweep.points.push_back({.x = x, .y = y, .z = z, .intensity = reflectance});
    if (sweep.has_label) sweep.points.back().label = labels[i];
  }
  return sweep;
}

// One import: the time of a frame is that of all its sensors.
class SequenceImport {
 public:
  SequenceImport(const fs::path& sequence, const ImportOptions& options, logio::LogWriter& log, Problems& problems)
      : sequence_(sequence),
        problems_(problems),
        writer_(log, options, "KITTI odometry (Geiger et al. 2012), CC BY-NC-SA 3.0") {}

  Result<ImportReport> run(Progress& progress) {
    GS_TRY(const KeyedNumbers calibration, KeyedNumbers::read(sequence_ / "calib.txt"));
    const std::string key = calibration.has("Tr_velo_to_cam") ? "Tr_velo_to_cam" : "Tr";
    GS_TRY(const Rigid3d camera0_from_lidar, calibration.transform(key));
    const Rigid3d base_from_lidar{{}, kitti::kLidarInBase};
    const Rigid3d base_from_camera0 = base_from_lidar * camera0_from_lidar.inverse();
    GS_CHECK(add_path(base_from_camera0));
    writer_.add_frame("lidar_top", base_from_lidar);
    GS_CHECK(add_sweeps());
    for (std::size_t i = 0; i < std::size(kCameraNames); ++i) GS_CHECK(add_images(calibration, i, base_from_camera0));
    return writer_.run(progress);
  }

 private:
  Result<void> add_path(const Rigid3d& base_from_camera0) {
    GS_TRY(const fs::path file, find_poses(sequence_));
    GS_TRY(const auto rows, read_number_lines(file, 12));
    GS_TRY(seconds_, frame_times(sequence_, rows.size(), problems_));
    std::vector<PathPose> path;
    for (std::size_t i = 0; i < rows.size() && i < seconds_.size(); ++i) {
      GS_TRY(const Rigid3d first_from_camera,
             rigid_from_rows(rows[i], format("pose {}", i)).with_context(file.string()));
      // From camera 0 against its first pose to base_link against its first pose.
      path.push_back({time_of(i), base_from_camera0 * first_from_camera * base_from_camera0.inverse()});
    }
    if (rows.size() != seconds_.size()) {
      problems_.add({.severity = Severity::warning,
                     .code = ErrorCode::invalid_data,
                     .file = file.filename().string(),
                     .message = format("{} poses, but {} times: only the first {} frames are imported", rows.size(),
                                       seconds_.size(), path.size())});
      seconds_.resize(path.size());
    }
    return writer_.add_path(path).with_context(file.string());
  }

  Timestamp time_of(std::size_t frame) const { return kUnknownStart + Duration::from_seconds(seconds_[frame]); }

  // Calls add(file, frame) for the files that have a time, and reports how many have none.
  template <class Add>
  void for_each_timed(const std::map<int, fs::path>& files, const char* folder, const Add& add) {
    std::size_t untimed = 0;
    for (const auto& [number, path] : files) {
      const auto frame = static_cast<std::size_t>(number);
      if (frame < seconds_.size()) {
        add(path, frame);
      } else {
        ++untimed;
      }
    }
    if (untimed == 0) return;
    problems_.add({.severity = Severity::warning,
                   .code = ErrorCode::invalid_data,
                   .file = folder,
                   .message = format("{} files are left out: there are times and poses of {} frames only", untimed,
                                     seconds_.size())});
  }

  Result<void> add_sweeps() {
    GS_TRY(const auto files, numbered_files(sequence_ / "velodyne", ".bin"));
    for_each_timed(files, "velodyne", [&](const fs::path& path, std::size_t frame) {
      const fs::path labels = sequence_ / "labels" / path.stem().concat(".label");
      writer_.add_sweep("top", time_of(frame), [path, labels] { return read_sweep(path, labels); });
    });
    return {};
  }

  Result<void> add_images(const KeyedNumbers& calibration, std::size_t number, const Rigid3d& base_from_camera0) {
    const std::string folder = format("image_{}", number);
    std::error_code ignored;
    if (!fs::is_directory(sequence_ / folder, ignored)) return {};
    const std::string key = format("P{}", number);
    GS_TRY(const std::vector<double> p, calibration.numbers(key, 12));
    GS_TRY(Camera camera, camera_of_projection(p, base_from_camera0, key));
    camera.name = kCameraNames[number];
    const std::size_t added = writer_.add_camera(std::move(camera));
    GS_TRY(const auto files, numbered_files(sequence_ / folder, ".png"));
    for_each_timed(files, folder.c_str(),
                   [&](const fs::path& path, std::size_t frame) { writer_.add_image(added, path, time_of(frame)); });
    return {};
  }

  fs::path sequence_;
  Problems& problems_;
  DriveWriter writer_;
  std::vector<double> seconds_;  // of every frame since the start
};

}  // namespace

std::optional<std::string> detect(const fs::path& folder) {
  if (is_sequence(folder)) return folder.string() + " has calib.txt and velodyne";
  const auto [parent, names] = sequences_in(folder);
  if (names.empty()) return std::nullopt;
  return (parent / names.front()).string() + " has calib.txt and velodyne";
}

Result<ImportReport> import_sequence(const fs::path& folder, const ImportOptions& options, logio::LogWriter& log,
                                     Progress& progress, Problems& problems) {
  GS_TRY(const fs::path sequence, find_sequence(folder, options.scene));
  return SequenceImport(sequence, options, log, problems).run(progress);
}

}  // namespace gs::importers::kitti_odometry
