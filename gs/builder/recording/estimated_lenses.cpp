// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/estimated_lenses.h"

#include <algorithm>
#include <cmath>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

constexpr double kGuessedView_rad = kPi / 3;

}  // namespace

Node to_node(const std::vector<EstimatedLens>& lenses) {
  Node root = Node::map();
  Node& list = root.add("cameras", Node::list());
  for (const EstimatedLens& lens : lenses) {
    const mapping::LensEstimate& found = lens.found;
    const auto figure = [&](double value) { return found.found ? Node::of(value) : Node{}; };
    Node& node = list.items.emplace_back(Node::map());
    node.add("id", Node::of(lens.id));
    node.add("estimated", Node::of(found.found));
    node.add("reason", Node::of(found.reason));
    node.add("fx", figure(found.camera.fx));
    node.add("fy", figure(found.camera.fy));
    node.add("cx", figure(found.camera.cx));
    node.add("cy", figure(found.camera.cy));
    node.add("k1", figure(found.camera.k1));
    node.add("k2", figure(found.camera.k2));
    node.add("focal_sigma_share", figure(found.focal_sigma_share));
    node.add("halves_apart_share", figure(found.halves_apart_share));
    node.add("gain_standard_errors", figure(found.gain_sigmas));
    node.add("images", Node::of(static_cast<int64_t>(found.views)));
  }
  return root;
}

std::vector<std::string> to_lines(const std::vector<EstimatedLens>& lenses) {
  std::vector<std::string> lines;
  for (const EstimatedLens& lens : lenses) {
    const CameraD& c = lens.found.camera;
    lines.push_back(
        lens.found.found
            ? format("camera {}: intrinsics ESTIMATED from the drive, the log has none: focal length {:.1f} px "
                     "(+-{:.1f}), principal point {:.1f} {:.1f}, k1 {:+.4f}, k2 {:+.4f}",
                     lens.id, c.fx, c.fx * lens.found.focal_sigma_share, c.cx, c.cy, c.k1, c.k2)
            : format("camera {}: no intrinsics, and none can be estimated: {}", lens.id, lens.found.reason));
  }
  return lines;
}

world::CameraIntrinsics guessed_intrinsics(int width, int height) {
  world::CameraIntrinsics out;
  out.width = width, out.height = height;
  out.fx = out.fy = 0.5 * width / std::tan(0.5 * kGuessedView_rad);
  out.cx = 0.5 * (width - 1), out.cy = 0.5 * (height - 1);
  return out;
}

Result<std::vector<EstimatedLens>> estimate_lenses(const Workspace& workspace, const std::vector<std::string>& ids,
                                                   Problems& problems, Progress& progress) {
  std::vector<EstimatedLens> out;
  if (ids.empty()) return out;
  GS_TRY(std::vector<RecordedCamera> cameras, recorded_cameras(workspace));
  std::erase_if(cameras, [&](const RecordedCamera& camera) {
    return std::ranges::find(ids, camera.calibration.id) == ids.end();
  });
  GS_TRY(const Trajectory path, recorded_poses(workspace));
  const std::vector<ChosenImages> chosen = choose_images(cameras, path);
  GS_TRY(const mapping::StaticMap map, map_around(workspace, chosen, progress));
  for (const ChosenImages& images : chosen) {
    EstimatedLens lens{.id = images.camera->calibration.id};
    lens.found.reason = images.reason;
    if (!images.views.empty()) {
      const std::vector<mapping::CameraView> views = read_views(images, problems);
      const mapping::CameraScene scene{.camera = images.camera->lens,
                                       .base_from_camera = world::base_link_from_optical(images.camera->calibration),
                                       .views = views,
                                       .points = map.points,
                                       .voxel_m = map.voxel_m,
                                       .map_from_base = &path};
      GS_TRY(lens.found, mapping::estimate_lens(scene, progress));
    }
    out.push_back(std::move(lens));
  }
  GS_CHECK(write_file(workspace.folder(Step::calibration_builder) / kEstimatedLenses, write_json(to_node(out))));
  return out;
}

void set_lenses(world::Calibration& calibration, const std::vector<EstimatedLens>& lenses) {
  for (const EstimatedLens& lens : lenses) {
    const auto camera = std::ranges::find(calibration.cameras, lens.id, &world::CameraCalibration::id);
    if (camera == calibration.cameras.end()) continue;
    if (!lens.found.found) {
      calibration.cameras.erase(camera);
      continue;
    }
    const CameraD& found = lens.found.camera;
    world::CameraIntrinsics& in = camera->intrinsics;
    in.fx = found.fx, in.fy = found.fy, in.cx = found.cx, in.cy = found.cy;
    in.k1 = found.k1, in.k2 = found.k2;
  }
}

}  // namespace gs::builder
