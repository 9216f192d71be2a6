// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Logs with an omni camera: images are resampled to an equidistant camera, with a mask, or kept where that changes
// nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/assets/image/undistort.h"
#include "gs/builder/pipeline.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/drivesim_dataset_converter.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/dataset/points_ply.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::write_drive;

constexpr DriveRecipe kOmniDrive{.duration_s = 1.2, .lidar_columns = 300, .omni = true};
constexpr std::string_view kOmniFile =
    "image_width: 64\nimage_height: 48\nK: [40, 0, 31.5, 0, 41, 23.5, 0, 0, 1]\n"
    "distortion_model: omni\nD: [1, 0.01, 0, 0.02, -0.015]\n";

// The camera of the recipe.
OmniCamera recorded_camera() {
  return {.width = 64,
          .height = 48,
          .xi = 1,
          .gamma_x = 40,
          .gamma_y = 41,
          .cx = 31.5,
          .cy = 23.5,
          .k1 = 0.01,
          .k2 = 0,
          .p1 = 0.02,
          .p2 = -0.015};
}

class OmniBuild : public ::testing::Test {
 protected:
  // Ingests a drive into the workspace `name`; the path of its step folder.
  fs::path ingest(const DriveRecipe& recipe, const std::string& name, const BuildConfig& config = {}) {
    const fs::path log = folder_ / (name + ".mcap");
    EXPECT_TRUE(write_drive(log, recipe));
    Workspace workspace = *Workspace::open(folder_ / name);
    const auto done = McapIngest::run(workspace, {.log = log, .config = config}, quiet_);
    EXPECT_TRUE(done) << to_text(done.error());
    return workspace.folder(Step::mcap_ingest);
  }
  static fs::path first_image(const fs::path& step) { return step / "raw_extract/images/camera_front/0000000000.jpg"; }

  TemporaryFolder folder_;
  NoProgress quiet_;
};

// The recipe's images have a green ramp from left to right, so the colour of a pixel tells where it was recorded.
void expect_ramp(const assets::Image& image, const CameraD& ideal) {
  const OmniCamera omni = with_limits(recorded_camera());
  double squared = 0;
  std::size_t seen = 0;
  for (int y = 0; y < ideal.height; ++y) {
    for (int x = 0; x < ideal.width; ++x) {
      const auto at = recorded_pixel(omni, *unproject(ideal, {static_cast<double>(x), static_cast<double>(y)}));
      if (!at || at->x < 0 || at->y < 0 || at->x > 63 || at->y > 47) continue;
      const double off = image.sample(x, y, 1) - 4 * at->x;
      squared += off * off, ++seen;
    }
  }
  ASSERT_GT(seen, 500u);
  EXPECT_LT(std::sqrt(squared / static_cast<double>(seen)), 3);
}

