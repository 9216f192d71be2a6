// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The data set for DriveStudio has every file of its loader, and LiDAR points fall on the same pixels.
#include "gs/builder/training/drivestudio/drivestudio_dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "gs/builder/training/drivestudio/matrix_text.h"
#include "gs/builder/training/drivestudio/testing/small_dataset.h"
#include "gs/core/json/json.h"
#include "gs/geometry/camera.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;
using namespace testing;

// All numbers of a text file.
std::vector<double> numbers_in(const fs::path& path) {
  std::istringstream in(read_text_file(path).value());
  std::vector<double> out;
  for (double value; in >> value;) out.push_back(value);
  return out;
}

// Converts the data set of drivestudio_testing.
class DriveStudioDataset : public ::testing::Test {
 protected:
  void SetUp() override { write_dataset(folder_ / "dataset"); }
  Result<DriveStudioSet> write() {
    fs::remove_all(out_);
    return write_drivestudio_dataset(folder_ / "dataset", *OutputFolder::create(out_), options_, problems_, quiet_);
  }
  TemporaryFolder folder_;
  fs::path out_ = folder_ / "out";
  DriveStudioSetOptions options_;
  Problems problems_;
  NoProgress quiet_;
};

TEST_F(DriveStudioDataset, HasEveryFileTheLoaderOpens) {
  const auto set = write();
  ASSERT_TRUE(set) << set.error().message;
  EXPECT_EQ(set->cameras, 2u);
  EXPECT_EQ(set->timesteps, 5u);
  EXPECT_EQ(set->test_stride, 3u);
  EXPECT_FALSE(set->sky_masks);
  const fs::path scene = out_ / "000";
  std::size_t files = 0;
  for (std::size_t t = 0; t < set->timesteps; ++t) {
    const std::string step = format("{:03d}", t);
    for (const char* name : {"lidar/", "lidar_pose/"}) {
      EXPECT_TRUE(fs::exists(scene / (name + step + (name[5] == '/' ? ".bin" : ".txt")))) << name;
    }
    for (std::size_t c = 0; c < set->cameras; ++c) {
      const std::string name = format("{}_{}", step, c);
      EXPECT_TRUE(fs::exists(scene / "images" / (name + ".jpg")));
      EXPECT_TRUE(fs::exists(scene / "extrinsics" / (name + ".txt")));
      for (const char* mask : {"sky_masks", "dynamic_masks/all", "dynamic_masks/human", "dynamic_masks/vehicle"}) {
        const assets::Image image = assets::read_png(scene / mask / (name + ".png")).value();
        EXPECT_EQ(image.width, 16);
        EXPECT_EQ(std::count(image.data.begin(), image.data.end(), 0), 16 * 12);
      }
    }
  }
  for (const auto& entry : fs::recursive_directory_iterator(out_)) files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 5u * (2 + 2 * 6) + 2 + 2 + 1);  // steps, intrinsics, instances, timesteps.json
  EXPECT_FALSE(fs::exists(scene / "ego_pose"));    // the loader counts frames by lidar_pose
  EXPECT_EQ(read_json(scene / "instances/frame_instances.json").value().members.size(), 5u);
}

// Repeats what DriveStudio's loader does with our files for one LiDAR point: its pixel must agree with our projection.
TEST_F(DriveStudioDataset, ALidarPointFallsOnTheSamePixel) {
  const DriveStudioSet set = write().value();
  const fs::path scene = out_ / "000";
  const Rigid3d anchor = read_matrix(scene / "extrinsics/000_0.txt").value();
  EXPECT_EQ(set.map_from_world, anchor);
  EXPECT_EQ(read_map_from_world(out_).value(), anchor);
  const auto k = numbers_in(scene / "intrinsics/1.txt");
  ASSERT_EQ(k.size(), 9u);
  for (std::size_t t = 0; t < set.timesteps; ++t) {
    const Rigid3d world_from_camera =
        anchor.inverse() * read_matrix(scene / format("extrinsics/{:03d}_1.txt", t)).value();
    const Rigid3d world_from_lidar = anchor.inverse() * read_matrix(scene / format("lidar_pose/{:03d}.txt", t)).value();
    const auto bytes = read_binary_file(scene / format("lidar/{:03d}.bin", t), 1000).value();
    ASSERT_EQ(bytes.size(), 2 * 4 * sizeof(float));
    const Vec3d point{load_le<float>(bytes.data()), load_le<float>(bytes.data() + 4), load_le<float>(bytes.data() + 8)};
    const Vec3d in_world = world_from_lidar * point;
    const Vec3d seen = world_from_camera.inverse() * in_world;
    // Image size in the loader: 1600 x 900 / factor, pixel centres at + 0.5.
    const double width = std::floor(1600 / set.downscale), height = std::floor(900 / set.downscale);
    const double u = (k[0] * seen.x / seen.z + k[2]) * width / 1600, v = (k[1] * seen.y / seen.z + k[3]) * height / 900;
    // Our projection of the point, scaled from 16 x 12 to that size.
    CameraD ours{.width = 16, .height = 12, .fx = 10, .fy = 11, .cx = 7.5, .cy = 5.5};
    const Vec2d pixel = project(ours, seen);
    EXPECT_NEAR(u, (pixel.x + 0.5) * width / 16, 1e-9);
    EXPECT_NEAR(v, (pixel.y + 0.5) * height / 12, 1e-9);
    const Vec3d in_map = anchor * in_world;
    EXPECT_NEAR(in_map.y, 1, 1e-6);  // every sweep's first point is at (n + 5, 1, 0)
    EXPECT_NEAR(in_map.z, 0, 1e-6);
  }
}

