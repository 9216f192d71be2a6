// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti_360/sequence.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/importers/common/drive_writer.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/rig.h"
#include "gs/importers/kitti_360/boxes.h"
#include "gs/importers/kitti_360/calibration.h"

namespace gs::importers::kitti_360 {
namespace {

constexpr int kMostGap = 10;            // poses of so many frames are interpolated
constexpr double kLastFrame = 1e7 - 1;  // sequences have up to 15,000 frames
constexpr uint64_t kMostPoseBytes = 16u << 20;
constexpr Duration kFramePeriod = Duration::from_ms(100);
constexpr double kUsualTurn_s = 0.1;
constexpr const char* kTimes = "timestamps.txt";
constexpr const char* kBoxes = "data_3d_bboxes";
constexpr uint64_t kMostBoxBytes = 1u << 30;

using FrameTimes = std::map<int, Timestamp>;

// Times of a sensor by frame; empty if the file is not there.
Result<FrameTimes> read_frame_times(const fs::path& file) {
  FrameTimes times;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return times;
  GS_TRY(const auto lines, kitti::read_times(file));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i]) times.emplace(static_cast<int>(i), *lines[i]);
  }
  return times;
}

// Duration of a turn of the LiDAR: the median time between neighbouring frames.
double usual_turn_s(const FrameTimes& times) {
  std::vector<double> turns_s;
  for (auto at = times.begin(); at != times.end(); ++at) {
    const auto next = std::next(at);
    if (next == times.end() || next->first != at->first + 1) continue;
    const double turn_s = (next->second - at->second).seconds();
    if (turn_s > 0.03 && turn_s < 0.3) turns_s.push_back(turn_s);
  }
  if (turns_s.empty()) return kUsualTurn_s;
  std::ranges::sort(turns_s);
  return turns_s[turns_s.size() / 2];
}

// A sweep as it was measured: not corrected for motion.
Result<Sweep> read_sweep(const fs::path& file, double turn_s) {
  GS_TRY(const auto points, read_float_points<4>(file));
  Sweep sweep;
  sweep.points.reserve(points.size());
  for (const auto& [x, y, z, reflectance] : points) {
    sweep.points.push_back({x, y, z, reflectance, kitti::seconds_after_forward(x, y, turn_s)});
  }
  return sweep;
}

// Names of the sequences in data_3d_raw.
std::vector<std::string> sequences_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const std::string& name : folder_names(folder / "data_3d_raw")) {
    std::error_code ignored;
    if (fs::is_directory(folder / "data_3d_raw" / name / "velodyne_points", ignored)) names.push_back(name);
  }
  return names;
}

// One import. The pose of a frame is that at the time of its sweep.
class SequenceImport {
 public:
  SequenceImport(fs::path root, std::string name, const ImportOptions& options, logio::LogWriter& log,
                 Problems& problems)
      : root_(std::move(root)),
        name_(std::move(name)),
        problems_(problems),
        writer_(log, options, "KITTI-360 (Liao et al. 2022), CC BY-NC-SA 3.0") {}

  Result<ImportReport> run(Progress& progress) {
    GS_TRY(const Calibration calibration, read_calibration(root_ / "calibration"));
    GS_CHECK(read_times());
    GS_CHECK(add_path(calibration.base_from_pose));
    writer_.add_frame("lidar_top", calibration.base_from_lidar);
    GS_CHECK(add_sweeps());
    for (const auto& [number, camera] : calibration.cameras) GS_CHECK(add_images(number, camera));
    GS_CHECK(add_boxes());
    report_others();
    return writer_.run(progress);
  }

 private:
  fs::path velodyne() const { return root_ / "data_3d_raw" / name_ / "velodyne_points"; }
  fs::path images(int number) const { return root_ / "data_2d_raw" / name_ / format("image_{:02d}", number); }
  void notice(ErrorCode code, std::string file, std::string message) {
    problems_.add({.severity = Severity::notice, .code = code, .file = std::move(file), .message = std::move(message)});
  }

