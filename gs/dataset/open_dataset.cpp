// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/open_dataset.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/core/parallel.h"
#include "gs/dataset/colmap.h"
#include "gs/dataset/images_at_once.h"
#include "gs/dataset/points_ply.h"
#include "gs/dataset/read_image.h"
#include "gs/splat/train/packed/packed_dataset.h"

namespace gs::dataset {
namespace {

constexpr std::size_t kHeldOutInterval = 8;

// A view whose pixels are not read yet.
struct PendingView {
  splat::train::TrainingView view{};
  std::string image{}, mask{};  // paths relative to the folder
};

// Reads image and mask of a view.
Result<void> load(const fs::path& folder, const DatasetOptions& options, PendingView& pending) {
  GS_TRY(const fs::path image, path_inside(folder, pending.image));
  GS_TRY(pending.view.rgb8, read_rgb8(image, pending.view.camera));
  if (pending.mask.empty() || !options.masks) return {};
  GS_TRY(const fs::path mask, path_inside(folder, pending.mask));
  GS_TRY(pending.view.mask, read_gray8(mask, pending.view.camera));
  return {};
}

// Reads every frame_stride-th view, in parallel; views that fail are reported and left out.
Result<std::vector<splat::train::TrainingView>> load_views(const fs::path& folder, std::vector<PendingView> pending,
                                                           const DatasetOptions& options, Problems& problems,
                                                           Progress& progress) {
  std::vector<PendingView> chosen;
  for (std::size_t i = 0; i < pending.size(); i += static_cast<std::size_t>(options.frame_stride)) {
    chosen.push_back(std::move(pending[i]));
    // Counted after thinning, so that every stride holds out one image in eight.
    chosen.back().view.held_out = chosen.size() % kHeldOutInterval == 5;
  }
  progress.begin("reading images", chosen.size(), "frames");
  std::vector<std::optional<Error>> errors(chosen.size());
  for (std::size_t begin = 0; begin < chosen.size(); begin += kImagesAtOnce) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while reading images");
    const std::size_t count = std::min(kImagesAtOnce, chosen.size() - begin);
    parallel_for(
        count,
        [&](std::size_t k) {
          auto done = load(folder, options, chosen[begin + k]);
          if (!done) errors[begin + k] = std::move(done).error();
        },
        1);
    progress.advance(begin + count);
  }
  progress.finish();
  std::vector<splat::train::TrainingView> views;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (errors[i]) {
      problems.add(Severity::warning, *std::move(errors[i]), chosen[i].view.name);
      continue;
    }
    views.push_back(std::move(chosen[i].view));
  }
  if (!views.empty()) return views;
  return fail(ErrorCode::invalid_data, "none of {} images can be read: {}", chosen.size(), folder.string());
}

// Every n-th view of each camera, the same that reading the original folder would give.
void keep_every(int stride, std::vector<splat::train::TrainingView>& views) {
  std::map<std::string, int, std::less<>> seen;  // by camera
  std::erase_if(views, [&](const splat::train::TrainingView& view) {
    return seen[std::string(splat::train::camera_of(view))]++ % stride != 0;
  });
}

// Pose of a row-major 4 x 4 matrix with OpenGL camera axes (x right, y up, z back), converted to optical axes.
Result<Rigid3d> opengl_pose(const Node& matrix) {
  if (matrix.items.size() < 3) return fail(ErrorCode::invalid_data, "transform_matrix must have 4 rows of 4 numbers");
  double m[3][4] = {};
  for (std::size_t r = 0; r < 3; ++r) {
    if (matrix.items[r].items.size() != 4)
      return fail(ErrorCode::invalid_data, "each row of transform_matrix must have 4 numbers");
    for (std::size_t c = 0; c < 4; ++c) {
      m[r][c] = matrix.items[r].items[c].number_or(std::nan(""));
      if (!std::isfinite(m[r][c]))
        return fail(ErrorCode::invalid_data, "transform_matrix must contain finite numbers only");
    }
  }
  Mat3d rotation;
  for (int r = 0; r < 3; ++r) rotation.m[r][0] = m[r][0], rotation.m[r][1] = -m[r][1], rotation.m[r][2] = -m[r][2];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const bool fine = std::fabs(dot(rotation.row(i), rotation.row(j)) - (i == j ? 1 : 0)) < 1e-3;
      if (!fine) return fail(ErrorCode::invalid_data, "transform_matrix does not contain a rotation");
    }
  }
  if (determinant(rotation) < 0) return fail(ErrorCode::invalid_data, "transform_matrix contains a reflection");
  return Rigid3d{to_quaternion(rotation), {m[0][3], m[1][3], m[2][3]}};
}

