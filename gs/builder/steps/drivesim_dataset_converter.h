// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes the data set that the trainer reads, 02_drivesim_dataset:
//
// clang-format off
//   images/camera_<id>/%010d.jpg  recorded or undistorted image
//   masks/camera_<id>.png         pixels to ignore in all images: ego vehicle, outside of the undistorted image or of
//                                 the image circle of a fisheye
//   masks/camera_<id>/%010d.png   pixels of moving objects in one image
//   poses/camera_<id>.txt         one line per image: frame_index timestamp and 3x4 map_from_camera, row by row
//   intrinsics.json               camera model and intrinsics by camera
//   points.ply                    coloured points of the static map
//   actors/                       actors to be trained with the background (gs/dataset/dataset_actors.h); if there are
//   lidar/%010d.bin               points of one sweep in map, float x y z
//   lidar/index.json              file, timestamp and sensor position of each sweep
//   dataset_config.json           cameras, number of images, held-out frames, extent
// clang-format on
// Masks are 255 where training may use a pixel and 0 elsewhere.
#pragma once

#include "gs/builder/build_error.h"
#include "gs/builder/recording/point_painter.h"
#include "gs/builder/workspace.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Options of DrivesimDatasetConverter.
struct ConverterOptions {
  // Convert to a pinhole camera. The native trainer supports distortion and uses images as recorded; DriveStudio does
  // not.
  bool undistort = false;
  int held_out_interval = 8;  // one frame in n is not trained on; 0: none
  int jpeg_quality = 95;      // quality of undistorted images
  std::size_t points_per_sweep = 16'384;
  bool moving_masks = true;
  bool hood_masks = true;  // detect the ego vehicle in the images
  // Folder of user masks camera_<id>.png (0 = ignore pixel), used instead of ego vehicle detection. Empty: no user
  // masks.
  fs::path mask_folder{};
  std::string commit{};  // drivesim_commit of dataset_config.json; empty: native trainer
  PaintOptions paint{};
};

// Counts of what was written.
struct DatasetReport {
  std::size_t cameras = 0, images = 0, held_out = 0, points = 0, sweeps = 0, masks = 0, hoods = 0, actors = 0;
  bool undistorted = false;  // all images follow a pinhole camera
  Problems problems;
};

// The step that writes the data set: reads 00_mcap_ingest, 01_calibration and, if finished, the map of 05_geometry.
// Without cameras the data set has no views and cannot be trained on. Errors: INVALID_CALIBRATION, and those of reading
// and writing.
struct DrivesimDatasetConverter : StepTypes<Step::drivesim_dataset_converter, ConverterOptions, DatasetReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

}  // namespace gs::builder