  // Times of the frames: those of the sweeps, and of the left images where they have none.
  Result<void> read_times() {
    GS_TRY(times_, read_frame_times(velodyne() / kTimes));
    turn_s_ = usual_turn_s(times_);
    GS_TRY(const FrameTimes left, read_frame_times(images(0) / kTimes));
    times_.insert(left.begin(), left.end());
    if (times_.empty()) {
      notice(
          ErrorCode::not_found, std::string("velodyne_points/") + kTimes,
          format("there is no such file, nor one of the left images: frames are {} s apart", kFramePeriod.seconds()));
    }
    return {};
  }
  std::optional<Timestamp> time_of(int frame) const {
    if (times_.empty()) return kitti::start_of(name_) + kFramePeriod * frame;
    const auto found = times_.find(frame);
    return found == times_.end() ? std::nullopt : std::optional(found->second);
  }

  Result<void> add_path(const Rigid3d& base_from_pose) {
    const fs::path file = root_ / "data_poses" / name_ / "poses.txt";
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
      return fail(ErrorCode::not_found, "the sequence has no poses: {}", file.string())
          .with_hint("unpack data_poses.zip of the set beside data_3d_raw");
    }
    GS_TRY(const std::string text, read_text_file(file, kMostPoseBytes));
    GS_TRY(const auto world_from_pose, parse_poses(text, file.string()));
    std::vector<PathPose> path;
    for (const auto& [frame, pose] : world_from_pose) {
      const auto time = time_of(frame);
      if (!time) continue;
      path.push_back({*time, pose * base_from_pose.inverse()});
      posed_.push_back(frame);
    }
    if (path.size() < world_from_pose.size()) {
      notice(ErrorCode::invalid_data, "poses.txt",
             format("{} poses are left out: their frames have no time", world_from_pose.size() - path.size()));
    }
    origin_ = shift_to_origin(path);
    return writer_.add_path(path).with_context(file.string());
  }

  // True if the frame has a pose, or lies between two poses that are close enough to interpolate.
  bool is_posed(int frame) const {
    const auto after = std::ranges::lower_bound(posed_, frame);
    if (after == posed_.end()) return false;
    if (*after == frame) return true;
    return after != posed_.begin() && *after - *std::prev(after) <= kMostGap;
  }

  // Calls add(frame, file, time) for the files whose frames have a pose and a time, and reports how many have none.
  // `times`: of the sensor itself, where it has them.
  template <class Add>
  void for_each_posed(const std::map<int, fs::path>& files, const FrameTimes& times, std::string folder,
                      const Add& add) {
    std::size_t left_out = 0;
    for (const auto& [number, file] : files) {
      const auto own = times.find(number);
      const auto time = own != times.end() ? std::optional(own->second) : time_of(number);
      if (time && is_posed(number)) {
        add(number, file, *time);
      } else {
        ++left_out;
      }
    }
    if (left_out == 0) return;
    notice(ErrorCode::not_found, std::move(folder),
           format("{} files are left out: the set has no pose or no time of their frames", left_out));
  }

  Result<void> add_sweeps() {
    GS_TRY(const auto files, numbered_files(velodyne() / "data", ".bin"));
    for_each_posed(files, {}, "velodyne_points", [this](int frame, const fs::path& file, Timestamp time) {
      writer_.add_sweep("top", time, [file, turn_s = turn_s_] { return read_sweep(file, turn_s); });
      swept_.emplace_back(frame, time);
    });
    return {};
  }

  Result<void> add_images(int number, const Camera& camera) {
    const fs::path folder = images(number) / (number < 2 ? "data_rect" : "data_rgb");
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
      notice(ErrorCode::not_found, images(number).filename().string(),
             "the sequence has no images of this camera: the log has none either");
      return {};
    }
    GS_TRY(const FrameTimes times, read_frame_times(images(number) / kTimes));
    GS_TRY(const auto files, numbered_files(folder, ".png"));
    const std::size_t added = writer_.add_camera(camera);
    for_each_posed(files, times, images(number).filename().string(),
                   [this, added](int, const fs::path& file, Timestamp time) { writer_.add_image(added, file, time); });
    return {};
  }

  // The file of labelled boxes; empty if there is none. The set comes with one for the labelled windows (train) and one
  // for whole sequences.
  fs::path box_file() const {
    for (const char* part : {"train_full", "train", "test"}) {
      fs::path file = root_ / kBoxes / part / (name_ + ".xml");
      std::error_code ignored;
      if (fs::is_regular_file(file, ignored)) return file;
    }
    return {};
  }

  // Boxes at the times of the sweeps: moving ones in their frame, static ones in all frames of their window.
  Result<void> add_boxes() {
    const fs::path file = box_file();
    if (file.empty()) return {};
    GS_TRY(const std::string text, read_text_file(file, kMostBoxBytes));
    GS_TRY(Boxes read, parse_boxes(text).with_context(file.string()));
    if (read.left_out > 0) {
      notice(ErrorCode::unsupported, std::string(kBoxes) + "/" + file.filename().string(),
             format("{} objects are left out: they are no boxes", read.left_out));
    }
    boxes_ = std::move(read.boxes);
    for (const auto& [frame, time] : swept_) {
      writer_.add_boxes(time, [this, frame = frame] { return boxes_in(frame); });
    }
    return {};
  }
  std::vector<LabelledBox> boxes_in(int frame) const {
    std::vector<LabelledBox> out;
    for (const Box& box : boxes_) {
      if (!box.is_in(frame)) continue;
      Rigid3d pose = box.world_from_box;
      pose.translation -= origin_;
      out.push_back({box.object, box.category, pose, box.size_m});
    }
    return out;
  }

  // Names the parts of the set that are not imported.
  void report_others() {
    const std::string sick = "data_3d_raw/" + name_ + "/sick_points";
    for (const std::string& folder : {sick, std::string("data_3d_semantics"), std::string("data_2d_semantics")}) {
      std::error_code ignored;
      if (fs::is_directory(root_ / folder, ignored)) notice(ErrorCode::unsupported, folder, "is not imported");
    }
  }

  fs::path root_;
  std::string name_;
  Problems& problems_;
  DriveWriter writer_;
  FrameTimes times_;        // empty: frames are kFramePeriod apart
  std::vector<int> posed_;  // frames with a pose, ascending
  double turn_s_ = kUsualTurn_s;
  std::vector<std::pair<int, Timestamp>> swept_;  // frames with a sweep
  std::vector<Box> boxes_;
  Vec3d origin_;  // of map in the world of the set
};

}  // namespace

