// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/refined_cameras.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/image/jpeg.h"
#include "gs/builder/build_config.h"
#include "gs/builder/recording/camera_corrections.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/recording/projected_points.h"
#include "gs/core/json/json.h"
#include "gs/core/parallel.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr double kStep_s = 0.5;        // between the images of a block
constexpr double kAround_s = 2.5;      // sweeps this long before and after a chosen image make the map
constexpr double kStanding_mps = 0.3;  // slower images show nothing new
constexpr double kDegreesOfRadian = 180 / kPi;
constexpr int kPictureQuality = 80;

// The sweeps of a drive near chosen times.
class NearbySweeps final : public mapping::SweepSource {
 public:
  // `times` in order.
  NearbySweeps(RecordedSweeps& all, const std::vector<Timestamp>& times) : all_(all) {
    const Duration around = Duration::from_seconds(kAround_s);
    for (std::size_t i = 0; i < all.count(); ++i) {
      const auto next = std::ranges::lower_bound(times, all.stamp(i) - around);
      if (next != times.end() && *next <= all.stamp(i) + around) chosen_.push_back(i);
    }
  }
  std::size_t count() const override { return chosen_.size(); }
  Result<mapping::Sweep> read(std::size_t index) override { return all_.read(chosen_[index]); }

 private:
  RecordedSweeps& all_;
  std::vector<std::size_t> chosen_;
};

// Time in which the vehicle moves, at every image [s].
std::vector<double> moving_times(const std::vector<RecordedView>& views, const Trajectory& path) {
  std::vector<double> out(views.size(), 0);
  for (std::size_t i = 1; i < views.size(); ++i) {
    const auto a = path.at(views[i - 1].stamp), b = path.at(views[i].stamp);
    const double step_s = std::max(0.0, (views[i].stamp - views[i - 1].stamp).seconds());
    const bool moves = a && b && norm(b->translation - a->translation) > kStanding_mps * step_s;
    out[i] = out[i - 1] + (moves ? step_s : 0);
  }
  return out;
}

// One camera with the images that are looked at.
struct ChosenCamera {
  const RecordedCamera* camera = nullptr;
  std::vector<std::size_t> views;
  CameraRefinement report;
};

Vec3d in_degrees(double x, double y, double z) { return Vec3d{x, y, z} * kDegreesOfRadian; }

Node list_of(Vec3d v) { return Node::list({Node::of(v.x), Node::of(v.y), Node::of(v.z)}); }

// The stamp at which the pose of an image counts: with a rolling shutter the middle of the readout.
Timestamp pose_stamp(const RecordedCamera& camera, const RecordedView& view) {
  const auto& shutter = camera.calibration.rolling_shutter;
  return view.stamp + Duration::from_seconds(shutter ? shutter->readout_sec / 2 : 0);
}

// Images of a camera in grey. An image that cannot be read is left out with a warning.
std::vector<mapping::CameraView> read_views(const ChosenCamera& chosen, Problems& problems) {
  const RecordedCamera& camera = *chosen.camera;
  std::vector<std::optional<Result<assets::Image>>> images(chosen.views.size());
  parallel_for(
      images.size(),
      [&](std::size_t i) { images[i] = dataset::read_recorded_image(camera.views[chosen.views[i]].path, camera.lens); },
      1);
  std::vector<mapping::CameraView> out;
  for (std::size_t i = 0; i < images.size(); ++i) {
    Result<assets::Image>& image = *images[i];
    if (!image) {
      problems.add(Severity::warning, std::move(image).error(), camera.key());
      continue;
    }
    out.push_back({pose_stamp(camera, camera.views[chosen.views[i]]),
                   mapping::grey_of_rgb(image->width, image->height, image->data)});
  }
  return out;
}

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
Result<void> write_pictures(const ChosenCamera& chosen, const mapping::CameraScene& scene, const fs::path& folder) {
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
    return write_file(folder / (chosen.report.id + name), jpeg);
  };
  std::error_code ignored;  // a missing folder is reported when the first file is written
  fs::create_directories(folder, ignored);
  GS_CHECK(draw({}, "_before.jpg"));
  if (chosen.report.applied) GS_CHECK(draw(chosen.report.found.correction, "_after.jpg"));
  return {};
}

// The cameras with their images; those that cannot be refined have a reason.
std::vector<ChosenCamera> choose_cameras(const std::vector<RecordedCamera>& cameras, const Trajectory& path) {
  std::vector<ChosenCamera> out;
  for (const RecordedCamera& camera : cameras) {
    ChosenCamera& chosen = out.emplace_back();
    chosen.camera = &camera, chosen.report.id = camera.calibration.id;
    if (std::min(camera.lens.width, camera.lens.height) < mapping::kSmallestCameraImage_px) {
      chosen.report.reason = format("the images are too small: {} x {} px", camera.lens.width, camera.lens.height);
    } else if (camera.views.size() < mapping::kFewestCameraViews) {
      chosen.report.reason =
          format("{} images have poses, {} are needed", camera.views.size(), mapping::kFewestCameraViews);
    } else {
      chosen.views = choose_views(camera.views, path);
    }
  }
  return out;
}

// Map of the sweeps around all chosen images.
Result<mapping::StaticMap> map_around(const Workspace& workspace, const std::vector<ChosenCamera>& cameras,
                                      Progress& progress) {
  std::vector<Timestamp> times;
  for (const ChosenCamera& chosen : cameras) {
    for (const std::size_t i : chosen.views) times.push_back(chosen.camera->views[i].stamp);
  }
  if (times.empty()) return mapping::StaticMap{};
  std::ranges::sort(times);
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  NearbySweeps nearby(sweeps, times);
  if (nearby.count() == 0) return mapping::StaticMap{};
  return mapping::PointcloudIntegrator::run(nearby, mapping::StaticMapOptions{}, progress);
}

