// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/drive.h"

#include <algorithm>
#include <map>
#include <optional>

#include "gs/core/file.h"
#include "gs/core/text/civil_time.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/common/path.h"

namespace gs::importers::kitti {
namespace {

constexpr Duration kImagePeriod = Duration::from_ms(100);

// A drive has OXTS packets and LiDAR sweeps.
bool is_drive(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "oxts", ignored) && fs::is_directory(folder / "velodyne_points", ignored);
}

// Searches for drives at most `depth` levels below `folder`.
void collect_drives(const fs::path& folder, int depth, std::vector<fs::path>& found) {
  if (is_drive(folder)) return found.push_back(folder);
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (depth > 0 && at->is_directory(ignored)) collect_drives(at->path(), depth - 1, found);
  }
}

constexpr const char* kTimesFile = "timestamps.txt";

// How to find the time of a frame that its own file does not give.
struct OtherTimes {
  std::map<int, Timestamp> left;  // of the left images, by frame number
  Timestamp start;                // of frame 0, without any timestamp file
};

// The data files of a sensor with their times. `nominal` is the period without any timestamp file.
Result<std::vector<Frame>> list_frames(const fs::path& folder, std::string_view extension, const OtherTimes& others,
                                       Duration nominal, Problems& problems) {
  std::error_code ignored;
  const bool timed = fs::exists(folder / kTimesFile, ignored);
  std::vector<std::optional<Timestamp>> times;
  if (timed) {
    GS_TRY(times, read_times(folder / kTimesFile));
  }
  GS_TRY(const auto files, numbered_files(folder / "data", extension));
  const std::string file = (folder.filename() / kTimesFile).string();
  if (!timed && !files.empty()) {
    problems.add({.severity = Severity::notice,
                  .code = ErrorCode::not_found,
                  .file = file,
                  .message = others.left.empty()
                                 ? format("there is no such file: frames are {} s apart", nominal.seconds())
                                 : "there is no such file: the times of the left images are used"});
  }
  std::vector<Frame> frames;
  for (const auto& [number, path] : files) {
    Frame frame{.number = number, .file = path};
    const auto index = static_cast<std::size_t>(number);
    const auto other = others.left.find(number);
    if (index < times.size() && times[index]) {
      frame.time = *times[index];
    } else if (other != others.left.end()) {
      frame.time = other->second;
      if (timed) {
        problems.add({.severity = Severity::warning,
                      .code = ErrorCode::not_found,
                      .file = file,
                      .place = format("line {}", number + 1),
                      .message = "the time is missing; that of the left image is used"});
      }
    } else if (!timed) {
      frame.time = others.start + nominal * number;
    } else {
      return fail(ErrorCode::invalid_data, "no time for frame {}: {}", number, (folder / kTimesFile).string());
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

// Images of a camera; a drive may lack them.
Result<std::vector<Frame>> list_images(const fs::path& folder, const OtherTimes& others, Problems& problems) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::not_found,
                  .file = folder.filename().string(),
                  .message = "the drive has no such folder: the log has no images of this camera",
                  .hint = "unpack the images of the drive, if you want them"});
    return std::vector<Frame>{};
  }
  return list_frames(folder, ".png", others, kImagePeriod, problems);
}

// Duration of each revolution. timestamps_start.txt and timestamps_end.txt are often missing; then 10 Hz is assumed.
void read_turns(const fs::path& folder, std::vector<Frame>& scans) {
  const auto begins = read_times(folder / "timestamps_start.txt"), ends = read_times(folder / "timestamps_end.txt");
  if (!begins || !ends) return;
  for (Frame& scan : scans) {
    const auto i = static_cast<std::size_t>(scan.number);
    if (i >= begins->size() || i >= ends->size() || !(*begins)[i] || !(*ends)[i]) continue;
    const double turn_s = (*(*ends)[i] - *(*begins)[i]).seconds();
    if (turn_s > 0.03 && turn_s < 0.3) scan.turn_s = turn_s;
  }
}

}  // namespace