// Camera of a frame; values that the frame does not have are those of the file.
Result<CameraD> transforms_camera(const Node& root, const Node& frame) {
  const auto number = [&](std::string_view name, double otherwise) {
    return frame[name].number_or(root[name].number_or(otherwise));
  };
  CameraD c;
  const double width = number("w", 0), height = number("h", 0);
  if (!(width >= 1 && height >= 1 && width <= 16384 && height <= 16384)) {
    return fail(ErrorCode::invalid_data, "w and h of the images are missing or not in 1..16384");
  }
  c.width = static_cast<int>(width), c.height = static_cast<int>(height);
  const double angle = number("camera_angle_x", 0);
  // Focal length in pixels, or from the horizontal field of view. Pixel centres are halves in this format.
  c.fx = number("fl_x", angle > 0 ? 0.5 * width / std::tan(0.5 * angle) : 0);
  c.fy = number("fl_y", c.fx);
  c.cx = number("cx", 0.5 * width) - 0.5, c.cy = number("cy", 0.5 * height) - 0.5;
  c.k1 = number("k1", 0), c.k2 = number("k2", 0), c.k3 = number("k3", 0), c.k4 = number("k4", 0);
  c.p1 = number("p1", 0), c.p2 = number("p2", 0);
  const Node& model = !frame["camera_model"].is_null() ? frame["camera_model"] : root["camera_model"];
  const bool fisheye = model.text == "OPENCV_FISHEYE" || root["is_fisheye"].boolean;
  if (fisheye) c.lens = Lens::equidistant, c.p1 = c.p2 = 0;
  if (!fisheye) c.k4 = 0;
  return with_limits(c);
}

// One frame of transforms.json.
Result<PendingView> pending_view(const Node& root, const Node& frame) {
  PendingView out;
  if (!frame["file_path"].is_text()) return fail(ErrorCode::invalid_data, "a frame has no file_path");
  out.image = frame["file_path"].text;
  if (fs::path(out.image).extension().empty())
    out.image += ".png";  // the synthetic NeRF scenes leave out the extension
  if (frame["mask_path"].is_text()) out.mask = frame["mask_path"].text;
  out.view.name = fs::path(out.image).lexically_normal().string();
  GS_TRY(out.view.camera, transforms_camera(root, frame));
  GS_TRY(out.view.map_from_camera, opengl_pose(frame["transform_matrix"]));
  return out;
}

}  // namespace

Result<Dataset> read_colmap_dataset(const fs::path& folder, const DatasetOptions& options, Problems& problems,
                                    Progress& progress) {
  const fs::path place = find_colmap_model(folder);
  if (place.empty()) return fail(ErrorCode::not_found, "no COLMAP model found: {}", folder.string());
  GS_TRY(ColmapModel model, read_colmap_model(place));
  std::vector<PendingView> pending;
  for (const ColmapImage& image : model.images) {
    const auto camera = model.cameras.find(image.camera_id);
    if (camera == model.cameras.end()) {
      return fail(ErrorCode::corrupt, "image {} names camera {}, which is not in the model", image.name,
                  image.camera_id);
    }
    PendingView view{.image = image.name};
    view.view.name = image.name;
    view.view.camera = camera->second;
    view.view.map_from_camera = image.camera_from_map.inverse();
    pending.push_back(std::move(view));
  }
  // COLMAP's image names are relative to the folder of its images.
  const fs::path images = fs::exists(folder / "images") ? folder / "images" : folder;
  Dataset out{.drivesim_commit = "colmap"};
  GS_TRY(out.data.views, load_views(images, std::move(pending), options, problems, progress));
  out.data.points = std::move(model.points);
  return out;
}

Result<Dataset> read_transforms_dataset(const fs::path& folder, const DatasetOptions& options, Problems& problems,
                                        Progress& progress) {
  GS_TRY(const Node root, read_json(folder / "transforms.json", kManyValues));
  std::vector<PendingView> pending;
  for (const Node& frame : root["frames"].items) {
    GS_TRY(PendingView view, pending_view(root, frame).with_context(format("frame {}", pending.size())));
    pending.push_back(std::move(view));
  }
  // Sorted by name, so that the held-out images do not depend on the order in the file.
  std::stable_sort(pending.begin(), pending.end(), [](auto& a, auto& b) { return a.image < b.image; });
  Dataset out{.drivesim_commit = "transforms"};
  GS_TRY(out.data.views, load_views(folder, std::move(pending), options, problems, progress));
  if (root["ply_file_path"].is_text()) {
    GS_TRY(const fs::path points, path_inside(folder, root["ply_file_path"].text));
    GS_TRY(out.data.points, read_points_ply(points));
  }
  return out;
}

Result<OpenedDataset> open_dataset(const fs::path& path, const DatasetOptions& options, Problems& problems,
                                   Progress& progress) {
  OpenedDataset out;
  if (fs::is_regular_file(path)) {
    GS_TRY(splat::train::PackedDataset packed, splat::train::load_packed_dataset(path));
    out.set = {std::move(packed.data), std::move(packed.drivesim_commit)};
    // A packed file contains everything; apply the same options as for folders.
    keep_every(options.frame_stride, out.set.data.views);
    if (!options.masks) {
      for (splat::train::TrainingView& view : out.set.data.views) view.mask.clear();
    }
    GS_CHECK(leave_out_masked_views(out.set.data, problems));
    return out;
  }
  if (fs::exists(path / "dataset_config.json")) {
    GS_TRY(out.set, read_dataset(path, options, problems, progress));
    return out;
  }
  out.drive = false;
  if (fs::exists(path / "transforms.json")) {
    GS_TRY(out.set, read_transforms_dataset(path, options, problems, progress));
    GS_CHECK(leave_out_masked_views(out.set.data, problems));
    return out;
  }
  if (find_colmap_model(path).empty()) {
    return fail(ErrorCode::not_found, "not a data set: {}", path.string())
        .with_hint(
            "a data set is a folder with dataset_config.json, transforms.json or a COLMAP model, or a .gsds file");
  }
  GS_TRY(out.set, read_colmap_dataset(path, options, problems, progress));
  return out;
}

}  // namespace gs::dataset
