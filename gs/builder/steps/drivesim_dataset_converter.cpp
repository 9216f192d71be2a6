// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/drivesim_dataset_converter.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/assets/image/undistort.h"
#include "gs/builder/actors/actor_files.h"
#include "gs/builder/actors/moving_actors.h"
#include "gs/builder/actors/training_actors.h"
#include "gs/builder/masks/ego_vehicle_mask.h"
#include "gs/builder/masks/moving_masks.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/parallel.h"
#include "gs/core/plain_file.h"
#include "gs/core/version.h"
#include "gs/dataset/dataset_index.h"
#include "gs/dataset/images_at_once.h"
#include "gs/dataset/points_ply.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr std::string_view kConverterComponent = "drivesim_dataset_converter";

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return system_error("making", folder, error.value());
  return {};
}

// Writes the images and masks of one camera into the data set.
class ImageWriter {
 public:
  // With undistortion, images and masks follow a pinhole camera derived from the recorded one.
  ImageWriter(const RecordedCamera& camera, const fs::path& root, const ConverterOptions& options,
              const MovingMasks& moving)
      : camera_(camera), root_(root), options_(options), moving_(moving), lens_(camera.lens) {
    if (!options.undistort || !camera.lens.has_distortion()) return;
    lens_ = assets::pinhole_for(camera.lens);
    undistorter_.emplace(camera.lens, lens_);
  }
  const CameraD& lens() const { return lens_; }

  // Creates the folders and the mask of the camera. True if the ego vehicle is masked in all images.
  Result<bool> begin(Progress& progress) const {
    GS_CHECK(make_folder(root_ / "images" / camera_.key()));
    if (!moving_.empty()) GS_CHECK(make_folder(root_ / "masks" / camera_.key()));
    GS_TRY(const assets::Image own, own_car(progress));
    GS_TRY(const assets::Image recorded, with_recorded(own));
    GS_TRY(const assets::Image mask, with_lens(recorded));
    if (std::ranges::find(mask.data, uint8_t{0}) == mask.data.end()) return false;
    GS_CHECK(make_folder(root_ / "masks"));
    GS_CHECK(assets::write_png(root_ / "masks" / (camera_.key() + ".png"), mask));
    return !own.empty();
  }
  // Writes one image and, if moving objects are visible in it, its mask. True if it has a mask.
  Result<bool> write(const RecordedView& view) const {
    GS_CHECK(write_picture(view));
    const assets::Image mask = moving_.mask_of(view, lens_);
    if (mask.empty()) return false;
    GS_CHECK(assets::write_png(root_ / "masks" / camera_.key() / format("{:010d}.png", view.frame_index), mask));
    return true;
  }

 private:
  // Ego vehicle mask at the size of the recorded images: the user's file, else the detected one. Empty: no mask.
  Result<assets::Image> own_car(Progress& progress) const {
    const fs::path given = options_.mask_folder / (camera_.key() + ".png");
    if (!options_.mask_folder.empty() && fs::exists(given)) {
      assets::Image mask = assets::Image::make(camera_.lens.width, camera_.lens.height, 1);
      GS_TRY(mask.data, dataset::read_gray8(given, camera_.lens));
      for (uint8_t& value : mask.data) value = value != 0 ? 255 : 0;
      return mask;
    }
    return options_.hood_masks ? ego_vehicle_mask(camera_, {}, progress) : assets::Image{};
  }
  // The mask combined with that of the ingest.
  Result<assets::Image> with_recorded(const assets::Image& own) const {
    if (camera_.mask.empty()) return own;
    assets::Image mask = assets::Image::make(camera_.lens.width, camera_.lens.height, 1);
    GS_TRY(mask.data, dataset::read_gray8(camera_.mask, camera_.lens));
    for (std::size_t i = 0; i < own.data.size(); ++i) mask.data[i] = std::min(mask.data[i], own.data[i]);
    return mask;
  }
  // The mask for the images of the data set: undistorted and combined with the pixels outside of the recorded image, or
  // outside of the image circle of a fisheye.
  Result<assets::Image> with_lens(const assets::Image& own) const {
    if (!undistorter_ && lens_.lens != Lens::equidistant) return own;
    assets::Image mask = undistorter_ ? undistorter_->mask() : assets::circle_mask(lens_);
    if (own.empty()) return mask;
    assets::Image flat = own;
    if (undistorter_) {
      GS_TRY(flat, undistorter_->apply(own, assets::Sampling::nearest));
    }
    for (std::size_t i = 0; i < mask.data.size(); ++i) mask.data[i] = std::min(mask.data[i], flat.data[i]);
    return mask;
  }

