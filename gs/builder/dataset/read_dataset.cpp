// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/dataset/read_dataset.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <sstream>

#include "gs/builder/dataset/lidar_depth.h"
#include "gs/builder/dataset/picture.h"
#include "gs/builder/dataset/points_ply.h"
#include "gs/config/yaml.h"
#include "gs/core/file.h"
#include "gs/core/parallel.h"

namespace gs {
namespace {

constexpr std::size_t kMaxFrames = 1'000'000;
constexpr double kSweepAwayS = 0.15;  // a sweep takes a tenth of a second

struct Configuration {
  std::vector<std::string> camera_ids;
  std::set<int64_t> held_out;
  std::string commit;
  bool undistorted = true;
};

// One line of poses/camera_<id>.txt.
struct Frame {
  int64_t index = 0;
  double timestamp_s = 0;
  Rigid3d map_from_camera{};
};

struct Item {
  std::string camera;
  Frame frame{};
  CameraD lens{};
};

std::string name_of(const Item& item) { return format("{}/{:010d}", item.camera, item.frame.index); }

bool is_folder_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// JSON is YAML.
Result<Configuration> read_configuration(const fs::path& path) {
  GS_TRY(const Node root, read_yaml(path));
  Configuration out;
  const Node* ids = root.find("camera_ids");
  if (ids == nullptr || !ids->is_list() || ids->items.empty()) {
    return fail(ErrorCode::invalid_data, "camera_ids must be a list of camera names: {}", path.string());
  }
  for (const Node& id : ids->items) {
    if (!is_folder_name(id.text)) {
      return fail(ErrorCode::invalid_data, "'{}' in camera_ids is no name of a camera: {}", id.text, path.string());
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
    return fail(ErrorCode::invalid_data, "camera {} has a size of {} x {} pixels", id, width, height);
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

Result<Frame> frame_of(const std::string& line) {
  std::istringstream in(line);
  Frame frame;
  double m[12] = {};
  in >> frame.index >> frame.timestamp_s;
  for (double& value : m) in >> value;
  if (!in) return fail(ErrorCode::corrupt, "a pose is frame_index, timestamp and 12 numbers");
  const Mat3d rotation{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double product = dot(rotation.row(i), rotation.row(j));
      if (!(std::abs(product - (i == j ? 1 : 0)) < 1e-3)) return fail(ErrorCode::invalid_data, "not a rotation");
    }
  }
  if (dot(cross(rotation.row(0), rotation.row(1)), rotation.row(2)) < 0) {
    return fail(ErrorCode::invalid_data, "not a rotation but a reflection");
  }
  frame.map_from_camera = {to_quaternion(rotation), {m[3], m[7], m[11]}};
  return frame;
}

Result<std::vector<Frame>> read_poses(const fs::path& path) {
  GS_TRY(const std::string text, read_text_file(path));
  std::vector<Frame> frames;
  std::istringstream in(text);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    if (frames.size() >= kMaxFrames) return fail(ErrorCode::limit_exceeded, "more than {} poses", kMaxFrames);
    GS_TRY(const Frame frame, frame_of(line).with_context(format("{} line {}", path.string(), number)));
    frames.push_back(frame);
  }
  return frames;
}

fs::path picture_path(const fs::path& folder, const std::string& name) {
  const fs::path jpeg = folder / (name + ".jpg");
  return fs::exists(jpeg) ? jpeg : folder / (name + ".png");
}

// What the picture leaves out, left out.
Result<void> apply_mask(const fs::path& path, const CameraD& camera, std::vector<uint8_t>& mask) {
  if (!fs::exists(path)) return {};
  GS_TRY(const std::vector<uint8_t> picture, read_gray8(path, camera));
  mask.resize(picture.size(), 255);
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture[i] == 0) mask[i] = 0;
  }
  return {};
}

Result<TrainingView> load_view(const fs::path& folder, const Item& item, const DatasetOptions& options,
                               std::span<const LidarSweep> sweeps) {
  const std::string name = format("{:010d}", item.frame.index);
  TrainingView view{
      .name = item.camera + "/" + name, .camera = item.lens, .map_from_camera = item.frame.map_from_camera};
  view.timestamp_s = item.frame.timestamp_s;
  GS_TRY(view.rgb8, read_rgb8(picture_path(folder / "images" / item.camera, name), item.lens));
  if (options.masks) {
    GS_CHECK(apply_mask(folder / "masks" / (item.camera + ".png"), item.lens, view.mask));
    GS_CHECK(apply_mask(folder / "masks" / item.camera / (name + ".png"), item.lens, view.mask));
  }
  if (options.sky) {
    const fs::path sky = folder / "sky" / item.camera / (name + ".png");
    if (fs::exists(sky)) {
      GS_TRY(view.sky, read_gray8(sky, item.lens));
    }
  }
  if (const LidarSweep* sweep = nearest_sweep(sweeps, item.frame.timestamp_s, kSweepAwayS); sweep != nullptr) {
    GS_TRY(const std::vector<Vec3f> points, read_sweep(sweep->file));
    view.depth = depth_samples(points, view, options.depth_samples);
    drop_masked_samples(view);
  }
  return view;
}

Result<std::vector<Item>> list_items(const fs::path& folder, const Configuration& config,
                                     const DatasetOptions& options) {
  GS_TRY(const Node intrinsics, read_yaml(folder / "intrinsics.json"));
  std::vector<Item> items;
  for (const std::string& id : config.camera_ids) {
    GS_TRY(const CameraD camera, camera_of(intrinsics, id, config.undistorted));
    GS_TRY(const std::vector<Frame> frames, read_poses(folder / "poses" / (id + ".txt")));
    for (std::size_t i = 0; i < frames.size(); i += static_cast<std::size_t>(options.frame_stride)) {
      Item item{id, frames[i], camera};
      const bool wanted =
          options.only.empty() || std::binary_search(options.only.begin(), options.only.end(), name_of(item));
      if (wanted) items.push_back(std::move(item));
    }
  }
  return items;
}

}  // namespace

