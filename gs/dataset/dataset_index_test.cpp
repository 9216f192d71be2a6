// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The index of a data set: cameras, poses, held-out frames, paths that stay inside.
#include "gs/dataset/dataset_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/dataset/read_image.h"

namespace gs::dataset {
namespace {

constexpr std::string_view kConfig =
    R"({"camera_ids": ["camera_front"], "held_out": [4, 12], "drivesim_commit": "abc", "undistorted": false})";
constexpr std::string_view kIntrinsics = R"({"cameras": {"camera_front": {"width": 64, "height": 48, "fx": 50, "fy": 51,
  "cx": 31.5, "cy": 23.5, "model": "pinhole", "distortion_model": "radtan", "k1": 0.01, "p2": -0.002}}})";
constexpr std::string_view kPoses =
    "# frame time matrix\n\n4 10.5 1 0 0 7 0 1 0 8 0 0 1 9\r\n5 10.6 0 -1 0 7.5 1 0 0 8 0 0 1 9\n";

class DatasetIndexTest : public ::testing::Test {
 protected:
  DatasetIndexTest() {
    write("dataset_config.json", kConfig);
    write("intrinsics.json", kIntrinsics);
    write("poses/camera_front.txt", kPoses);
  }
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_plain(folder_ / name, text));
  }
  // Writes a file with `from` replaced by `to`.
  void edit(const std::string& name, std::string_view text, std::string_view from, std::string_view to) {
    std::string edited(text);
    ASSERT_NE(edited.find(from), std::string::npos) << from;
    edited.replace(edited.find(from), from.size(), to);
    write(name, edited);
  }
  Result<DatasetIndex> read() { return read_dataset_index(folder_.path()); }

  TemporaryFolder folder_;
};

// Every value of the three files arrives in its field; comments and blank lines are skipped.
TEST_F(DatasetIndexTest, HasCamerasPosesAndHeldOutFrames) {
  const auto index = read();
  ASSERT_TRUE(index) << to_string(index.error());
  EXPECT_EQ(index->held_out, (std::set<int64_t>{4, 12}));
  EXPECT_EQ(index->commit, "abc");
  ASSERT_EQ(index->cameras.size(), 1u);
  const DatasetCamera& camera = index->cameras[0];
  EXPECT_EQ(camera.lens.width, 64);
  EXPECT_EQ(camera.lens.fy, 51);
  EXPECT_EQ(camera.lens.k1, 0.01);
  EXPECT_EQ(camera.lens.p2, -0.002);
  ASSERT_EQ(camera.frames.size(), 2u);
  EXPECT_EQ(camera.frames[1].index, 5);
  EXPECT_EQ(camera.frames[1].timestamp_s, 10.6);
  EXPECT_EQ(camera.frames[0].map_from_camera.translation, (Vec3d{7, 8, 9}));
  const Vec3d turned = camera.frames[1].map_from_camera.rotation * Vec3d{1, 0, 0};
  EXPECT_NEAR(turned.y, 1, 1e-12);  // the first column of the matrix
}

// Coefficients describe the recorded images, which undistorted ones no longer are.
TEST_F(DatasetIndexTest, UndistortedImagesHaveNoDistortion) {
  edit("dataset_config.json", kConfig, "false", "true");
  EXPECT_EQ(read()->cameras[0].lens.k1, 0);
  edit("dataset_config.json", kConfig, R"(, "undistorted": false)", "");
  EXPECT_EQ(read()->cameras[0].lens.k1, 0);  // the default
  write("dataset_config.json", kConfig);
  edit("intrinsics.json", kIntrinsics, R"("pinhole")", R"("fisheye")");
  EXPECT_EQ(read()->cameras[0].lens.lens, Lens::equidistant);
  edit("intrinsics.json", kIntrinsics, R"("radtan")", R"("none")");
  EXPECT_EQ(read()->cameras[0].lens.k1, 0);
}

// Camera names become paths and sizes become allocations.
TEST_F(DatasetIndexTest, BadCamerasAreRefused) {
  for (const char* size : {"0", "-3", "16385", "1e99", "\"wide\""}) {
    edit("intrinsics.json", kIntrinsics, "64", size);
    EXPECT_EQ(read().error().code, ErrorCode::invalid_data) << size;
  }
  write("intrinsics.json", kIntrinsics);
  for (const char* name : {"..", "a/b", "", "a b", "."}) {
    edit("dataset_config.json", kConfig, "camera_front", name);
    EXPECT_EQ(read().error().code, ErrorCode::invalid_data) << name;
  }
  edit("dataset_config.json", kConfig, R"(["camera_front"])", "[]");
  EXPECT_EQ(read().error().code, ErrorCode::invalid_data);
  edit("dataset_config.json", kConfig, "camera_front", "camera_rear");
  EXPECT_EQ(read().error().code, ErrorCode::not_found);
}

