// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/read_dataset.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/dataset/dataset_actors.h"
#include "gs/dataset/dataset_index.h"
#include "gs/dataset/images_at_once.h"
#include "gs/dataset/lidar_depth.h"
#include "gs/dataset/points_ply.h"
#include "gs/dataset/read_image.h"
#include "gs/splat/train/actors/actor_regions.h"

namespace gs::dataset {
namespace {

constexpr double kSweepAwayS = 0.15;  // [s] largest time between image and sweep; a sweep lasts 0.1 s

// One frame to be read.
struct Item {
  std::string camera;
  DatasetFrame frame{};
  CameraD lens{};
  Sightings actors{};
};

std::string name_of(const Item& item) { return format("{}/{:010d}", item.camera, item.frame.index); }

// Combines a mask file with `mask`: pixels that are 0 in either become 0. A missing file changes nothing.
Result<void> apply_mask(const fs::path& path, const CameraD& camera, std::vector<uint8_t>& mask) {
  if (!fs::exists(path)) return {};
  GS_TRY(const std::vector<uint8_t> picture, read_gray8(path, camera));
  mask.resize(picture.size(), 255);
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture[i] == 0) mask[i] = 0;
  }
  return {};
}

// Pixels that are 0 in either mask; an empty mask has none.
std::vector<uint8_t> combined(std::vector<uint8_t> mask, const std::vector<uint8_t>& other) {
  if (mask.empty()) return other;
  for (std::size_t i = 0; i < other.size(); ++i) mask[i] = std::min(mask[i], other[i]);
  return mask;
}

// Uses the pixels inside the boxes of trained actors, which the mask of moving objects leaves out.
void use_actor_pixels(const splat::train::TrainingView& view, std::span<const splat::train::TrainedActor> actors,
                      std::vector<uint8_t>& moving) {
  if (moving.empty()) return;
  const std::vector<uint16_t> regions = splat::train::actor_regions(view, actors);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (regions[i] != splat::train::kNoActor) moving[i] = 255;
  }
}

// Reads image, masks, sky mask and LiDAR depths of one frame.
Result<splat::train::TrainingView> load_view(const fs::path& folder, const Item& item, const DatasetOptions& options,
                                             std::span<const LidarSweep> sweeps,
                                             std::span<const splat::train::TrainedActor> actors) {
  const std::string name = format("{:010d}", item.frame.index);
  splat::train::TrainingView view{
      .name = item.camera + "/" + name, .camera = item.lens, .map_from_camera = item.frame.map_from_camera};
  view.timestamp_s = item.frame.timestamp_s;
  view.actors = item.actors;
  std::vector<uint8_t> still, moving;  // masks of the camera and of moving objects
  GS_TRY(view.rgb8, read_rgb8(image_path(folder, item.camera, item.frame.index), item.lens));
  if (options.masks) {
    GS_CHECK(apply_mask(folder / "masks" / (item.camera + ".png"), item.lens, still));
    GS_CHECK(apply_mask(folder / "masks" / item.camera / (name + ".png"), item.lens, moving));
  }
  if (options.sky) {
    const fs::path sky = folder / "sky" / item.camera / (name + ".png");
    if (fs::exists(sky)) {
      GS_TRY(view.sky, read_gray8(sky, item.lens));
    }
  }
  view.mask = combined(still, moving);
  // Depths at masked pixels are dropped together with the pixels, and those of actors as well: a sweep sees them at
  // another time than the image.
  if (const LidarSweep* sweep = nearest_sweep(sweeps, item.frame.timestamp_s, kSweepAwayS); sweep != nullptr) {
    GS_TRY(const std::vector<Vec3f> points, read_sweep(sweep->file));
    view.depth = depth_samples(points, view, options.depth_samples);
    splat::train::drop_masked_samples(view);
  }
  if (view.actors.empty()) return view;
  use_actor_pixels(view, actors, moving);
  view.mask = combined(std::move(still), moving);
  return view;
}

// Every frame_stride-th frame of each camera, restricted to the wanted names.
std::vector<Item> list_items(const DatasetIndex& index, const DatasetOptions& options) {
  std::vector<Item> items;
  for (const DatasetCamera& camera : index.cameras) {
    for (std::size_t i = 0; i < camera.frames.size(); i += static_cast<std::size_t>(options.frame_stride)) {
      Item item{camera.id, camera.frames[i], camera.lens};
      const bool wanted =
          options.only.empty() || std::binary_search(options.only.begin(), options.only.end(), name_of(item));
      if (wanted) items.push_back(std::move(item));
    }
  }
  return items;
}

