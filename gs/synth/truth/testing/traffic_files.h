// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes ground truth of scripted traffic and reads its files as a user would, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/truth/truth.h"

namespace gs::synth::testing {

// A drive with scripted traffic and exact sensors.
inline DriveOptions busy_drive(const std::string& preset, double duration_s) {
  DriveOptions drive;
  drive.traffic_preset = preset;
  drive.duration_s = duration_s;
  drive.cameras = {"front"};
  drive.resolution = "192x108";
  drive.lidar_noise.range_noise_m = 0;
  return drive;
}

inline void write_truth_of(const DriveOptions& drive, const TruthOptions& options, const fs::path& folder) {
  NoProgress progress;
  const auto report = write_truth(folder, false, drive, options, progress);
  ASSERT_TRUE(report) << report.error().message;
}

// Few files: no views, a coarse heightmap.
inline TruthOptions short_truth(int every, int every_sweep) {
  return {
      .every = every, .every_sweep = every_sweep, .offsets_m = {}, .heightmap_resolution_m = 5, .held_out_samples = 1};
}

// A box of boxes.json at a time.
struct TruthBox {
  Rigid3d map_from_box;  // its centre
  Vec3d size, velocity;
};

// An object of boxes.json.
struct TruthObject {
  uint32_t instance = 0;
  std::string type;
  bool deforms = false;
  std::vector<std::map<std::string, std::vector<double>>> tracks;

  // The box at a time, linear between two samples; none while the object is not on the street.
  std::optional<TruthBox> at(double t) const {
    for (const auto& track : tracks) {
      const std::vector<double>& times = track.at("t");
      const auto next = std::upper_bound(times.begin(), times.end(), t);
      if (next == times.begin() || next == times.end()) continue;
      const auto i = static_cast<std::size_t>(next - times.begin());
      const double share = (t - times[i - 1]) / (times[i] - times[i - 1]);
      const auto value = [&](const char* name) {
        const std::vector<double>& column = track.at(name);
        return column[i - 1] + share * (column[i] - column[i - 1]);
      };
      TruthBox box;
      box.size = deforms ? Vec3d{value("length"), value("width"), value("height")} : size;
      const double turned = track.at("yaw")[i] - track.at("yaw")[i - 1];
      const double yaw = track.at("yaw")[i - 1] + share * std::remainder(turned, 2 * kPi);
      box.map_from_box.rotation = Quaterniond::from_rpy(value("roll"), value("pitch"), yaw);
      box.map_from_box.translation =
          Vec3d{value("x"), value("y"), value("z")} + box.map_from_box.rotation * Vec3d{0, 0, 0.5 * box.size.z};
      box.velocity = {value("vx"), value("vy"), value("vz")};
      return box;
    }
    return std::nullopt;
  }
  Vec3d size;
};

inline Vec3d vector_of(const Node& node) {
  return {node.items.at(0).real, node.items.at(1).real, node.items.at(2).real};
}
inline Rigid3d pose_of(const Node& node) {
  const auto& q = node["rotation_xyzw"].items;
  return {{q.at(0).real, q.at(1).real, q.at(2).real, q.at(3).real}, vector_of(node["translation"])};
}

// The objects of boxes.json by instance.
inline std::map<uint32_t, TruthObject> read_boxes(const fs::path& folder) {
  std::map<uint32_t, TruthObject> out;
  const Node file = read_json(folder / "boxes.json", kManyValues).value();
  EXPECT_EQ(file["frame"].text, "map");
  EXPECT_EQ(file["zero"]["sec"].integer * 1'000'000'000 + file["zero"]["nanosec"].integer, kDriveStart.ns);
  for (const Node& entry : file["objects"].items) {
    TruthObject object{.instance = static_cast<uint32_t>(entry["instance"].integer),
                       .type = entry["class"].text,
                       .deforms = entry["deforms"].boolean,
                       .size = vector_of(entry["size"])};
    for (const Node& track : entry["tracks"].items) {
      object.tracks.emplace_back();
      for (const auto& [name, column] : track.members) {
        for (const Node& value : column.items) object.tracks.back()[name].push_back(value.real);
      }
    }
    out[object.instance] = std::move(object);
  }
  return out;
}

// The path of poses.csv, linear between two rows of 10 ms.
class TruthPath {
 public:
  explicit TruthPath(const fs::path& folder) {
    std::istringstream rows(read_text_file(folder / "poses.csv").value());
    std::string line;
    std::getline(rows, line);
    while (std::getline(rows, line)) {
      std::replace(line.begin(), line.end(), ',', ' ');
      std::istringstream words(line);
      double t = 0;
      Rigid3d pose;
      Quaterniond& q = pose.rotation;
      words >> t >> pose.translation.x >> pose.translation.y >> pose.translation.z >> q.x >> q.y >> q.z >> q.w;
      poses_.push_back(pose);
    }
  }
  Rigid3d at(double t) const {
    const double row = std::clamp(t / 0.01, 0.0, static_cast<double>(poses_.size() - 1) - 1e-9);
    const auto i = static_cast<std::size_t>(row);
    return interpolate(poses_[i], poses_[i + 1], row - static_cast<double>(i));
  }

 private:
  std::vector<Rigid3d> poses_;
};

// The numbers of a binary file.
template <class T>
std::vector<T> read_numbers(const fs::path& path) {
  const std::vector<std::byte> bytes = read_binary_file(path, uint64_t{1} << 30).value();
  EXPECT_EQ(bytes.size() % sizeof(T), 0u);
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}

}  // namespace gs::synth::testing