  // Hard-links recorded images; undistorted ones are encoded again.
  Result<void> write_picture(const RecordedView& view) const {
    const fs::path to = root_ / "images" / camera_.key() / format("{:010d}.jpg", view.frame_index);
    if (!undistorter_) return link_or_copy(view.path, to);
    GS_TRY(const assets::Image image, dataset::read_recorded_image(view.path, camera_.lens));
    GS_TRY(const assets::Image flat, undistorter_->apply(image));
    return assets::write_jpeg(to, flat, {.quality = options_.jpeg_quality});
  }

  const RecordedCamera& camera_;
  const fs::path& root_;
  const ConverterOptions& options_;
  const MovingMasks& moving_;
  CameraD lens_;
  std::optional<assets::Undistorter> undistorter_;
};

// frame_index, timestamp [s] and map_from_camera as a 3x4 matrix, row by row.
std::string pose_line(const RecordedView& view) {
  const std::string line = format("{} {:.6f}", view.frame_index, view.stamp.seconds());
  return line + dataset::rows_of_pose(view.map_from_camera) + "\n";
}

// Entry of intrinsics.json; `lens` is the camera model of the written images.
void write_intrinsics(JsonWriter& json, const world::CameraCalibration& camera, const CameraD& lens) {
  const bool fisheye = lens.lens == Lens::equidistant;
  json.begin_object().field("width", lens.width).field("height", lens.height);
  json.field("model", fisheye ? "fisheye" : "pinhole");
  json.field("fx", lens.fx).field("fy", lens.fy).field("cx", lens.cx).field("cy", lens.cy);
  json.field("distortion_model", !lens.has_distortion() ? "none" : fisheye ? "equidistant" : "radtan");
  if (lens.has_distortion()) {
    json.field("k1", lens.k1).field("k2", lens.k2).field("k3", lens.k3).field("k4", lens.k4);
    if (!fisheye) json.field("k5", lens.k5).field("k6", lens.k6).field("p1", lens.p1).field("p2", lens.p2);
  }
  if (camera.rolling_shutter) {
    constexpr const char* kDirections[] = {"down", "up", "right", "left"};
    json.key("rolling_shutter").begin_object();
    json.field("direction", kDirections[static_cast<int>(camera.rolling_shutter->direction)]);
    json.field("readout_sec", camera.rolling_shutter->readout_sec).end_object();
  }
  json.end_object();
}

// Writes images, poses and intrinsics. An image that cannot be written is reported and left out.
class Views {
 public:
  Views(const std::vector<RecordedCamera>& cameras, const MovingMasks& moving, const fs::path& root,
        const ConverterOptions& options, DatasetReport& report)
      : cameras_(cameras), moving_(moving), root_(root), options_(options), report_(report) {}

  // Writes all cameras; intrinsics.json last.
  Result<void> write(Progress& progress) {
    std::size_t total = 0;
    for (const RecordedCamera& camera : cameras_) total += camera.views.size();
    progress.begin("writing the data set", total, "frames");
    GS_CHECK(make_folder(root_ / "images"));
    GS_CHECK(make_folder(root_ / "poses"));
    intrinsics_.begin_object().field("version", "1.0.0").key("cameras").begin_object();
    report_.undistorted = true;
    for (const RecordedCamera& camera : cameras_) GS_CHECK(write_camera(camera, progress));
    intrinsics_.end_object().end_object();
    progress.finish();
    return write_file(root_ / "intrinsics.json", std::move(intrinsics_).take());
  }
  const std::set<std::size_t>& frames() const { return frames_; }