Result<void> write_results(const Workspace& workspace, const std::vector<CameraRefinement>& cameras) {
  const fs::path folder = workspace.folder(Step::calibration_builder);
  CameraTimes times;
  for (const CameraRefinement& camera : cameras) {
    if (camera.applied && camera.found.correction.time_s != 0) times[camera.id] = camera.found.correction.time_s;
  }
  if (!times.empty()) GS_CHECK(write_file(folder / kCameraCorrections, write_camera_corrections(times)));
  return write_file(folder / kCameraRefinementReport, write_json(to_node(cameras)));
}

}  // namespace

std::vector<std::size_t> choose_views(const std::vector<RecordedView>& views, const Trajectory& map_from_base) {
  std::vector<std::size_t> inside, out;
  const Duration margin = Duration::from_seconds(mapping::kLargestTime_s);
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (map_from_base.at(views[i].stamp - margin) && map_from_base.at(views[i].stamp + margin)) inside.push_back(i);
  }
  if (inside.size() <= kMostRefinedViews) return inside;
  const std::vector<double> moving = moving_times(views, map_from_base);
  const double first = moving[inside.front()], whole = moving[inside.back()] - first;
  constexpr std::size_t kBlocks = kMostRefinedViews / mapping::kCameraBlock;
  const bool is_long = whole > kStep_s * static_cast<double>(kMostRefinedViews);
  const double block_s = whole / kBlocks;
  for (std::size_t k = 0; k < kMostRefinedViews; ++k) {
    // Without motion the images are spread by number.
    if (whole < 1) {
      out.push_back(inside[k * inside.size() / kMostRefinedViews]);
      continue;
    }
    const double within =
        is_long ? kStep_s * (static_cast<double>(k % mapping::kCameraBlock) + 0.5)
                : block_s / mapping::kCameraBlock * (static_cast<double>(k % mapping::kCameraBlock) + 0.5);
    const double wanted = first + static_cast<double>(k / mapping::kCameraBlock) * block_s + within;
    const auto at = std::ranges::lower_bound(inside, wanted, {}, [&](std::size_t i) { return moving[i]; });
    // Where images are sparse, two wanted times may find the same one.
    if (at != inside.end() && (out.empty() || *at > out.back())) out.push_back(*at);
  }
  return out;
}

Node to_node(const std::vector<CameraRefinement>& cameras) {
  Node root = Node::map();
  Node& list = root.add("cameras", Node::list());
  for (const CameraRefinement& camera : cameras) {
    const mapping::CameraLidarResult& r = camera.found;
    Node& node = list.items.emplace_back(Node::map());
    node.add("id", Node::of(camera.id));
    node.add("applied", Node::of(camera.applied));
    node.add("reason", Node::of(camera.reason));
    node.add("rotation_deg", list_of(in_degrees(r.estimate[0], r.estimate[1], r.estimate[2])));
    node.add("translation_m", list_of({r.estimate[3], r.estimate[4], r.estimate[5]}));
    node.add("time_s", Node::of(r.estimate[mapping::kTimeUnknown]));
    node.add("rotation_sigma_deg", list_of(in_degrees(r.sigma[0], r.sigma[1], r.sigma[2])));
    node.add("translation_sigma_m", list_of({r.sigma[3], r.sigma[4], r.sigma[5]}));
    node.add("time_sigma_s", Node::of(r.sigma[mapping::kTimeUnknown]));
    node.add("fitted_images", Node::of(static_cast<int64_t>(r.fitted_views)));
    node.add("judging_images", Node::of(static_cast<int64_t>(r.judging_views)));
    Node& evidence = node.add("evidence", Node::map());
    evidence.add("distance_before", Node::of(r.before));
    evidence.add("distance_after", Node::of(r.after));
    evidence.add("share_better", Node::of(r.share_better));
    evidence.add("gain_standard_errors", Node::of(r.gain_sigmas));
    evidence.add("spread_before", Node::of(r.spread_before));
    evidence.add("spread_after", Node::of(r.spread_after));
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
  std::vector<ChosenCamera> chosen = choose_cameras(cameras, path);
  GS_TRY(const mapping::StaticMap map, map_around(workspace, chosen, progress));
  progress.begin("refining cameras", chosen.size(), "cameras");
  for (ChosenCamera& camera : chosen) {
    if (!camera.views.empty() && map.points.empty()) camera.report.reason = "the log has no sweeps around the images";
    if (!camera.views.empty() && !map.points.empty()) {
      const std::vector<mapping::CameraView> views = read_views(camera, problems);
      const mapping::CameraScene scene{.camera = camera.camera->lens,
                                       .base_from_camera = world::base_link_from_optical(camera.camera->calibration),
                                       .views = views,
                                       .points = map.points,
                                       .voxel_m = map.voxel_m,
                                       .map_from_base = &path};
      GS_TRY(camera.report.found, mapping::calibrate_camera(scene, {}, progress));
      decide_camera(mode, camera.report);
      GS_CHECK(write_pictures(camera, scene, workspace.folder(Step::calibration_builder) / kProjectedPoints));
    }
    reports.push_back(std::move(camera.report));
    progress.advance(reports.size());
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
