// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of omni (Mei) cameras, resampled to an ideal equidistant camera while a log is read.
#pragma once

#include <optional>

#include "gs/assets/image/undistort.h"
#include "gs/builder/calibration/calibration_file.h"
#include "gs/builder/recording/sensor_record.h"

namespace gs::builder {

// The camera of the resampled images of one sensor, and the source of each of its pixels.
struct ResampledCamera {
  CameraD camera;
  assets::Undistorter map;
};

// False if neither camera_info nor a camera of the file is an omni camera to resample.
bool may_be_omni(const SensorRecord& sensor, const GivenCalibration* given);

// The omni camera of a sensor, whose frame_id is known, in a log with `cameras` cameras: that of the file, else that of
// camera_info. Empty for cameras whose images are kept, and for calibrations that the calibration step refuses.
std::optional<OmniCamera> omni_of_sensor(const SensorRecord& sensor, const GivenCalibration* given,
                                         std::size_t cameras);

// The resampling of images of width x height pixels of an omni camera, which was calibrated at any size. Empty if no
// equidistant image of at most assets::kMaxImagePixels shows them.
std::optional<ResampledCamera> resampled_camera(const OmniCamera& omni, int width, int height);

// Notes in a record that its images are resampled: camera_info becomes that of the equidistant camera.
void set_resampled(SensorRecord& sensor, const CameraD& camera);

// Writes the mask of a resampled camera below 00_mcap_ingest: 0 where the recorded image shows nothing.
Result<void> write_recorded_mask(const fs::path& ingest, const SensorRecord& sensor, const ResampledCamera& resampled);

}  // namespace gs::builder
