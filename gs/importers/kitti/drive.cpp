// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/drive.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "gs/core/file.h"
#include "gs/core/text/civil_time.h"

namespace gs::importers::kitti {
namespace {

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

// Reads a timestamp file: line n (from 0) belongs to frame n; lines may be empty.
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

// Lists the data files with their times; `fallback` holds times by frame number.
Result<std::vector<Frame>> list_frames(const fs::path& folder, std::string_view extension,
                                       const std::map<int, Timestamp>& fallback, Problems& problems) {
  GS_TRY(const auto times, read_times(folder / "timestamps.txt"));
  std::vector<Frame> frames;
  std::error_code error;
  for (fs::directory_iterator at(folder / "data", error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != extension) continue;
    const std::string stem = at->path().stem().string();
    Frame frame{.file = at->path()};
    // Files whose name is not a number are ignored.
    const auto [last, status] = std::from_chars(stem.data(), stem.data() + stem.size(), frame.number);
    if (status != std::errc() || last != stem.data() + stem.size() || frame.number < 0) continue;
    const auto index = static_cast<std::size_t>(frame.number);
    const auto other = fallback.find(frame.number);
    if (index < times.size() && times[index]) {
      frame.time = *times[index];
    } else if (other != fallback.end()) {
      frame.time = other->second;
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::not_found,
                    .file = (folder.filename() / "timestamps.txt").string(),
                    .place = format("line {}", frame.number + 1),
                    .message = "the time is missing; that of the left image is used"});
    } else {
      return fail(ErrorCode::invalid_data, "no time for frame {}: {}", frame.number,
                  (folder / "timestamps.txt").string());
    }
    frames.push_back(std::move(frame));
  }
  if (error) return system_error("cannot list", folder / "data", error.value());
  std::ranges::sort(frames, {}, &Frame::number);
  return frames;
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

Result<Drive> find_drive(const fs::path& folder, Problems& problems) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    return fail(ErrorCode::not_found, "no such folder: {}", folder.string()).with_hint("check the path");
  }
  std::vector<fs::path> found;
  collect_drives(folder, 2, found);
  if (found.size() != 1) {
    std::ranges::sort(found);
    std::string hint = found.empty() ? "a drive has the folders oxts and velodyne_points" : "use one of:";
    for (const fs::path& drive : found) hint += " " + drive.string();
    return fail(ErrorCode::not_found, "expected one KITTI raw drive, found {}: {}", found.size(), folder.string())
        .with_hint(hint);
  }
  // The calibration lies in the folder of the day, or in the drive itself in some copies.
  const fs::path base = found.front();
  Drive drive;
  drive.calibration = fs::absolute(base).parent_path();
  if (fs::exists(base / "calib_cam_to_cam.txt", ignored)) drive.calibration = base;
  GS_TRY(drive.left, list_frames(base / "image_02", ".png", {}, problems));
  GS_TRY(drive.right, list_frames(base / "image_03", ".png", {}, problems));
  std::map<int, Timestamp> left_times;
  for (const Frame& frame : drive.left) left_times[frame.number] = frame.time;
  GS_TRY(drive.lidar, list_frames(base / "velodyne_points", ".bin", left_times, problems));
  read_turns(base / "velodyne_points", drive.lidar);
  GS_TRY(drive.oxts, list_frames(base / "oxts", ".txt", left_times, problems));
  if (drive.oxts.empty()) return fail(ErrorCode::not_found, "the drive has no OXTS packets: {}", base.string());
  return drive;
}

}  // namespace gs::importers::kitti