// Reads the actors and gives every item its sightings.
Result<void> add_actors(const fs::path& folder, const DatasetIndex& index, std::vector<Item>& items,
                        splat::train::TrainingData& data) {
  GS_TRY(DatasetActors actors, read_dataset_actors(folder, index));
  for (Item& item : items) {
    const auto at = actors.sightings.find({item.camera, item.frame.index});
    if (at != actors.sightings.end()) item.actors = at->second;
  }
  data.actors = std::move(actors.actors);
  return {};
}

}  // namespace

Result<void> leave_out_masked_views(splat::train::TrainingData& data, Problems& problems) {
  const std::size_t before = data.views.size();
  std::erase_if(data.views, [&](const splat::train::TrainingView& view) {
    if (!splat::train::is_masked_entirely(view)) return false;
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .file = view.name,
                  .message = "masked entirely: not used for training",
                  .hint = "mask values: 0 ignores a pixel, 255 uses it"});
    return true;
  });
  if (before == 0 || !data.views.empty()) return {};
  return fail(ErrorCode::invalid_data, "all {} images are masked entirely: no pixel is left to train on", before)
      .with_hint("mask values: 0 ignores a pixel, 255 uses it; training.masks: false trains without masks");
}

Result<Dataset> read_outline(const fs::path& folder, const DatasetOptions& options) {
  GS_TRY(const DatasetIndex index, read_dataset_index(folder));
  const std::vector<Item> items = list_items(index, options);
  Dataset out{.drivesim_commit = index.commit};
  for (const Item& item : items) {
    splat::train::TrainingView& view = out.data.views.emplace_back();
    view.name = name_of(item), view.camera = item.lens, view.map_from_camera = item.frame.map_from_camera;
    view.held_out = index.held_out.contains(item.frame.index), view.timestamp_s = item.frame.timestamp_s;
  }
  if (options.points && fs::exists(folder / "points.ply")) {
    GS_TRY(out.data.points, read_points_ply(folder / "points.ply"));
  }
  return out;
}

Result<Dataset> read_dataset(const fs::path& folder, const DatasetOptions& options, Problems& problems,
                             Progress& progress) {
  GS_TRY(const DatasetIndex index, read_dataset_index(folder));
  std::vector<Item> items = list_items(index, options);
  Dataset out{.drivesim_commit = index.commit};
  if (options.points && fs::exists(folder / "points.ply")) {
    GS_TRY(out.data.points, read_points_ply(folder / "points.ply"));
  }
  if (options.actors) GS_CHECK(add_actors(folder, index, items, out.data));
  std::vector<LidarSweep> sweeps;
  if (options.depth_samples > 0) {
    GS_TRY(sweeps, list_sweeps(folder / "lidar"));
  }

  // Decode in parallel, report errors in order.
  progress.begin("reading images", items.size(), "frames");
  std::vector<std::optional<splat::train::TrainingView>> views(items.size());
  std::vector<std::optional<Error>> errors(items.size());
  for (std::size_t begin = 0; begin < items.size(); begin += kImagesAtOnce) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while reading images");
    parallel_for(
        std::min(kImagesAtOnce, items.size() - begin),
        [&](std::size_t k) {
          auto view = load_view(folder, items[begin + k], options, sweeps, out.data.actors);
          if (view) {
            views[begin + k] = *std::move(view);
          } else {
            errors[begin + k] = std::move(view).error();
          }
        },
        1);
    progress.advance(std::min(begin + kImagesAtOnce, items.size()));
  }
  progress.finish();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (errors[i]) {
      problems.add(Severity::warning, *std::move(errors[i]), name_of(items[i]));
      continue;
    }
    views[i]->held_out = index.held_out.contains(items[i].frame.index);
    out.data.views.push_back(*std::move(views[i]));
  }
  if (out.data.views.empty()) {
    return fail(ErrorCode::invalid_data, "none of {} frames can be read: {}", items.size(), folder.string());
  }
  GS_CHECK(leave_out_masked_views(out.data, problems));
  return out;
}

}  // namespace gs::dataset
