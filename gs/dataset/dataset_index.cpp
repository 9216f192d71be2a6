// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/dataset_index.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::dataset {
namespace {

constexpr std::size_t kMaxFrames = 1'000'000;

// dataset_config.json.
struct Configuration {
  std::vector<std::string> camera_ids;
  std::set<int64_t> held_out;
  std::string commit;
  bool undistorted = true;
};

// Reads dataset_config.json.
Result<Configuration> read_configuration(const fs::path& path) {
  GS_TRY(const Node root, read_json(path));
  Configuration out;
  const Node* ids = root.find("camera_ids");
  if (ids == nullptr || !ids->is_list() || ids->items.empty()) {
    return fail(ErrorCode::invalid_data, "camera_ids must be a list of camera names: {}", path.string());
  }
  for (const Node& id : ids->items) {
    if (!is_folder_name(id.text)) {
      return fail(ErrorCode::invalid_data, "'{}' in camera_ids is not a valid camera name: {}", id.text, path.string());
    }
    out.camera_ids.push_back(id.text);
  }
  if (const Node* frames = root.find("held_out"); frames != nullptr) {
    for (const Node& frame : frames->items) out.held_out.insert(frame.integer);
  }
  if (const Node* commit = root.find("drivesim_commit"); commit != nullptr) out.commit = commit->text;
  if (const Node* flag = root.find("undistorted"); flag != nullptr) out.undistorted = flag->boolean;
  return out;
}

// Camera of intrinsics.json. Distortion is ignored if the images are undistorted.
Result<CameraD> camera_of(const Node& intrinsics, const std::string& id, bool undistorted) {
  const Node* cameras = intrinsics.find("cameras");
  const Node* node = cameras != nullptr ? cameras->find(id) : nullptr;
  if (node == nullptr) return fail(ErrorCode::not_found, "intrinsics.json has no camera {}", id);
  const auto number = [&](std::string_view key) {
    const Node* value = node->find(key);
    return value != nullptr && value->is_number() ? value->real : 0.0;
  };
  const auto text = [&](std::string_view key) {
    const Node* value = node->find(key);
    return value != nullptr ? value->text : std::string();
  };
  CameraD camera;
  const double width = number("width"), height = number("height");
  if (!(width >= 1 && width <= 16384 && height >= 1 && height <= 16384)) {
    return fail(ErrorCode::invalid_data, "camera {} has an invalid size of {} x {} pixels", id, width, height);
  }
  camera.width = static_cast<int>(width), camera.height = static_cast<int>(height);
  camera.fx = number("fx"), camera.fy = number("fy"), camera.cx = number("cx"), camera.cy = number("cy");
  const bool fisheye = text("model") == "fisheye" || text("distortion_model") == "equidistant";
  if (fisheye && !undistorted) camera.lens = Lens::equidistant;
  if (!undistorted && text("distortion_model") != "none") {
    camera.k1 = number("k1"), camera.k2 = number("k2"), camera.k3 = number("k3"), camera.k4 = number("k4");
    camera.k5 = number("k5"), camera.k6 = number("k6"), camera.p1 = number("p1"), camera.p2 = number("p2");
  }
  return with_limits(camera);
}

// One line: frame_index, timestamp and the 3x4 matrix map_from_camera, row by row. The matrix must be a rotation.
Result<DatasetFrame> frame_of(const std::string& line) {
  std::istringstream in(line);
  DatasetFrame frame;
  double m[12] = {};
  in >> frame.index >> frame.timestamp_s;
  for (double& value : m) in >> value;
  if (!in) return fail(ErrorCode::corrupt, "a pose line needs frame_index, timestamp and 12 numbers");
  GS_TRY(frame.map_from_camera, pose_of_rows(m));
  return frame;
}

// poses/camera_<id>.txt; blank lines and comments are skipped.
Result<std::vector<DatasetFrame>> read_poses(const fs::path& path) {
  GS_TRY(const std::string text, read_text_file(path));
  std::vector<DatasetFrame> frames;
  std::istringstream in(text);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    if (frames.size() >= kMaxFrames)
      return fail(ErrorCode::limit_exceeded, "more than {} poses in one file", kMaxFrames);
    GS_TRY(const DatasetFrame frame, frame_of(line).with_context(format("{} line {}", path.string(), number)));
    frames.push_back(frame);
  }
  return frames;
}

}  // namespace

// Camera names become folder names, so nothing else is allowed in them.
bool is_folder_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

std::string rows_of_pose(const Rigid3d& pose) {
  const Mat3d r = to_matrix(pose.rotation);
  const Vec3d& t = pose.translation;
  const double moved[3] = {t.x, t.y, t.z};
  std::string out;
  for (int row = 0; row < 3; ++row) {
    for (const double value : {r.m[row][0], r.m[row][1], r.m[row][2], moved[row]}) out += " " + json_number(value);
  }
  return out;
}

Result<Rigid3d> pose_of_rows(std::span<const double, 12> m) {
  const Mat3d rotation{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double product = dot(rotation.row(i), rotation.row(j));
      if (!(std::abs(product - (i == j ? 1 : 0)) < 1e-3))
        return fail(ErrorCode::invalid_data, "the matrix is not a rotation");
    }
  }
  if (dot(cross(rotation.row(0), rotation.row(1)), rotation.row(2)) < 0) {
    return fail(ErrorCode::invalid_data, "the matrix is a reflection, not a rotation");
  }
  return Rigid3d{to_quaternion(rotation), {m[3], m[7], m[11]}};
}

Result<DatasetIndex> read_dataset_index(const fs::path& folder) {
  GS_TRY(const Configuration config, read_configuration(folder / "dataset_config.json"));
  GS_TRY(const Node intrinsics, read_json(folder / "intrinsics.json"));
  DatasetIndex out{.held_out = config.held_out, .commit = config.commit};
  for (const std::string& id : config.camera_ids) {
    GS_TRY(const CameraD lens, camera_of(intrinsics, id, config.undistorted));
    GS_TRY(std::vector<DatasetFrame> frames, read_poses(folder / "poses" / (id + ".txt")));
    out.cameras.push_back({id, lens, std::move(frames)});
  }
  return out;
}

fs::path image_path(const fs::path& folder, const std::string& camera, int64_t frame) {
  const fs::path images = folder / "images" / camera, jpeg = images / format("{:010d}.jpg", frame);
  return fs::exists(jpeg) ? jpeg : images / format("{:010d}.png", frame);
}

}  // namespace gs::dataset