std::optional<std::string> detect(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(folder / "calibration/perspective.txt", ignored)) return std::nullopt;
  if (!fs::is_directory(folder / "data_3d_raw", ignored)) return std::nullopt;
  return folder.string() + " has calibration/perspective.txt and data_3d_raw";
}

Result<std::map<int, Rigid3d>> parse_poses(std::string_view text, std::string_view name) {
  GS_TRY(const auto rows, parse_number_lines(text, 13, name));
  std::map<int, Rigid3d> poses;
  for (const std::vector<double>& row : rows) {
    const double number = row.front();
    if (!(number >= 0 && number <= kLastFrame && number == std::floor(number))) {
      return fail(ErrorCode::invalid_data, "{} is not the number of a frame, allowed are 0 to {}: {}", number,
                  kLastFrame, name);
    }
    const int frame = static_cast<int>(number);
    GS_TRY(const Rigid3d pose,
           rigid_from_rows(std::span<const double>(row).subspan(1), format("frame {}", frame)).with_context(name));
    if (!poses.emplace(frame, pose).second) {
      return fail(ErrorCode::invalid_data, "frame {} has two poses: {}", frame, name);
    }
  }
  return poses;
}

Result<ImportReport> import_sequence(const fs::path& folder, const ImportOptions& options, logio::LogWriter& log,
                                     Progress& progress, Problems& problems) {
  GS_TRY(const std::string name, choose_scene(sequences_in(folder), options.scene, "sequence", folder));
  return SequenceImport(folder, name, options, log, problems).run(progress);
}

}  // namespace gs::importers::kitti_360
