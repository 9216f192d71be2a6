// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a drivesim data set in the layout that DriveStudio reads, that of its prepared nuScenes data (t: time step,
// three digits; c: camera number):
// clang-format off
//
//   000/images/{t}_{c}.jpg           000/lidar/{t}.bin             float32 x y z intensity, from the sensor
//   000/extrinsics/{t}_{c}.txt       000/lidar_pose/{t}.txt        4 x 4, sensor to world
//   000/intrinsics/{c}.txt           000/sky_masks/{t}_{c}.png     > 0 is sky
//   000/instances/*.json             000/dynamic_masks/{all,human,vehicle}/{t}_{c}.png
//   ego_masks/nuscenes/{c}.png       pixels that a camera never trains on; DriveStudio expects them in data/ego_masks
//   timesteps.json                   our addition: the frames of each time step
// clang-format on
//
// DriveStudio assumes images of 1600 x 900 and scales them to its own size. Intrinsics are written for 1600 x 900, so
// that no image is resampled here. Its pixel coordinates start at the corner of the first pixel, ours at its centre.
#pragma once

#include <filesystem>

#include "gs/core/folders/output_folder.h"
#include "gs/core/folders/owned_folder.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::builder {

// Which images are written and at which size they are trained.
struct DriveStudioSetOptions {
  std::size_t frame_stride = 1;
  bool masks = true;
  double image_scale = 1;  // scale of the images in training
  int max_image_side = 0;  // [px]; 0: no limit
};

// Result of write_drivestudio_dataset().
struct DriveStudioSet {
  std::size_t cameras = 0, timesteps = 0, test_stride = 0;
  double downscale = 1;      // relative to 1600 x 900, for the configuration
  bool sky_masks = false;    // the data set has sky masks
  std::size_t moving = 0;    // images with moving objects
  Rigid3d map_from_world{};  // DriveStudio's world is the first pose of camera 0
};

// Writes the data set; `output` appears completely or not at all. Errors: invalid_data for images with distortion, no
// LiDAR, or fewer than two time steps; interrupted.
Result<DriveStudioSet> write_drivestudio_dataset(const std::filesystem::path& dataset, OutputFolder output,
                                                 const DriveStudioSetOptions& options, Problems& problems,
                                                 Progress& progress);

// Kind of the folder that contains such a data set as data/ beside its config.yaml.
OwnedFolderKind drivestudio_folder_kind();

// map_from_world of a data set that was written before.
Result<Rigid3d> read_map_from_world(const std::filesystem::path& output);

}  // namespace gs::builder
