// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/refined_cameras.h"

#include <algorithm>

#include "gs/assets/image/jpeg.h"
#include "gs/builder/build_config.h"
#include "gs/builder/recording/camera_corrections.h"
#include "gs/builder/recording/projected_points.h"
#include "gs/builder/recording/shared_clocks.h"
#include "gs/core/json/json.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr double kDegreesOfRadian = 180 / kPi;
constexpr int kPictureQuality = 80;

Vec3d in_degrees(double x, double y, double z) { return Vec3d{x, y, z} * kDegreesOfRadian; }

// The number, or null.
Node known(bool is_known, double value) { return is_known ? Node::of(value) : Node{}; }

// Seconds that are added to the stamps of the images.
double applied_time_s(const CameraRefinement& camera) { return camera.applied ? camera.found.correction.time_s : 0; }

// Decides whether the estimate is applied.
void decide_camera(std::string_view mode, CameraRefinement& report) {
  mapping::CameraLidarResult& found = report.found;
  const bool has_estimate = std::ranges::any_of(found.free, [](bool free) { return free; });
  if (mode == kRefineAlways && found.tried && has_estimate) {
    found.correction = mapping::to_correction(found.estimate);
    report.applied = true;
    report.reason = "calibration.refine_cameras is true; " + found.reason;
    return;
  }
  report.applied = found.taken;
  report.reason = found.reason;
}

// Pictures of one image with the points, by the calibration of before and, if something is applied, after.
Result<void> write_pictures(const ChosenImages& chosen, const CameraRefinement& report,
                            const mapping::CameraScene& scene, const fs::path& folder) {
  if (chosen.views.empty()) return {};
  const RecordedCamera& camera = *chosen.camera;
  const RecordedView& view = camera.views[chosen.views[chosen.views.size() / 2]];
  const auto image = dataset::read_recorded_image(view.path, camera.lens);
  if (!image) return {};  // reported with the other images
  const auto draw = [&](const mapping::CameraCorrection& correction, const char* name) -> Result<void> {
    const auto pose = scene.map_from_base->at(pose_stamp(camera, view) + Duration::from_seconds(correction.time_s));
    if (!pose) return {};
    const Rigid3d camera_from_map = (*pose * mapping::corrected(scene.base_from_camera, correction)).inverse();
    const assets::Image drawn =
        draw_projected_points(*image, camera.lens, camera_from_map, scene.points, scene.voxel_m);
    GS_TRY(const auto jpeg, assets::encode_jpeg(drawn, {.quality = kPictureQuality}));
    return write_file(folder / (report.id + name), jpeg);
  };
  std::error_code ignored;  // a missing folder is reported when the first file is written
  fs::create_directories(folder, ignored);
  GS_CHECK(draw({}, "_before.jpg"));
  if (report.applied) GS_CHECK(draw(report.found.correction, "_after.jpg"));
  return {};
}

Result<void> write_results(const Workspace& workspace, const std::vector<CameraRefinement>& cameras) {
  const fs::path folder = workspace.folder(Step::calibration_builder);
  CameraTimes times;
  for (const CameraRefinement& camera : cameras) {
    if (const double time_s = applied_time_s(camera); time_s != 0) times[camera.id] = time_s;
  }
  if (!times.empty()) GS_CHECK(write_file(folder / kCameraCorrections, write_camera_corrections(times)));
  return write_file(folder / kCameraRefinementReport, write_json(to_node(cameras)));
}

// The scene of a camera without its images.
mapping::CameraScene scene_of(const ChosenImages& images, const mapping::StaticMap& map, const Trajectory& path) {
  return {.camera = images.camera->lens,
          .base_from_camera = world::base_link_from_optical(images.camera->calibration),
          .views = {},
          .points = map.points,
          .voxel_m = map.voxel_m,
          .map_from_base = &path};
}

// Keeps the calibration of cameras that are triggered together and contradict each other about their clock.
void keep_contradicting(const std::vector<ChosenImages>& chosen, std::vector<CameraRefinement>& reports) {
  std::vector<CameraClock> clocks;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const mapping::CameraLidarResult& found = reports[i].found;
    CameraClock& clock = clocks.emplace_back();
    clock.time_s = found.clock_s, clock.sigma_s = found.clock_sigma_s, clock.applied = applied_time_s(reports[i]) != 0;
    for (const RecordedView& view : chosen[i].camera->views) clock.stamps.push_back(view.stamp);
  }
  for (const std::size_t i : contradicting_cameras(clocks)) {
    if (!reports[i].applied) continue;
    reports[i].applied = false;
    reports[i].reason = "cameras with the same stamps contradict each other about their clock";
  }
}

}  // namespace