Result<void> leave_out_masked_views(TrainingData& data, Problems& problems) {
  const std::size_t before = data.views.size();
  std::erase_if(data.views, [&](const TrainingView& view) {
    if (!is_masked_entirely(view)) return false;
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .file = view.name,
                  .message = "masked entirely: not used",
                  .hint = "0 in a mask leaves a pixel out, 255 keeps it"});
    return true;
  });
  if (before == 0 || !data.views.empty()) return {};
  return fail(ErrorCode::invalid_data, "all {} images are masked entirely: nothing is left to train on", before)
      .with_hint("0 in a mask leaves a pixel out, 255 keeps it; training.masks off trains without masks");
}

Result<Dataset> read_outline(const fs::path& folder, const DatasetOptions& options) {
  GS_TRY(const Configuration config, read_configuration(folder / "dataset_config.json"));
  GS_TRY(const std::vector<Item> items, list_items(folder, config, options));
  Dataset out{.drivesim_commit = config.commit};
  for (const Item& item : items) {
    TrainingView& view = out.data.views.emplace_back();
    view.name = name_of(item), view.camera = item.lens, view.map_from_camera = item.frame.map_from_camera;
    view.held_out = config.held_out.contains(item.frame.index), view.timestamp_s = item.frame.timestamp_s;
  }
  if (options.points && fs::exists(folder / "points.ply")) {
    GS_TRY(out.data.points, read_points_ply(folder / "points.ply"));
  }
  return out;
}

Result<Dataset> read_dataset(const fs::path& folder, const DatasetOptions& options, Problems& problems,
                             Progress& progress) {
  GS_TRY(const Configuration config, read_configuration(folder / "dataset_config.json"));
  GS_TRY(const std::vector<Item> items, list_items(folder, config, options));
  Dataset out{.drivesim_commit = config.commit};
  if (options.points && fs::exists(folder / "points.ply")) {
    GS_TRY(out.data.points, read_points_ply(folder / "points.ply"));
  }
  std::vector<LidarSweep> sweeps;
  if (options.depth_samples > 0) {
    GS_TRY(sweeps, list_sweeps(folder / "lidar"));
  }

  progress.begin("reading images", items.size(), "frames");
  std::vector<std::optional<TrainingView>> views(items.size());
  std::vector<std::optional<Error>> errors(items.size());
  constexpr std::size_t kAtOnce = 16;
  for (std::size_t begin = 0; begin < items.size(); begin += kAtOnce) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while reading images");
    parallel_for(
        std::min(kAtOnce, items.size() - begin),
        [&](std::size_t k) {
          auto view = load_view(folder, items[begin + k], options, sweeps);
          if (view) {
            views[begin + k] = *std::move(view);
          } else {
            errors[begin + k] = std::move(view).error();
          }
        },
        1);
    progress.advance(std::min(begin + kAtOnce, items.size()));
  }
  progress.finish();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (errors[i]) {
      problems.add(Severity::warning, *std::move(errors[i]), name_of(items[i]));
      continue;
    }
    views[i]->held_out = config.held_out.contains(items[i].frame.index);
    out.data.views.push_back(*std::move(views[i]));
  }
  if (out.data.views.empty()) {
    return fail(ErrorCode::invalid_data, "none of {} frames has an image that can be read: {}", items.size(),
                folder.string());
  }
  GS_CHECK(leave_out_masked_views(out.data, problems));
  return out;
}

}  // namespace gs
