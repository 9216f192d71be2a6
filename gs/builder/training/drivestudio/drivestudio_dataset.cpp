// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/drivestudio_dataset.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/builder/training/drivestudio/matrix_text.h"
#include "gs/builder/training/drivestudio/timesteps.h"
#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/parallel.h"
#include "gs/core/plain_file.h"
#include "gs/dataset/images_at_once.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr double kWidth = 1600, kHeight = 900;  // image size that DriveStudio assumes for nuScenes

Result<void> make_folders(const fs::path& root, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::error_code error;
    fs::create_directories(root / name, error);
    if (error) return system_error("making", root / name, error.value());
  }
  return {};
}

Result<void> write_plain_png(const fs::path& path, const assets::Image& image) {
  GS_TRY(const std::vector<std::byte> bytes, assets::encode_png(image, 1));
  return write_plain(path, std::array{Bytes(bytes)});
}

// Inverts a mask: 255 where ours ignores a pixel.
Result<assets::Image> left_out(const fs::path& mask, const CameraD& lens) {
  GS_TRY(const std::vector<uint8_t> values, dataset::read_gray8(mask, lens));
  assets::Image out = assets::Image::make(lens.width, lens.height, 1);
  std::ranges::transform(values, out.data.begin(), [](uint8_t v) { return static_cast<uint8_t>(v == 0 ? 255 : 0); });
  return out;
}

// Writes the scene 000 and the tables beside it.
class SetWriter {
 public:
  SetWriter(const fs::path& dataset, fs::path root, const DriveStudioSetOptions& options)
      : dataset_(dataset), root_(std::move(root)), scene_(root_ / "000"), options_(options) {}

  // Plans the time steps, then writes cameras, steps and tables.
  Result<DriveStudioSet> write(Problems& problems, Progress& progress) {
    GS_TRY(index_, dataset::read_dataset_index(dataset_));
    for (const dataset::DatasetCamera& camera : index_.cameras) {
      if (!camera.lens.has_distortion()) continue;
      return fail(ErrorCode::invalid_data, "{} has images with distortion, which DriveStudio does not support",
                  camera.id)
          .with_hint("set dataset.undistort: true in gs_training_config.yaml to write pinhole images");
    }
    GS_TRY(sweeps_, dataset::list_sweeps(dataset_ / "lidar"));
    GS_TRY(plan_, plan_timesteps(index_, sweeps_, options_.frame_stride, problems));
    GS_CHECK(make_folders(scene_, {"images", "extrinsics", "intrinsics", "lidar", "lidar_pose", "sky_masks",
                                   "dynamic_masks/all", "dynamic_masks/human", "dynamic_masks/vehicle", "instances"}));
    GS_CHECK(make_folders(root_, {"ego_masks/nuscenes", "blank"}));
    for (std::size_t c = 0; c < plan_.cameras.size(); ++c) GS_CHECK(write_camera(c));
    GS_CHECK(write_steps(progress));
    std::error_code ignored;  // hard links to the blank masks stay
    for (std::size_t c = 0; c < plan_.cameras.size(); ++c) fs::remove(blank(c), ignored);
    fs::remove(root_ / "blank", ignored);
    GS_CHECK(write_tables());
    return summary();
  }

 private:
  const dataset::DatasetCamera& camera(std::size_t c) const { return index_.cameras[plan_.cameras[c]]; }
  const dataset::DatasetFrame& frame(std::size_t t, std::size_t c) const {
    return camera(c).frames[plan_.steps[t].frames[c]];
  }
  static std::string name_of(std::size_t t, std::size_t c) { return format("{:03d}_{}", t, c); }
  fs::path blank(std::size_t c) const { return root_ / "blank" / format("{}.png", c); }

