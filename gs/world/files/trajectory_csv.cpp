// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/trajectory_csv.h"

#include <array>
#include <charconv>
#include <cmath>

#include "gs/core/json/json_writer.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

constexpr std::size_t kColumns = 8;

// Removes and returns the part up to `end`, or the whole rest.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

// Next line without its end, LF or CRLF.
std::string_view take_line(std::string_view& text) {
  std::string_view line = take_until(text, '\n');
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The whole text must be one finite number.
std::optional<double> parse_finite(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Exact for decimal seconds; other notations ("1.7e9") are read as double.
std::optional<Timestamp> parse_stamp(std::string_view text) {
  if (const auto exact = parse_decimal_seconds(text)) return exact;
  const auto seconds = parse_finite(text);
  return seconds ? std::optional(Timestamp::from_seconds(*seconds)) : std::nullopt;
}

// Parses a row; returns the problem as text, empty on success.
std::string parse_row(std::string_view line, StampedPose& pose) {
  std::array<double, kColumns> v{};
  std::string_view rest = line;
  const auto stamp = parse_stamp(take_until(rest, ','));
  if (!stamp) return "timestamp is not a number";
  pose.stamp = *stamp;
  for (std::size_t i = 1; i < kColumns; ++i) {
    if (rest.empty()) return format("has {} columns, 8 are needed", i);
    const auto number = parse_finite(take_until(rest, ','));
    if (!number) return format("column {} is not a finite number", i + 1);
    v[i] = *number;
  }
  if (!rest.empty()) return "has more than 8 columns";
  pose.map_from_body = {{v[4], v[5], v[6], v[7]}, {v[1], v[2], v[3]}};
  return "";
}

// Reads the rows and checks each pose against the one before.
class CsvReader {
 public:
  CsvReader(std::string_view file, Problems& problems) : file_(file), problems_(problems) {}

  std::vector<StampedPose> read(std::string_view csv) {
    if (take_line(csv) != kTrajectoryHeader)
      add(Severity::error, "is not the expected header", std::string(kTrajectoryHeader));
    while (!csv.empty()) {
      ++line_;
      const std::string_view line = take_line(csv);
      if (line.empty()) continue;
      StampedPose pose;
      if (std::string wrong = parse_row(line, pose); !wrong.empty()) {
        add(Severity::error, std::move(wrong), "8 finite numbers");
      } else {
        check(pose);
        poses_.push_back(pose);
      }
    }
    if (poses_.size() < kMinTrajectoryPoses) {
      add(Severity::error, format("has {} poses", poses_.size()), "10 or more");
    }
    return std::move(poses_);
  }

 private:
  void add(Severity severity, std::string message, std::string allowed) {
    problems_.add({severity, ErrorCode::invalid_data, std::string(file_), format("line {}", line_), std::move(message),
                   std::move(allowed), ""});
  }
  // Quaternion, then the time step since the pose before.
  void check(const StampedPose& pose) {
    const double off = std::abs(norm(pose.map_from_body.rotation) - 1.0);
    if (!(off <= kQuaternionTolerance)) {
      const bool bad = !(off <= kMaxQuaternionError);
      add(bad ? Severity::error : Severity::warning, format("INVALID_QUATERNION: norm is off by {}", off),
          "unit length within 1e-6");
    }
    if (poses_.empty()) return;
    const double step = (pose.stamp - poses_.back().stamp).seconds();
    if (step <= 0) return add(Severity::error, "timestamp does not increase", "later than the line before");
    // 1 ns of tolerance, because the step passed through floating-point seconds.
    if (step < 0.001 - 1e-9 || step > 1.0 + 1e-9) {
      add(Severity::warning, format("{} s after the previous pose", step), "0.001 s to 1 s");
    }
  }

  std::string_view file_;
  Problems& problems_;
  std::size_t line_ = 1;
  std::vector<StampedPose> poses_;
};

}  // namespace

std::vector<StampedPose> parse_trajectory_csv(std::string_view csv, std::string_view file, Problems& problems) {
  return CsvReader(file, problems).read(csv);
}

Result<Trajectory> load_trajectory_csv(const std::filesystem::path& path) {
  GS_TRY(std::vector<StampedPose> poses, load_checked(path, parse_trajectory_csv));
  return Trajectory::from_poses(std::move(poses));
}

std::string write_trajectory_csv(const std::vector<StampedPose>& poses) {
  std::string csv = std::string(kTrajectoryHeader) + "\n";
  for (const auto& [stamp, pose] : poses) {
    csv += to_decimal_seconds(stamp);
    const auto& [q, t] = pose;
    for (const double value : {t.x, t.y, t.z, q.x, q.y, q.z, q.w}) csv += "," + json_number(value);
    csv += "\n";
  }
  return csv;
}

}  // namespace gs::world