TEST_F(DriveStudioDataset, SizesOfPicturesFollowTheSettings) {
  EXPECT_NEAR(write().value().downscale, std::sqrt(1600. * 900 / (16 * 12)), 1e-12);
  options_.image_scale = 0.5;
  EXPECT_NEAR(write().value().downscale, 2 * std::sqrt(1600. * 900 / (16 * 12)), 1e-12);
  options_ = {.max_image_side = 4};
  EXPECT_NEAR(write().value().downscale, 4 * std::sqrt(1600. * 900 / (16 * 12)), 1e-12);
}

TEST_F(DriveStudioDataset, MasksAndSkyAreTakenOver) {
  const fs::path dataset = folder_ / "dataset";
  write_mask(dataset / "masks/camera_front.png", 3);
  write_mask(dataset / "masks/camera_front/0000000002.png", 7);
  write_mask(dataset / "sky/camera_front/0000000000.png", 9);
  const DriveStudioSet set = write().value();
  EXPECT_TRUE(set.sky_masks);
  EXPECT_EQ(set.moving, 1u);
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
  // Indices of pixels above 0.
  const auto lit = [](const assets::Image& image) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < image.data.size(); ++i) {
      if (image.data[i] > 0) out.push_back(i);
    }
    return out;
  };
  EXPECT_EQ(lit(assets::read_png(out_ / "ego_masks/nuscenes/0.png").value()), (std::vector<std::size_t>{3}));
  EXPECT_FALSE(fs::exists(out_ / "ego_masks/nuscenes/1.png"));
  EXPECT_EQ(lit(assets::read_png(out_ / "000/dynamic_masks/all/001_0.png").value()), (std::vector<std::size_t>{7}));
  EXPECT_EQ(lit(assets::read_png(out_ / "000/sky_masks/000_0.png").value()).size(), 16u * 12 - 1);
  options_.masks = false;
  EXPECT_EQ(write().value().moving, 0u);
  EXPECT_FALSE(fs::exists(out_ / "ego_masks/nuscenes/0.png"));
}

TEST_F(DriveStudioDataset, FailsWithoutLidarAndWithALens) {
  const fs::path dataset = folder_ / "dataset";
  std::string text = read_text_file(dataset / "intrinsics.json").value();
  text.insert(text.find("\"fx\""), "\"k1\": 0.1, ");
  ASSERT_TRUE(write_file(dataset / "intrinsics.json", text));
  std::string config = read_text_file(dataset / "dataset_config.json").value();
  config.replace(config.find("true"), 4, "false");
  ASSERT_TRUE(write_file(dataset / "dataset_config.json", config));
  const auto bent = write();
  EXPECT_THAT(bent.error().hint, HasSubstr("dataset.undistort"));
  EXPECT_FALSE(fs::exists(out_));
  write_dataset(dataset);
  fs::remove_all(dataset / "lidar");
  EXPECT_EQ(write().error().code, ErrorCode::invalid_data);
}

TEST(MatrixText, RoundTripsAndRefusesWhatIsNoPose) {
  const Rigid3d pose{normalized(Quaterniond{0.1, 0.2, 0.3, 0.9}), {1e6, -2, 0.125}};
  const Rigid3d back = parse_matrix(matrix_text(pose)).value();
  EXPECT_NEAR(angle_between(back.rotation, pose.rotation), 0, 1e-12);
  EXPECT_EQ(back.translation, pose.translation);
  EXPECT_TRUE(parse_matrix("1 0 0 1\n0 1 0 2\n0 0 1 3\n"));
  for (const char* bad :
       {"", "1 2 3", "1 0 0 0 0 1 0 0 0 0 -1 0", "2 0 0 0 0 1 0 0 0 0 1 0", "nan 0 0 0 0 1 0 0 0 0 1 0",
        "1 0 0 0 0 1 0 0 0 0 1 0 0", "1 0 0 x 0 1 0 0 0 0 1 0", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 7"}) {
    EXPECT_FALSE(parse_matrix(bad)) << bad;
  }
}

}  // namespace
}  // namespace gs::builder