// Too few numbers, NaN, a scale, a reflection, a word, zeros.
TEST_F(DatasetIndexTest, PosesThatAreNoRotationsNameTheirLine) {
  for (const char* row : {"5 10.6 0 -1 0 7.5 1 0 0 8 0 0 1", "5 10.6 0 -1 0 7.5 1 0 0 8 0 0 nan 9",
                          "5 10.6 0 -1 0 7.5 1 0 0 8 0 0 1.1 9", "5 10.6 0 1 0 7.5 1 0 0 8 0 0 1 9",
                          "five 10.6 0 -1 0 7.5 1 0 0 8 0 0 1 9", "5 10.6 0 0 0 7.5 0 0 0 8 0 0 0 9"}) {
    edit("poses/camera_front.txt", kPoses, "5 10.6 0 -1 0 7.5 1 0 0 8 0 0 1 9", row);
    const auto index = read();
    ASSERT_FALSE(index) << row;
    EXPECT_THAT(to_string(index.error()), ::testing::HasSubstr("line 4"));
  }
  fs::remove(folder_ / "poses/camera_front.txt");
  EXPECT_EQ(read().error().code, ErrorCode::not_found);
}

// A JPEG wins, because it is what cameras record.
TEST_F(DatasetIndexTest, ImagesAreJpegOrPng) {
  EXPECT_EQ(image_path(folder_.path(), "camera_front", 12).filename(), "0000000012.png");
  write("images/camera_front/0000000012.jpg", "");
  EXPECT_EQ(image_path(folder_.path(), "camera_front", 12).filename(), "0000000012.jpg");
}

// Paths named by a data set must not lead to files of the user.
TEST(PathInside, StaysInTheFolder) {
  EXPECT_EQ(path_inside("set", "images/a.png").value(), fs::path("set/images/a.png"));
  EXPECT_EQ(path_inside("set", "./x/../a.png").value(), fs::path("set/a.png"));
  for (const char* name : {"", "/etc/passwd", "..", "../a", "x/../../a"}) {
    EXPECT_EQ(path_inside("set", name).error().code, ErrorCode::invalid_data) << name;
  }
}

// Grey is repeated, alpha is dropped; another size than that of the camera is an error.
TEST(RecordedImage, IsRgbWhateverTheFileHolds) {
  const TemporaryFolder folder;
  const CameraD camera = with_limits(CameraD{.width = 3, .height = 2, .fx = 3, .fy = 3, .cx = 1, .cy = 0.5});
  for (const int channels : {1, 3, 4}) {
    assets::Image image = assets::Image::make(3, 2, channels);
    for (std::size_t i = 0; i < image.data.size(); ++i) image.data[i] = static_cast<uint8_t>(10 * i);
    ASSERT_TRUE(assets::write_png(folder / "i.png", image));
    const auto rgb = read_rgb8(folder / "i.png", camera);
    ASSERT_TRUE(rgb) << channels << to_string(rgb.error());
    ASSERT_EQ(rgb->size(), 18u);
    const auto step = static_cast<std::size_t>(channels);
    EXPECT_EQ((*rgb)[3], image.data[step]) << "red of the second pixel";
    EXPECT_EQ((*rgb)[5], image.data[channels == 1 ? 1 : step + 2]) << "blue of the second pixel";
    EXPECT_EQ(read_gray8(folder / "i.png", camera)->at(1), image.data[step]);
  }
  CameraD other = camera;
  other.width = 4;
  EXPECT_EQ(read_rgb8(folder / "i.png", other).error().code, ErrorCode::invalid_data);
  EXPECT_EQ(read_gray8(folder / "i.png", other).error().code, ErrorCode::invalid_data);
  ASSERT_TRUE(write_plain(folder / "i.png", std::string_view("no image")));
  EXPECT_FALSE(read_rgb8(folder / "i.png", camera));
}

}  // namespace
}  // namespace gs::dataset