Result<Timestamp> parse_time(std::string_view line) {
  const std::string_view text = line.substr(0, line.find_last_not_of(" \r\t") + 1);
  const auto time = from_iso8601_utc(text);
  if (!time) return fail(ErrorCode::invalid_data, "invalid time '{}'", line);
  return *time;
}

Result<std::vector<std::optional<Timestamp>>> read_times(const fs::path& path) {
  constexpr uint64_t kMostBytes = 16u << 20;  // enough for 15 hours at 10 Hz
  GS_TRY(const std::string text, read_text_file(path, kMostBytes));
  std::vector<std::optional<Timestamp>> times;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (line.find_first_not_of(" \r\t") == std::string_view::npos) {
      times.emplace_back();
      continue;
    }
    auto time = parse_time(line);
    if (!time) {
      return std::move(time).error().with_context(format("line {} of {}", times.size() + 1, path.string()));
    }
    times.emplace_back(*time);
  }
  return times;
}

Timestamp start_of(const fs::path& drive) {
  std::string date = drive.filename().string().substr(0, 10);
  std::ranges::replace(date, '_', '-');
  return from_iso8601_utc(date + "T00:00:00Z").value_or(kUnknownStart);
}

std::vector<fs::path> drive_folders(const fs::path& folder) {
  std::vector<fs::path> found;
  collect_drives(folder, 2, found);
  std::ranges::sort(found);
  return found;
}

Result<Drive> find_drive(const fs::path& folder, Problems& problems, const std::string& scene) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    return fail(ErrorCode::not_found, "no such folder: {}", folder.string()).with_hint("check the path");
  }
  std::vector<std::string> names;
  const std::vector<fs::path> found = drive_folders(folder);
  for (const fs::path& drive : found) names.push_back(whole_path(drive).filename().string());
  if (found.empty()) {
    return fail(ErrorCode::not_found, "no KITTI raw drive: {}", folder.string())
        .with_hint("a drive has the folders oxts and velodyne_points");
  }
  GS_TRY(const std::string chosen, choose_scene(names, scene, "KITTI raw drive", folder));
  const fs::path base = found[static_cast<std::size_t>(std::ranges::find(names, chosen) - names.begin())];
  // The calibration lies in the folder of the day, or in the drive itself in some copies.
  Drive drive;
  drive.calibration = whole_path(base).parent_path();
  if (fs::exists(base / "calib_cam_to_cam.txt", ignored)) drive.calibration = base;
  GS_TRY(const auto text_sweeps, numbered_files(base / "velodyne_points/data", ".txt"));
  drive.extracted = !text_sweeps.empty();
  if (fs::is_regular_file(base / "tracklet_labels.xml", ignored)) drive.tracklets = base / "tracklet_labels.xml";
  OtherTimes others{.start = start_of(whole_path(base))};
  GS_TRY(drive.left, list_images(base / "image_02", others, problems));
  GS_TRY(drive.right, list_images(base / "image_03", others, problems));
  // In an extracted drive the frames of different sensors do not belong together.
  if (!drive.extracted) {
    for (const Frame& frame : drive.left) others.left[frame.number] = frame.time;
  }
  const char* extension = drive.extracted ? ".txt" : ".bin";
  GS_TRY(drive.lidar, list_frames(base / "velodyne_points", extension, others, kImagePeriod, problems));
  read_turns(base / "velodyne_points", drive.lidar);
  const Duration oxts_period = drive.extracted ? Duration::from_ms(10) : kImagePeriod;
  GS_TRY(drive.oxts, list_frames(base / "oxts", ".txt", others, oxts_period, problems));
  if (drive.oxts.empty()) return fail(ErrorCode::not_found, "the drive has no OXTS packets: {}", base.string());
  return drive;
}

}  // namespace gs::importers::kitti
