// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 3: the data set the trainer learns from.
//
//   02_drivesim_dataset/images/camera_<id>/%010d.jpg   as recorded, or undistorted
//                       masks/camera_<id>.png          where no picture shows the street: the car itself, beyond the
//                       lens masks/camera_<id>/%010d.png    where something moved poses/camera_<id>.txt frame_index
//                       timestamp and 3x4 map_from_camera, row by row intrinsics.json, points.ply, dataset_config.json
//                       lidar/%010d.bin, lidar/index.json
#pragma once

#include "gs/builder/build_error.h"
#include "gs/builder/point_painter.h"
#include "gs/builder/workspace.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs {

struct ConverterOptions {
  // The native trainer knows the lens and learns from pictures as they were recorded; others want a pinhole.
  bool undistort = false;
  int held_out_interval = 8;  // frames of which one is never trained on; 0: train on all
  int jpeg_quality = 95;      // of undistorted pictures
  std::size_t points_per_sweep = 16'384;
  bool moving_masks = true;
  bool hood_masks = true;  // look for the car itself in the pictures
  // camera_<id>.png for all recorded pictures of a camera, 0 = leave out; instead of looking for the car. None if
  // empty.
  fs::path mask_folder{};
  std::string commit{};  // drivesim_commit; empty: that of the native trainer
  PaintOptions paint{};
};

struct DatasetReport {
  std::size_t cameras = 0, images = 0, held_out = 0, points = 0, sweeps = 0, masks = 0, hoods = 0;
  bool undistorted = false;  // the pictures follow a pinhole
  Problems problems;
};

// Reads 00_mcap_ingest and 01_calibration, and the map of 05_geometry where it is there. Without a camera the data set
// has no views and cannot be trained on. INVALID_CALIBRATION.
BuildResult<DatasetReport> convert_dataset(const Workspace& workspace, const ConverterOptions& options,
                                           Progress& progress);

}  // namespace gs