TEST_F(OmniBuild, ImagesBecomeEquidistantWithAMask) {
  const fs::path step = ingest(kOmniDrive, "w");
  Workspace workspace = *Workspace::open(folder_ / "w");
  ASSERT_TRUE(CalibrationBuilder::run(workspace, {}, quiet_));
  const auto calibration =
      world::load_calibration(workspace.folder(Step::calibration_builder) / "calibration.yaml").value();
  const world::CameraIntrinsics& c = calibration.cameras.at(0).intrinsics;
  const CameraD ideal = ideal_equidistant(recorded_camera()).value();
  EXPECT_EQ(c.lens, Lens::equidistant);
  EXPECT_NEAR(c.fx, 20, 1e-9);
  EXPECT_NEAR(c.fy, 20.5, 1e-9);
  EXPECT_EQ(c.k1, 0);
  EXPECT_EQ(c.width, ideal.width);
  EXPECT_EQ(c.height, ideal.height);
  EXPECT_NEAR(c.cx, ideal.cx, 1e-9);
  // The user is told: source.json gives build_report.json its notes.
  EXPECT_THAT(*read_text_file(step / "source.json"), HasSubstr("resampled: from an omni camera"));
  const auto image = assets::read_jpeg(first_image(step));
  ASSERT_TRUE(image) << image.error().message;
  ASSERT_EQ(image->width, ideal.width);
  ASSERT_EQ(image->height, ideal.height);
  expect_ramp(*image, ideal);

  // The data set masks what the recorded image does not show, and no point takes its black.
  const assets::Image seen = assets::Undistorter(recorded_camera(), ideal).mask();
  ASSERT_GT(std::ranges::count(seen.data, uint8_t{0}), 10);
  const auto report = DrivesimDatasetConverter::run(workspace, {}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  const auto mask = assets::read_png(workspace.folder(Step::drivesim_dataset_converter) / "masks/camera_front.png");
  ASSERT_TRUE(mask) << mask.error().message;
  EXPECT_EQ(mask->data, seen.data);
  const auto points = dataset::read_points_ply(workspace.folder(Step::drivesim_dataset_converter) / "points.ply");
  ASSERT_TRUE(points) << points.error().message;
  EXPECT_GT(points->size(), 1000u);
  EXPECT_TRUE(std::ranges::none_of(*points, [](const auto& point) { return point.red < 60; }));
}

// Raw pixels and JPEG files take different ways through the encoder.
TEST_F(OmniBuild, PixelsAndFilesAreResampledAlike) {
  DriveRecipe raw = kOmniDrive;
  raw.raw_images = true;
  const auto of_pixels = assets::read_jpeg(first_image(ingest(raw, "raw")));
  const auto of_files = assets::read_jpeg(first_image(ingest(kOmniDrive, "files")));
  ASSERT_TRUE(of_pixels && of_files);
  ASSERT_EQ(of_pixels->data.size(), of_files->data.size());
  expect_ramp(*of_pixels, ideal_equidistant(recorded_camera()).value());
}

TEST_F(OmniBuild, BytesDoNotDependOnThreads) {
  std::vector<std::string> images;
  for (const int threads : {1, 4}) {
    const ScopedThreadCount scoped(threads);
    const fs::path step = ingest(kOmniDrive, "w" + std::to_string(threads));
    images.push_back(read_text_file(first_image(step), 1 << 20).value() +
                     read_text_file(step / "raw_extract/masks/camera_front.png", 1 << 20).value() +
                     read_text_file(step / "sensors.json", 1 << 20).value());
  }
  EXPECT_EQ(images[0], images[1]);
}

// Without a tangential part an equidistant model is the same within 0.1 px: the recorded files stay.
TEST_F(OmniBuild, ImagesAreKeptWhereTheFitIsGood) {
  DriveRecipe round = kOmniDrive;
  round.omni_p1 = round.omni_p2 = 0;
  const fs::path step = ingest(round, "w");
  EXPECT_EQ(assets::read_jpeg(first_image(step))->width, 64);
  EXPECT_EQ(read_text_file(step / "source.json")->find("resampled"), std::string::npos);
  EXPECT_FALSE(fs::exists(step / "raw_extract/masks"));
  Workspace workspace = *Workspace::open(folder_ / "w");
  EXPECT_TRUE(CalibrationBuilder::run(workspace, {}, quiet_));
}

// Damage before the first good image does not decide about the size; damaged images are left out as without omni.
TEST_F(OmniBuild, DamagedImagesAreLeftOut) {
  DriveRecipe cut = kOmniDrive;
  cut.cut_images = 2;
  const auto image = assets::read_jpeg(first_image(ingest(cut, "w")));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, ideal_equidistant(recorded_camera())->width);
}

// A whole build; the omni camera comes from a calibration file, once with and once without camera_info in the log.
TEST_F(OmniBuild, CameraOfACalibrationFile) {
  ASSERT_TRUE(write_file(folder_ / "rig.yaml", kOmniFile));
  for (const bool info : {false, true}) {
    DriveRecipe recipe{.duration_s = 1.2, .camera_info = info, .lidar_columns = 300};
    const std::string name = info ? "replaced" : "added";
    ASSERT_TRUE(write_drive(folder_ / (name + ".mcap"), recipe));
    BuildRequest request{.input = folder_ / (name + ".mcap"), .output = folder_ / ("worlds/" + name)};
    request.workspace = folder_ / name;
    request.geometry.resolution = 0.4;
    request = *resolve(std::move(request));
    request.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] = false;
    request.config.calibration_file = (folder_ / "rig.yaml").string();
    std::string said;
    request.log = [&](LogLevel, const std::string& text) { said += text + "\n"; };
    const auto report = run_build(request, quiet_);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_THAT(said, HasSubstr(info ? "camera_front: intrinsics of rig.yaml replace those of the log"
                                     : "camera_front: intrinsics of rig.yaml are used, the log has none"));
    const auto calibration = world::load_calibration(request.output / "sensors/calibration.yaml").value();
    const CameraD ideal = ideal_equidistant(recorded_camera()).value();
    EXPECT_EQ(calibration.cameras.at(0).intrinsics.width, ideal.width);
    EXPECT_NEAR(calibration.cameras.at(0).intrinsics.fx, 20, 1e-9);
    EXPECT_EQ(calibration.cameras.at(0).intrinsics.lens, Lens::equidistant);
  }
}

}  // namespace
}  // namespace gs::builder
