// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every option of a synthetic drive changes the log it writes.
#include "gs/synth/drive/options.h"

#include <gtest/gtest.h>

#include "gs/core/hash/sha256.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/preview_sheet.h"

namespace gs::synth {
namespace {

// SHA-256 of the written log.
std::string record_files(const DriveOptions& options) {
  std::vector<std::byte> bytes;
  NoProgress progress;
  const auto report = write_drive(std::make_unique<logio::MemorySink>(bytes), options, progress);
  return report ? sha256_hex(bytes) : report.error().message;
}

TEST(DriveOptions, EachOneChangesTheLog) {
  DriveOptions base;
  base.street.length_m = 150;
  base.street.density = 0.1;
  base.imaging.samples = 1;
  base.duration_s = 0.2;
  base.cameras = {"front"};
  base.resolution = "48x32";
  base.lidar = "vlp16";
  base.lidar_columns = 60;
  const std::vector<ShortChange> probes{
      {"street.seed=7"},
      {"street.length_m=160"},
      {"street.curvature_per_m=0.01"},
      {"street.relief_m=3"},
      {"street.density=1"},
      {"street.traffic=3", {"traffic=true"}},
      {"street.hour=9"},
      {"street.cloud_cover=0.9"},
      {"street.shape=junction", {"street.length_m=300", "duration_s=12", "cameras=none", "lidar=none"}},
      {"street.scenery=tunnel"},
      {"ego.speed_mps=5"},
      {"ego.start_s_m=20"},
      {"ego.wander_m=0.4"},
      {"ego.laps=1", {"street.shape=loop", "street.length_m=400"}},
      {"imaging.exposure=2"},
      {"imaging.noise=20"},
      {"imaging.vignetting=0.8"},
      {"imaging.samples=4"},
      {"imaging.smooth_edges=false"},
      {"lidar_noise.range_noise_m=0.5"},
      {"lidar_noise.ray_drop=false"},
      {"lidar_noise.motion_distortion=false"},
      {"motion.gyro_noise_rps=0.5"},
      {"motion.gyro_bias_rps=0.5"},
      {"motion.accelerometer_noise_mps2=3"},
      {"motion.accelerometer_bias_mps2=3"},
      {"motion.gnss_noise_m=30"},
      {"motion.latitude_deg=10"},
      {"motion.longitude_deg=10"},
      {"motion.altitude_m=10"},
      {"motion.odometry_drift=true"},
      {"motion.drift_share=0.2", {"motion.odometry_drift=true"}},
      {"errors.lidar_elevation_deg=0.2"},
      {"errors.lidar_rotation_deg=0,0.2,0"},
      {"errors.lidar_translation_m=0.1,0,0"},
      {"errors.camera_rotation_deg=0,0.2,0"},
      {"errors.camera_translation_m=0.1,0,0"},
      {"errors.lidar_time_s=0.01"},
      {"errors.camera_time_s=0.01"},
      {"errors.imu_time_s=0.01"},
      {"errors.gnss_time_s=0.01"},
      {"errors.lidar_stops_s=0.1"},
      {"errors.cameras_stop_s=0.05"},
      {"errors.odometry_scale_percent=1"},
      {"errors.odometry_yaw_deg_per_100m=1"},
      {"errors.odometry_height_percent=1"},
      {"errors.planar_poses=true"},
      {"errors.gnss_outages_s=0,0.1"},
      {"errors.gnss_jump_m=20", {"errors.gnss_jump_s=0,1"}},
      {"errors.gnss_jump_s=0,1", {"errors.gnss_jump_m=20"}},
      {"errors.gnss_multipath_m=2"},
      {"poses=none"},
      {"duration_s=0.3"},
      {"traffic=true", {"street.traffic=3"}},
      {"traffic_preset=van_ahead"},
      {"cameras=rear"},
      {"resolution=64x32"},
      {"lens=pinhole"},
      {"camera_rate_hz=30"},
      {"rolling_shutter_s=0.03"},
      {"exposure_changes=true"},
      {"jpeg=50"},
      {"raw=true"},
      {"lidar=hdl32"},
      {"lidar_columns=80"},
      {"variant=missing_tf"},
  };
  expect_every_option_is_read<DriveOptions>(base, option_changes(probes), record_files);
}

TEST(ContactSheetOptions, EachOneChangesTheImage) {
  DriveOptions drive;
  drive.street.length_m = 150;
  drive.street.density = 0.1;
  drive.resolution = "48x32";
  auto scene = Scene::make(drive.street, false);
  ASSERT_TRUE(scene);
  const std::vector<ShortChange> probes{{"across=1"}, {"down=1"}};
  expect_every_option_is_read<ContactSheetOptions>({}, option_changes(probes), [&](const ContactSheetOptions& sheet) {
    const auto image = make_contact_sheet(*scene, drive, 0, sheet);
    EXPECT_TRUE(image);
    return image ? std::to_string(image->width) + "x" + std::to_string(image->height) : image.error().message;
  });
}

}  // namespace
}  // namespace gs::synth