 private:
  // Images, masks and poses of one camera.
  Result<void> write_camera(const RecordedCamera& camera, Progress& progress) {
    const ImageWriter pictures(camera, root_, options_, moving_);
    GS_TRY(const bool hood, pictures.begin(progress));
    report_.hoods += hood;
    intrinsics_.key(camera.key());
    write_intrinsics(intrinsics_, camera.calibration, pictures.lens());
    if (pictures.lens().has_distortion()) report_.undistorted = false;
    std::string poses;
    // Write in parallel, collect in order. Only a full disk stops the step.
    for (std::size_t begin = 0; begin < camera.views.size(); begin += dataset::kImagesAtOnce) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while writing the data set");
      const std::size_t count = std::min(dataset::kImagesAtOnce, camera.views.size() - begin);
      std::vector<std::optional<Result<bool>>> written(count);
      parallel_for(
          count, [&](std::size_t k) { written[k] = pictures.write(camera.views[begin + k]); }, 1);
      for (std::size_t k = 0; k < count; ++k) {
        if (!*written[k]) {
          if (written[k]->error().code == ErrorCode::disk_full) return std::move(*written[k]).error();
          report_.problems.add(Severity::warning, std::move(*written[k]).error(), camera.key());
          continue;
        }
        report_.masks += **written[k] ? 1 : 0;
        poses += pose_line(camera.views[begin + k]);
        frames_.insert(camera.views[begin + k].frame_index);
        ++report_.images;
      }
      progress.advance(done_ += count);
    }
    ++report_.cameras;
    return write_file(root_ / "poses" / (camera.key() + ".txt"), poses);
  }

  const std::vector<RecordedCamera>& cameras_;
  const MovingMasks& moving_;
  const fs::path& root_;
  const ConverterOptions& options_;
  DatasetReport& report_;
  JsonWriter intrinsics_;
  std::set<std::size_t> frames_;
  std::size_t done_ = 0;
};

// Writes every sweep in map, thinned evenly: the trainer compares its rendered depth with these ranges.
Result<void> write_sweeps(RecordedSweeps& sweeps, const fs::path& folder, const ConverterOptions& options,
                          Progress& progress) {
  GS_CHECK(make_folder(folder));
  progress.begin("writing depth", sweeps.count(), "sweeps");
  JsonWriter index;
  index.begin_object().field("version", "1.0.0").key("sweeps").begin_array();
  for (std::size_t i = 0; i < sweeps.count(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while writing sweeps");
    GS_TRY(const mapping::Sweep sweep, sweeps.read(i));
    const std::size_t all = sweep.points.size(), count = std::min(all, options.points_per_sweep);
    // Evenly thinned points in map.
    std::vector<Vec3f> rows(count);
    parallel_for(count, [&](std::size_t k) {
      rows[k] = cast<float>(sweep.map_from_base * cast<double>(sweep.points[k * all / count].position_in_base));
    });
    const std::string name = format("{:010d}.bin", i);
    GS_CHECK(write_file(folder / name, Bytes(std::as_bytes(std::span(rows)))));
    const Vec3d origin = sweep.map_from_base * sweep.sensor_in_base;
    index.begin_object().field("file", name).field("timestamp", sweep.stamp.seconds());
    index.field("origin", std::vector{origin.x, origin.y, origin.z}).end_object();
    progress.advance(i + 1);
  }
  progress.finish();
  index.end_array().end_object();
  return write_file(folder / "index.json", std::move(index).take());
}

// False if so many voxels moved that they cannot be trusted: masks would then cover the street. Dense traffic moves
// that many, wrong poses as well; with actors it is the traffic.
bool is_believable(const MapPoints& map, bool has_actors, Problems& problems) {
  constexpr double kMost = 0.1;
  if (static_cast<double>(map.moving.size()) <= kMost * static_cast<double>(map.standing.size())) return true;
  if (has_actors) return false;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = "masks",
                .message = format("{} of {} map voxels seem to have moved: no moving objects are masked",
                                  map.moving.size(), map.moving.size() + map.standing.size()),
                .hint = "poses may be wrong; calibration.refine_poses in config.yaml corrects a drift"});
  return false;
}

// Moving objects for the masks: the actors, if that step ran, and what the sweeps show beside them. A street without
// actors gets no masks.
Result<std::vector<MovingObject>> objects_to_mask(const Workspace& workspace, const MapPoints& map,
                                                  RecordedSweeps& sweeps, Problems& problems, Progress& progress) {
  std::vector<MovingObject> actors;
  if (workspace.is_finished(Step::actor_builder)) {
    GS_TRY(const auto built, read_built_actors(workspace));
    if (!built) return actors;
    actors = moving_objects_of(built->trajectories);
  }
  if (!is_believable(map, !actors.empty(), problems)) return actors;
  GS_TRY(std::vector<MovingObject> objects, find_moving_objects(map, sweeps, {}, progress));
  objects.insert(objects.end(), std::make_move_iterator(actors.begin()), std::make_move_iterator(actors.end()));
  std::ranges::stable_sort(objects, {}, &MovingObject::stamp);
  return objects;
}

