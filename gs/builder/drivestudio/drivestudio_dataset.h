// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drivesim data set in the layout DriveStudio reads, as it prepares nuScenes (t: three digits, c: camera number):
//
//   000/images/{t}_{c}.jpg           000/lidar/{t}.bin             float32 x y z intensity, from the sensor
//   000/extrinsics/{t}_{c}.txt       000/lidar_pose/{t}.txt        4 x 4, sensor to world
//   000/intrinsics/{c}.txt           000/sky_masks/{t}_{c}.png     > 0 is sky
//   000/instances/*.json             000/dynamic_masks/{all,human,vehicle}/{t}_{c}.png
//   ego_masks/nuscenes/{c}.png       what a camera never learns from; the trainer looks for it in data/ego_masks
//   timesteps.json                   ours: which frame became which step
//
// The trainer takes every picture for one of 1600 x 900 and stretches it to its own size: intrinsics are written for
// that, so that no picture is resampled here. It counts pixels from the corner, we from the centre of the first one.
#pragma once

#include <filesystem>

#include "gs/core/folders/output_folder.h"
#include "gs/core/folders/owned_folder.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs {

struct DriveStudioSetOptions {
  std::size_t frame_stride = 1;
  bool masks = true;
  double image_scale = 1;  // of the pictures as they are trained on
  int max_image_side = 0;  // [px]; 0: no limit
};

struct DriveStudioSet {
  std::size_t cameras = 0, timesteps = 0, test_stride = 0;
  double downscale = 1;      // of 1600 x 900, for the configuration
  bool sky_masks = false;    // there are some
  std::size_t moving = 0;    // pictures with something that moves
  Rigid3d map_from_world{};  // of the trainer: its world is the first pose of camera 0
};

// invalid_data: pictures with distortion, no LiDAR, fewer than two frames. `output` appears whole or not at all.
Result<DriveStudioSet> write_drivestudio_dataset(const std::filesystem::path& dataset, OutputFolder output,
                                                 const DriveStudioSetOptions& options, Problems& problems,
                                                 Progress& progress);

// The folder that holds such a set as data/ beside its config.yaml.
OwnedFolderKind drivestudio_folder_kind();

// map_from_world of a set that was written before.
Result<Rigid3d> read_map_from_world(const std::filesystem::path& output);

}  // namespace gs