Node to_node(const std::vector<CameraRefinement>& cameras) {
  Node root = Node::map();
  Node& list = root.add("cameras", Node::list());
  for (const CameraRefinement& camera : cameras) {
    const mapping::CameraLidarResult& r = camera.found;
    Node& node = list.items.emplace_back(Node::map());
    node.add("id", Node::of(camera.id));
    node.add("applied", Node::of(camera.applied));
    node.add("reason", Node::of(camera.reason));
    // Null: the unknown was not estimated, or nothing was compared. A zero would be a claim.
    const auto estimate = [&](std::size_t i, double unit) { return known(r.free[i], unit * r.estimate[i]); };
    const auto sigma = [&](std::size_t i, double unit) { return known(r.free[i], unit * r.sigma[i]); };
    const auto three = [](const auto& value, std::size_t first, double unit) {
      return Node::list({value(first, unit), value(first + 1, unit), value(first + 2, unit)});
    };
    node.add("rotation_deg", three(estimate, 0, kDegreesOfRadian));
    node.add("translation_m", three(estimate, 3, 1));
    node.add("time_s", estimate(mapping::kTimeUnknown, 1));
    node.add("applied_time_s", Node::of(applied_time_s(camera)));
    node.add("rotation_sigma_deg", three(sigma, 0, kDegreesOfRadian));
    node.add("translation_sigma_m", three(sigma, 3, 1));
    node.add("time_sigma_s", sigma(mapping::kTimeUnknown, 1));
    node.add("fitted_images", Node::of(static_cast<int64_t>(r.fitted_views)));
    node.add("judging_images", Node::of(static_cast<int64_t>(r.judging_views)));
    const bool judged = r.judging_views > 0;
    Node& evidence = node.add("evidence", Node::map());
    evidence.add("distance_before", known(judged, r.before));
    evidence.add("distance_after", known(judged, r.after));
    evidence.add("share_better", known(judged, r.share_better));
    evidence.add("gain_standard_errors", known(judged, r.gain_sigmas));
    evidence.add("spread_before", known(judged, r.spread_before));
    evidence.add("spread_after", known(judged, r.spread_after));
  }
  return root;
}

std::vector<std::string> to_lines(const std::vector<CameraRefinement>& cameras) {
  std::vector<std::string> lines;
  for (const CameraRefinement& camera : cameras) {
    const mapping::CameraVector& e = camera.found.estimate;
    const Vec3d turn = in_degrees(e[0], e[1], e[2]);
    std::string line = format("camera {}: ", camera.id);
    if (std::ranges::any_of(camera.found.free, [](bool free) { return free; })) {
      line += format("turn {:+.2f} {:+.2f} {:+.2f} deg, move {:+.3f} {:+.3f} {:+.3f} m, clock {:+.1f} ms: ", turn.x,
                     turn.y, turn.z, e[3], e[4], e[5], 1e3 * e[mapping::kTimeUnknown]);
    }
    lines.push_back(line + (camera.applied ? "applied, because " : "the calibration is kept, because ") +
                    camera.reason);
  }
  return lines;
}

Result<std::vector<CameraRefinement>> refine_recorded_cameras(const Workspace& workspace, std::string_view mode,
                                                              Problems& problems, Progress& progress) {
  std::vector<CameraRefinement> reports;
  if (mode == kRefineNever) return reports;
  GS_TRY(const std::vector<RecordedCamera> cameras, recorded_cameras(workspace));
  if (cameras.empty()) return reports;
  GS_TRY(const Trajectory path, recorded_poses(workspace));
  const std::vector<ChosenImages> chosen = choose_images(cameras, path);
  GS_TRY(const mapping::StaticMap map, map_around(workspace, chosen, progress));
  progress.begin("refining cameras", chosen.size(), "cameras");
  for (const ChosenImages& images : chosen) {
    CameraRefinement report{.id = images.camera->calibration.id, .reason = images.reason};
    if (!images.views.empty() && map.points.empty()) report.reason = "the log has no sweeps around the images";
    if (!images.views.empty() && !map.points.empty()) {
      const std::vector<mapping::CameraView> views = read_views(images, problems);
      std::vector<uint8_t> seen;
      if (const fs::path& mask = images.camera->mask; !mask.empty()) {
        GS_TRY(seen, dataset::read_gray8(mask, images.camera->lens));
      }
      mapping::CameraScene scene = scene_of(images, map, path);
      scene.views = views, scene.seen = seen;
      GS_TRY(report.found, mapping::calibrate_camera(scene, {}, progress));
      decide_camera(mode, report);
    }
    reports.push_back(std::move(report));
    progress.advance(reports.size());
  }
  if (mode == kRefineAuto) keep_contradicting(chosen, reports);
  const fs::path pictures = workspace.folder(Step::calibration_builder) / kProjectedPoints;
  for (std::size_t i = 0; i < chosen.size() && !map.points.empty(); ++i) {
    GS_CHECK(write_pictures(chosen[i], reports[i], scene_of(chosen[i], map, path), pictures));
  }
  progress.finish();
  GS_CHECK(write_results(workspace, reports));
  return reports;
}

void turn_cameras(world::Calibration& calibration, const std::vector<CameraRefinement>& cameras) {
  for (world::CameraCalibration& camera : calibration.cameras) {
    for (const CameraRefinement& refined : cameras) {
      if (!refined.applied || refined.id != camera.id) continue;
      camera.extrinsics.transform = mapping::corrected(world::base_link_from_optical(camera), refined.found.correction);
      // The corrected pose is that of the optical axes, whatever the stated one was.
      camera.convention = world::CameraConvention::opencv;
    }
  }
}

}  // namespace gs::builder