// Every n-th frame index, starting in the middle of the first n, so that frames on both sides are trained on.
std::vector<std::size_t> held_out_frames(const std::set<std::size_t>& frames, int interval) {
  std::vector<std::size_t> out;
  if (interval < 2) return out;
  const auto n = static_cast<std::size_t>(interval);
  for (const std::size_t frame : frames) {
    if (frame % n == n / 2) out.push_back(frame);
  }
  return out;
}

// dataset_config.json, with the extent of points and cameras in map.
std::string dataset_config(const std::vector<RecordedCamera>& cameras, const std::vector<std::size_t>& held_out,
                           std::span<const splat::train::ColoredPoint> points, const DatasetReport& report,
                           const std::string& commit) {
  // Extent of the points and camera positions.
  constexpr float kFar = std::numeric_limits<float>::max();
  Vec3f low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  const auto add = [&](const Vec3f& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  };
  for (const splat::train::ColoredPoint& point : points) add(point.position);
  std::vector<std::string> ids;
  for (const RecordedCamera& camera : cameras) {
    ids.push_back(camera.key());
    for (const RecordedView& view : camera.views) add(cast<float>(view.map_from_camera.translation));
  }
  JsonWriter json;
  json.begin_object()
      .field("version", "1.0.0")
      .field("drivesim_commit", commit.empty() ? "native-" + std::string(kVersion) : commit);
  json.field("mode", "background_only").field("camera_ids", ids).field("frame_count", report.images);
  json.field("undistorted", report.undistorted).field("held_out", held_out);
  if (low.x <= high.x) {
    json.key("map_extent").begin_object();
    json.field("min", std::vector{low.x, low.y, low.z}).field("max", std::vector{high.x, high.y, high.z}).end_object();
  }
  return std::move(json.end_object()).take();
}

}  // namespace

BuildResult<DatasetReport> DrivesimDatasetConverter::run(const Workspace& workspace, const Options& options,
                                                         Progress& progress) {
  DatasetReport report;
  auto cameras = recorded_cameras(workspace);
  if (!cameras) {
    return BuildError(BuildCode::invalid_calibration, std::string(kConverterComponent),
                      with_default_hint(std::move(cameras).error(),
                                        "run calibration_builder again, or correct 01_calibration/calibration.yaml"));
  }
  GS_TRY(const MapPoints map, static_map_points(workspace, progress));
  // The initial points of training: the static map with colours of the images.
  GS_TRY(const PaintedCloud cloud, paint_points(map.standing, *cameras, options.paint, report.problems, progress));
  report.points = cloud.points.size();

  GS_TRY(OutputFolder folder, workspace.new_folder(Step::drivesim_dataset_converter));
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  report.sweeps = sweeps.count();
  // Moving objects are detected once and then masked in every image.
  std::vector<MovingObject> objects;
  if (options.moving_masks) {
    GS_TRY(objects, objects_to_mask(workspace, map, sweeps, report.problems, progress));
  }
  const MovingMasks moving(std::move(objects), {});
  Views views(*cameras, moving, folder.path(), options, report);
  GS_CHECK(views.write(progress));
  GS_CHECK(dataset::write_points_ply(folder.path() / "points.ply", cloud.points));
  GS_TRY(report.actors, write_training_actors(workspace, *cameras, folder.path(), report.problems));
  if (sweeps.count() > 0) GS_CHECK(write_sweeps(sweeps, folder.path() / "lidar", options, progress));
  // Held out by frame index, so that all cameras hold out the same moments if they run in step.
  const std::vector<std::size_t> held_out = held_out_frames(views.frames(), options.held_out_interval);
  report.held_out = held_out.size();
  GS_CHECK(write_file(folder.path() / "dataset_config.json",
                      dataset_config(*cameras, held_out, cloud.points, report, options.commit)));
  GS_CHECK(folder.commit());
  return report;
}

}  // namespace gs::builder