  // Intrinsics for 1600 x 900 with corner-based pixel coordinates, a blank mask, and the ego vehicle mask.
  Result<void> write_camera(std::size_t c) const {
    const CameraD& lens = camera(c).lens;
    // fx fy cx cy k1 k2 p1 p2 k3; half a pixel more, because pixel coordinates start at the corner.
    const double sx = kWidth / lens.width, sy = kHeight / lens.height;
    std::string text;
    for (const double value :
         {lens.fx * sx, lens.fy * sy, (lens.cx + 0.5) * sx, (lens.cy + 0.5) * sy, 0., 0., 0., 0., 0.})
      text += json_number(value) + "\n";
    GS_CHECK(write_plain(scene_ / "intrinsics" / format("{}.txt", c), text));
    GS_CHECK(write_plain_png(blank(c), assets::Image::make(lens.width, lens.height, 1)));
    const fs::path mask = dataset_ / "masks" / (camera(c).id + ".png");
    if (!options_.masks || !fs::exists(mask)) return {};
    GS_TRY(const assets::Image ego, left_out(mask, lens));
    return write_plain_png(root_ / "ego_masks/nuscenes" / format("{}.png", c), ego);
  }

  // Writes the time steps in parallel and counts their masks.
  Result<void> write_steps(Progress& progress) {
    progress.begin("writing the DriveStudio data set", plan_.steps.size(), "frames");
    for (std::size_t begin = 0; begin < plan_.steps.size(); begin += dataset::kImagesAtOnce) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while writing the data set");
      const std::size_t count = std::min(dataset::kImagesAtOnce, plan_.steps.size() - begin);
      std::vector<std::optional<Result<Masks>>> done(count);
      parallel_for(
          count, [&](std::size_t k) { done[k] = write_step(begin + k); }, 1);
      for (auto& step : done) {
        GS_TRY(const Masks masks, *std::move(step));
        moving_ += masks.moving, sky_ += masks.sky;
      }
      progress.advance(begin + count);
    }
    progress.finish();
    return {};
  }

  struct Masks {
    std::size_t moving = 0, sky = 0;
  };
  // One sweep, and image, pose and masks of every camera. Cameras without a mask link the blank one.
  Result<Masks> write_step(std::size_t t) const {
    Masks masks;
    GS_CHECK(write_sweep(t));
    for (std::size_t c = 0; c < plan_.cameras.size(); ++c) {
      GS_CHECK(write_picture(t, c));
      GS_CHECK(write_plain(scene_ / "extrinsics" / (name_of(t, c) + ".txt"), matrix_text(frame(t, c).map_from_camera)));
      const std::string png = name_of(t, c) + ".png", own = format("{:010d}.png", frame(t, c).index);
      for (const char* kind : {"human", "vehicle"}) {
        GS_CHECK(link_or_copy(blank(c), scene_ / "dynamic_masks" / kind / png));
      }
      const fs::path moving = dataset_ / "masks" / camera(c).id / own, sky = dataset_ / "sky" / camera(c).id / own;
      const fs::path all = scene_ / "dynamic_masks/all" / png;
      if (options_.masks && fs::exists(moving)) {
        GS_TRY(const assets::Image dynamic, left_out(moving, camera(c).lens));
        GS_CHECK(write_plain_png(all, dynamic));
        ++masks.moving;
      } else {
        GS_CHECK(link_or_copy(blank(c), all));
      }
      const bool has_sky = fs::exists(sky);
      GS_CHECK(link_or_copy(has_sky ? sky : blank(c), scene_ / "sky_masks" / png));
      masks.sky += has_sky ? 1 : 0;
    }
    return masks;
  }
  // The layout has .jpg files only: JPEG files are hard-linked, PNG files are encoded.
  Result<void> write_picture(std::size_t t, std::size_t c) const {
    const fs::path from = dataset::image_path(dataset_, camera(c).id, frame(t, c).index);
    const fs::path to = scene_ / "images" / (name_of(t, c) + ".jpg");
    if (from.extension() == ".jpg") return link_or_copy(from, to);
    const CameraD& lens = camera(c).lens;
    assets::Image image = assets::Image::make(lens.width, lens.height, 3);
    GS_TRY(image.data, dataset::read_rgb8(from, lens));
    GS_TRY(const std::vector<std::byte> jpeg, assets::encode_jpeg(image, {.quality = 98}));
    return write_plain(to, std::array{Bytes(jpeg)});
  }
  // Writes points relative to the sensor. The sensor's axes are those of map, because only the ray origins matter.
  Result<void> write_sweep(std::size_t t) const {
    const dataset::LidarSweep& sweep = sweeps_[plan_.steps[t].sweep];
    GS_TRY(const std::vector<Vec3f> points, dataset::read_sweep(sweep.file));
    std::vector<float> rows;
    rows.reserve(4 * points.size());
    for (const Vec3f& point : points) {
      const Vec3f p = cast<float>(cast<double>(point) - sweep.origin);
      rows.insert(rows.end(), {p.x, p.y, p.z, 0.f});
    }
    GS_CHECK(
        write_plain(scene_ / "lidar" / format("{:03d}.bin", t), std::array{Bytes(std::as_bytes(std::span(rows)))}));
    return write_plain(scene_ / "lidar_pose" / format("{:03d}.txt", t), matrix_text({{}, sweep.origin}));
  }

  // Tables without objects, and the frames of each time step.
  Result<void> write_tables() const {
    JsonWriter instances(JsonWriter::Layout::compact), steps;
    instances.begin_object();
    steps.begin_object().field("version", "1.0.0").key("timesteps").begin_array();
    for (std::size_t t = 0; t < plan_.steps.size(); ++t) {
      instances.key(std::to_string(t)).begin_array().end_array();
      steps.begin_object().field("timestep", t).field("held_out", plan_.steps[t].held_out);
      for (std::size_t c = 0; c < plan_.cameras.size(); ++c) steps.field(camera(c).id, frame(t, c).index);
      steps.field("sweep", sweeps_[plan_.steps[t].sweep].file.filename().string()).end_object();
    }
    GS_CHECK(write_plain(root_ / "timesteps.json", std::move(steps.end_array().end_object()).take()));
    GS_CHECK(write_plain(scene_ / "instances/frame_instances.json", std::move(instances.end_object()).take()));
    return write_plain(scene_ / "instances/instances_info.json", "{}\n");
  }

  // DriveStudio scales from 1600 x 900; keep the number of pixels of the largest camera.
  DriveStudioSet summary() const {
    double area = 0, side = 0;
    for (std::size_t c = 0; c < plan_.cameras.size(); ++c) {
      const CameraD& lens = camera(c).lens;
      area = std::max(area, static_cast<double>(lens.width) * lens.height);
      side = std::max<double>(side, std::max(lens.width, lens.height));
    }
    double scale = options_.image_scale;
    if (options_.max_image_side > 0) scale = std::min(scale, options_.max_image_side / side);
    return {.cameras = plan_.cameras.size(),
            .timesteps = plan_.steps.size(),
            .test_stride = plan_.test_stride,
            .downscale = std::sqrt(kWidth * kHeight / area) / scale,
            .sky_masks = sky_ > 0,
            .moving = moving_,
            .map_from_world = frame(0, 0).map_from_camera};
  }

  const fs::path& dataset_;
  fs::path root_, scene_;
  const DriveStudioSetOptions& options_;
  dataset::DatasetIndex index_;
  std::vector<dataset::LidarSweep> sweeps_;
  TimestepPlan plan_;
  std::size_t moving_ = 0, sky_ = 0;
};

}  // namespace

Result<DriveStudioSet> write_drivestudio_dataset(const fs::path& dataset, OutputFolder folder,
                                                 const DriveStudioSetOptions& options, Problems& problems,
                                                 Progress& progress) {
  GS_TRY(const DriveStudioSet set, SetWriter(dataset, folder.path(), options).write(problems, progress));
  GS_CHECK(folder.commit());
  if (set.moving > 0) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::unsupported,
                  .file = "dynamic_masks",
                  .message = format("{} images show moving objects; DriveStudio ignores their masks and trains on them",
                                    set.moving),
                  .hint = "training.backend: native ignores moving objects"});
  }
  return set;
}

OwnedFolderKind drivestudio_folder_kind() {
  return {.name = "folder for DriveStudio", .is_older = [](const fs::path& root) {
            std::error_code ignored;
            return fs::exists(root / "config.yaml", ignored) && fs::exists(root / "data/timesteps.json", ignored);
          }};
}

Result<Rigid3d> read_map_from_world(const fs::path& output) { return read_matrix(output / "000/extrinsics/000_0.txt"); }

}  // namespace gs::builder
