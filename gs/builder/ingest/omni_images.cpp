// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/omni_images.h"

#include <algorithm>

#include "gs/assets/image/png.h"
#include "gs/builder/calibration/lens_models.h"
#include "gs/builder/topics/topic_choice.h"

namespace gs::builder {
namespace {

// The omni camera of camera_info, if its images are to be resampled.
std::optional<OmniCamera> omni_of_info(const rosmsg::sensor_msgs::CameraInfo& info) {
  world::CameraIntrinsics matrix;
  matrix.width = static_cast<int>(info.width), matrix.height = static_cast<int>(info.height);
  matrix.fx = info.k[0], matrix.cx = info.k[2], matrix.fy = info.k[4], matrix.cy = info.k[5];
  auto omni = omni_to_resample(matrix, info.distortion_model, info.d);
  return omni ? *std::move(omni) : std::nullopt;
}

}  // namespace

bool may_be_omni(const SensorRecord& sensor, const GivenCalibration* given) {
  if (is_rectified(sensor.topic)) return false;
  const auto is_omni_camera = [](const GivenCamera& camera) { return camera.omni.has_value(); };
  if (given != nullptr && std::ranges::any_of(given->cameras, is_omni_camera)) return true;
  return sensor.info && omni_of_info(*sensor.info).has_value();
}

std::optional<OmniCamera> omni_of_sensor(const SensorRecord& sensor, const GivenCalibration* given,
                                         std::size_t cameras) {
  if (is_rectified(sensor.topic)) return std::nullopt;
  const GivenCamera* camera = given == nullptr ? nullptr : find_given_camera(*given, sensor, cameras);
  if (camera != nullptr) return camera->omni;
  return sensor.info ? omni_of_info(*sensor.info) : std::nullopt;
}

std::optional<ResampledCamera> resampled_camera(const OmniCamera& omni, int width, int height) {
  if (omni.width < 1 || omni.height < 1 || width < 1 || height < 1) return std::nullopt;
  const OmniCamera recorded = scaled(omni, width, height);
  const auto ideal = ideal_equidistant(recorded);
  if (!ideal) return std::nullopt;
  const uint64_t pixels = static_cast<uint64_t>(ideal->width) * static_cast<uint64_t>(ideal->height);
  if (pixels > assets::kMaxImagePixels) return std::nullopt;
  return ResampledCamera{*ideal, assets::Undistorter(recorded, *ideal)};
}

void set_resampled(SensorRecord& sensor, const CameraD& camera) {
  sensor.resampled = true, sensor.had_info = sensor.info.has_value();
  rosmsg::sensor_msgs::CameraInfo info;
  if (sensor.info) info.header = sensor.info->header, info.r = sensor.info->r;
  info.width = static_cast<uint32_t>(camera.width), info.height = static_cast<uint32_t>(camera.height);
  info.distortion_model = "equidistant", info.d = {0, 0, 0, 0};
  info.k = {camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1};
  sensor.info = std::move(info);
}

Result<void> write_recorded_mask(const fs::path& ingest, const SensorRecord& sensor, const ResampledCamera& resampled) {
  const fs::path path = ingest / recorded_mask_path(sensor.key());
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return system_error("making", path.parent_path(), error.value());
  return assets::write_png(path, resampled.map.mask());
}

}  // namespace gs::builder
