// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images, masks, poses, points and depth of a data set, read whole or chunk by chunk.
#include "gs/dataset/read_dataset.h"

#include <gtest/gtest.h>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/dataset/comparison_sheet.h"
#include "gs/dataset/dataset_actors.h"
#include "gs/dataset/long_drive.h"
#include "gs/dataset/points_ply.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::dataset {
namespace {

using splat::testing::file_bytes;

// Two frames of one camera of 8 x 6 pixels: red, then green; a mask for all frames and one for the second.
class DatasetTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = folder_ / "dataset";
    for (const char* name : {"images/camera_front", "masks/camera_front", "poses"})
      fs::create_directories(root_ / name);
    write("dataset_config.json",
          R"({"version": "1.0.0", "drivesim_commit": "abc", "mode": "background_only",
              "camera_ids": ["camera_front"], "frame_count": 2, "undistorted": true, "held_out": [7]})");
    write("intrinsics.json",
          R"({"version": "1.0.0", "cameras": {"camera_front": {"width": 8, "height": 6, "model": "pinhole",
              "fx": 5.5, "fy": 5.25, "cx": 3.5, "cy": 2.5, "distortion_model": "none"}}})");
    write("poses/camera_front.txt", "3 12.5 1 0 0 10 0 1 0 20 0 0 1 30\n7 12.6 0 -1 0 1 1 0 0 2 0 0 1 3\n");
    picture("images/camera_front/0000000003.png", 255, 0);
    picture("images/camera_front/0000000007.png", 0, 255);
    mask("masks/camera_front.png", 47);
    mask("masks/camera_front/0000000007.png", 5);
    EXPECT_TRUE(write_points_ply(root_ / "points.ply", std::vector<splat::train::ColoredPoint>{{{1, 2, 3}, 4, 5, 6}}));
  }
  void write(const std::string& name, std::string_view text) { EXPECT_TRUE(write_file(root_ / name, text)); }
  void picture(const std::string& name, uint8_t red, uint8_t green) {
    assets::Image image = assets::Image::make(8, 6, 3);
    for (std::size_t i = 0; i < 48; ++i) image.data[3 * i] = red, image.data[3 * i + 1] = green;
    EXPECT_TRUE(assets::write_png(root_ / name, image));
  }
  // A mask with one ignored pixel.
  void mask(const std::string& name, std::size_t left_out) {
    assets::Image image = assets::Image::make(8, 6, 1);
    std::fill(image.data.begin(), image.data.end(), uint8_t{255});
    image.data[left_out] = 0;
    EXPECT_TRUE(assets::write_png(root_ / name, image));
  }
  Result<Dataset> read(const DatasetOptions& options = {}) { return read_dataset(root_, options, problems_, quiet_); }

  TemporaryFolder folder_;
  fs::path root_;
  Problems problems_;
  NoProgress quiet_;
};

TEST_F(DatasetTest, ReadsImagesPosesMasksAndPoints) {
  const Dataset set = read().value();
  EXPECT_TRUE(problems_.empty());
  EXPECT_EQ(set.drivesim_commit, "abc");
  ASSERT_EQ(set.data.views.size(), 2u);
  const splat::train::TrainingView &a = set.data.views[0], &b = set.data.views[1];
  EXPECT_EQ(a.name, "camera_front/0000000003");
  EXPECT_EQ(a.camera.fy, 5.25);
  EXPECT_EQ(a.map_from_camera.translation, (Vec3d{10, 20, 30}));
  EXPECT_EQ(a.rgb8[0], 255);
  EXPECT_FALSE(a.held_out);
  EXPECT_TRUE(b.held_out);
  const Vec3d turned = b.map_from_camera * Vec3d{1, 0, 0};
  EXPECT_NEAR(norm(turned - Vec3d{1, 3, 3}), 0, 1e-12);
  EXPECT_EQ(std::count(a.mask.begin(), a.mask.end(), 0), 1);
  EXPECT_EQ(std::count(b.mask.begin(), b.mask.end(), 0), 2);
  ASSERT_EQ(set.data.points.size(), 1u);
  EXPECT_EQ(set.data.points[0].position, (Vec3f{1, 2, 3}));
  EXPECT_EQ(set.data.points[0].blue, 6);
}

TEST_F(DatasetTest, ReadsDepthOfTheNearestSweepAndTheSky) {
  fs::create_directories(root_ / "lidar"), fs::create_directories(root_ / "sky/camera_front");
  write("lidar/index.json", R"({"sweeps": [{"file": "0.bin", "timestamp": 12.5, "origin": [0, 0, 0]},
                                           {"file": "1.bin", "timestamp": 99, "origin": [0, 0, 0]}]})");
  // In the axes of the first camera: in front at 5 m, the same direction at 9 m (hidden), behind it, and at a masked
  // pixel.
  const std::vector<Vec3f> points{
      {10, 20, 35}, {10, 20, 39}, {10, 20, 20}, {10 + 3.5f * 5.2f / 5.5f, 20 + 2.5f * 5.2f / 5.25f, 35.2f}};
  EXPECT_TRUE(write_file(root_ / "lidar/0.bin", Bytes(std::as_bytes(std::span(points)))));
  mask("sky/camera_front/0000000003.png", 0);
  const Dataset set = read().value();
  EXPECT_TRUE(problems_.empty());
  const splat::train::TrainingView& view = set.data.views[0];
  ASSERT_EQ(view.depth.size(), 1u);
  EXPECT_NEAR(view.depth[0].x, 3.5f, 1e-5f);
  EXPECT_NEAR(view.depth[0].depth_m, 5, 1e-5);
  ASSERT_EQ(view.sky.size(), 48u);
  EXPECT_EQ(view.sky[0], 0);
  EXPECT_EQ(view.sky[1], 255);
  EXPECT_TRUE(read({.sky = false, .depth_samples = 0}).value().data.views[0].sky.empty());

  write("lidar/0.bin", "12345");  // not a whole number of rows: both views use this sweep and are left out
  problems_ = Problems();
  EXPECT_EQ(read().error().code, ErrorCode::invalid_data);
  write("lidar/index.json", R"({"sweeps": [{"file": "../../etc/passwd", "timestamp": 1}]})");
  EXPECT_EQ(read().error().code, ErrorCode::invalid_data);
}

// A small actor in front of the second camera, whose frame mask covers pixel 5 and others.
class DatasetActorsTest : public DatasetTest {
 protected:
  void SetUp() override {
    DatasetTest::SetUp();
    fs::create_directories(root_ / "actors");
    const splat::GaussianCloud cloud = splat::testing::random_cloud(5, 0);
    ASSERT_TRUE(splat::save_ply(root_ / "actors/car_a0001.ply", cloud.view()));
    write("actors/assets.json", write_actor_list(std::vector<splat::train::TrainedActor>{
                                    {.id = "car_a0001", .size_m = {1.5, 1.25, 1}, .painted = {}, .mirrored = true}}));
    write("actors/camera_front.txt", write_sightings(7, {{.actor = 0, .map_from_actor = kPose}}));
    assets::Image all = assets::Image::make(8, 6, 1);  // the mask of frame 7 covers the whole image
    EXPECT_TRUE(assets::write_png(root_ / "masks/camera_front/0000000007.png", all));
  }
  // The second camera stands at (1, 2, 3) and looks along z.
  const Rigid3d kPose{Quaterniond::from_axis_angle({0, 0, 1}, 0.25), {1, 2, 6}};
};

TEST_F(DatasetActorsTest, TrainsThePixelsInsideTheBoxAndNoOthers) {
  const Dataset set = read().value();
  ASSERT_TRUE(problems_.empty());
  ASSERT_EQ(set.data.actors.size(), 1u);
  EXPECT_EQ(set.data.actors[0].id, "car_a0001");
  EXPECT_EQ(set.data.actors[0].size_m, (Vec3d{1.5, 1.25, 1}));
  EXPECT_EQ(set.data.actors[0].painted->size(), 5u);
  EXPECT_TRUE(set.data.actors[0].mirrored);
  ASSERT_EQ(set.data.views.size(), 2u);
  EXPECT_TRUE(set.data.views[0].actors.empty());
  const splat::train::TrainingView& view = set.data.views[1];
  ASSERT_EQ(view.actors.size(), 1u);
  EXPECT_NEAR(norm(view.actors[0].map_from_actor.translation - kPose.translation), 0, 1e-12);
  EXPECT_NEAR(norm(view.actors[0].map_from_actor * Vec3d{1, 0, 0} - kPose * Vec3d{1, 0, 0}), 0, 1e-9);
  EXPECT_TRUE(splat::train::check_training_data(set.data));
  EXPECT_EQ(view.mask[2 * 8 + 3], 255);  // the middle of the image, inside the box
  EXPECT_EQ(view.mask[0], 0);
  EXPECT_EQ(view.mask[47], 0);  // the mask of the camera stays
}

TEST_F(DatasetActorsTest, AreLeftOutOnRequestAndTheirPixelsStayMasked) {
  const Dataset set = read({.actors = false}).value();
  EXPECT_TRUE(set.data.actors.empty());
  ASSERT_EQ(set.data.views.size(), 1u);  // the second view is masked entirely
  EXPECT_TRUE(set.data.views[0].actors.empty());
}

// A long drive has its actors in the outline, and their sightings and pixels in the views of every chunk.
TEST_F(DatasetActorsTest, AreTrainedInChunksToo) {
  write("dataset_config.json", R"({"version": "1.0.0", "drivesim_commit": "abc", "camera_ids": ["camera_front"]})");
  const splat::train::ChunkOptions chunks{.split_above_m = 10, .length_m = 20, .overlap_m = 1};
  const auto drive = open_long_drive(root_, {}, chunks, problems_, quiet_).value();
  ASSERT_TRUE(drive);
  EXPECT_TRUE(problems_.empty());
  ASSERT_EQ(drive->sources.outline.actors.size(), 1u);
  EXPECT_FALSE(drive->sources.outline.actors[0].painted->empty());
  const auto views = drive->sources.load_views(drive->plan.chunks[1].views).value();
  ASSERT_EQ(views.size(), 1u);
  ASSERT_EQ(views[0].actors.size(), 1u);
  EXPECT_EQ(views[0].mask[2 * 8 + 3], 255);
  const auto without = open_long_drive(root_, {.actors = false}, chunks, problems_, quiet_).value();
  EXPECT_TRUE(without->sources.outline.actors.empty());
  Dataset set = read().value();
  const auto memory = long_drive_of(set, chunks);
  EXPECT_EQ(memory->sources.outline.actors.size(), 1u);
  EXPECT_EQ(memory->sources.outline.views[1].actors.size(), 1u);
}

TEST_F(DatasetActorsTest, RefusesDamagedFilesAndNamesThem) {
  const std::string list = read_text_file(root_ / "actors/assets.json").value();
  const auto error_after = [&](const std::string& file, const std::string& text) {
    const std::string before = read_text_file(root_ / file).value();
    write(file, text);
    const auto refused = read();
    write(file, before);
    return refused ? std::string("no error") : refused.error().message;
  };
  const std::string lines = "actors/camera_front.txt";
  EXPECT_NE(error_after(lines, "7 0 1 0 0\n").find("camera_front.txt line 1"), std::string::npos);
  EXPECT_NE(error_after(lines, "7 3 1 0 0 0 0 1 0 0 0 0 1 0\n").find("actor 3"), std::string::npos);
  EXPECT_NE(error_after(lines, "7 0 2 0 0 0 0 1 0 0 0 0 1 0\n").find("rotation"), std::string::npos);
  EXPECT_NE(error_after(lines, "7 0 nan 0 0 0 0 1 0 0 0 0 1 0\n"), "no error");
  EXPECT_NE(error_after("actors/assets.json", R"({"assets": 7})").find("assets.json"), std::string::npos);
  EXPECT_NE(error_after("actors/assets.json", R"({"assets": [{"id": "../x", "size": [1, 1, 1]}]})").find("id"),
            std::string::npos);
  EXPECT_NE(error_after("actors/assets.json", R"({"assets": [{"id": "other", "size": [1, 1, 1]}]})"), "no error");
  EXPECT_NE(error_after("actors/car_a0001.ply", "ply"), "no error");
  EXPECT_EQ(error_after(lines, ""), "no error");
}

TEST_F(DatasetTest, WithoutPointsThereAreNone) {
  fs::remove(root_ / "points.ply");
  EXPECT_TRUE(read().value().data.points.empty());
}

TEST_F(DatasetTest, ContactSheetsShowTruthRenderAndError) {
  const Dataset set = read().value();
  splat::SplatImage rendered{.width = 8, .height = 6, .rgb8 = std::vector<uint8_t>(3 * 48, 250)};
  const splat::train::ViewComparison pair{&set.data.views[0], &rendered};
  const assets::Image sheet = comparison_sheet({&pair, 1}, {.gap = 1});
  EXPECT_EQ(sheet.width, 26);
  EXPECT_EQ(sheet.height, 6);
  EXPECT_EQ(sheet.sample(0, 0, 0), 255);
  EXPECT_EQ(sheet.sample(7, 5, 0), 85);  // masked: dimmed
  EXPECT_EQ(sheet.sample(9, 0, 1), 250);
  EXPECT_EQ(sheet.sample(18, 0, 1), 255);  // red against white
  EXPECT_EQ(sheet.sample(25, 5, 1), 0);
  ASSERT_TRUE(preview_writer(folder_ / "out")(7, {&pair, 1}));
  EXPECT_TRUE(fs::exists(folder_ / "out" / "previews" / "iteration_7.png"));
  EXPECT_TRUE(fs::exists(folder_ / "out" / "contact_sheet.png"));
}

TEST_F(DatasetTest, OptionsLeaveOutFramesAndMasks) {
  const Dataset set = read({.frame_stride = 2, .masks = false}).value();
  ASSERT_EQ(set.data.views.size(), 1u);
  EXPECT_TRUE(set.data.views[0].mask.empty());
}

TEST_F(DatasetTest, AMissingImageIsReportedAndNoneIsAnError) {
  fs::remove(root_ / "images/camera_front/0000000003.png");
  EXPECT_EQ(read().value().data.views.size(), 1u);
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
  fs::remove(root_ / "images/camera_front/0000000007.png");
  EXPECT_EQ(read().error().code, ErrorCode::invalid_data);
}

TEST_F(DatasetTest, ViewsMaskedEntirelyAreReportedAndNothingElseIsAnError) {
  assets::Image all = assets::Image::make(8, 6, 1);
  ASSERT_TRUE(assets::write_png(root_ / "masks/camera_front/0000000007.png", all));
  EXPECT_EQ(read().value().data.views.size(), 1u);
  ASSERT_EQ(problems_.count(Severity::warning), 1u);
  EXPECT_EQ(problems_.all()[0].file, "camera_front/0000000007");
  EXPECT_EQ(read({.masks = false}).value().data.views.size(), 2u);
  ASSERT_TRUE(assets::write_png(root_ / "masks/camera_front.png", all));
  const Error error = read().error();
  EXPECT_EQ(error.code, ErrorCode::invalid_data);
  EXPECT_NE(error.message.find("masked entirely"), std::string::npos) << error.message;
}

TEST_F(DatasetTest, MasksThatAreEmptyOrOfAnotherSizeLeaveTheirFrameOut) {
  write("masks/camera_front/0000000007.png", "");
  EXPECT_EQ(read().value().data.views.size(), 1u);
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
  problems_ = Problems();
  ASSERT_TRUE(assets::write_png(root_ / "masks/camera_front/0000000007.png", assets::Image::make(6, 8, 1)));
  EXPECT_EQ(read().value().data.views.size(), 1u);
  ASSERT_EQ(problems_.count(Severity::warning), 1u);
  EXPECT_NE(problems_.all()[0].message.find("6 x 8"), std::string::npos);
}

TEST_F(DatasetTest, ALongDriveIsReadChunkByChunk) {
  const splat::train::ChunkOptions chunks{
      .split_above_m = 10, .length_m = 20, .overlap_m = 1};  // 34 m between the two frames
  EXPECT_FALSE(open_long_drive(root_, {}, {}, problems_, quiet_).value());
  EXPECT_FALSE(open_long_drive(root_, {}, chunks, problems_, quiet_).value()) << "a chunk of held-out views only";
  write("dataset_config.json", R"({"version": "1.0.0", "drivesim_commit": "abc", "camera_ids": ["camera_front"]})");
  const auto drive = open_long_drive(root_, {}, chunks, problems_, quiet_).value();
  ASSERT_TRUE(drive);
  EXPECT_EQ(drive->drivesim_commit, "abc");
  ASSERT_EQ(drive->plan.chunks.size(), 2u);
  EXPECT_EQ(drive->sources.outline.points.size(), 1u);
  EXPECT_TRUE(drive->sources.outline.views[0].rgb8.empty());
  EXPECT_EQ(drive->plan.chunks[1].views, std::vector<std::size_t>{1});
  const auto views = drive->sources.load_views(drive->plan.chunks[1].views).value();
  ASSERT_EQ(views.size(), 1u);
  EXPECT_EQ(views[0].name, "camera_front/0000000007");
  EXPECT_EQ(views[0].rgb8[1], 255);
  EXPECT_TRUE(drive->sources.load_views({}).value().empty());

  Dataset set = read().value();
  EXPECT_FALSE(long_drive_of(set, {}));
  EXPECT_EQ(set.data.views.size(), 2u);
  const auto memory = long_drive_of(set, chunks);
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->sources.load_views(memory->plan.chunks[0].views).value()[0].rgb8[0], 255);
}

// Errors contain the position in the file.
TEST_F(DatasetTest, BadFilesAreNamed) {
  write("poses/camera_front.txt", "3 12.5 1 0 0 10 0 1 0 20 0 0 nan 30\n");
  EXPECT_NE(read().error().message.find("line 1"), std::string::npos);
  write("poses/camera_front.txt", "3 12.5 1 0 0 10 0 1 0 20 0 0 -1 30\n");
  EXPECT_NE(read().error().message.find("reflection"), std::string::npos);
  write("intrinsics.json", R"({"cameras": {}})");
  EXPECT_EQ(read().error().code, ErrorCode::not_found);
  write("dataset_config.json", R"({"camera_ids": ["../../etc"]})");
  EXPECT_EQ(read().error().code, ErrorCode::invalid_data);
}

TEST(PointsPly, TextAndDamage) {
  const std::string text =
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
      "1 2 3\n4 5 6\n";
  const auto points = parse_points_ply(as_bytes(text)).value();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].position, (Vec3f{4, 5, 6}));
  EXPECT_EQ(points[1].red, 128);
  const TemporaryFolder folder;
  ASSERT_TRUE(write_points_ply(folder / "p.ply", std::vector<splat::train::ColoredPoint>(3)));
  const auto bytes = file_bytes(folder / "p.ply");
  EXPECT_EQ(parse_points_ply(bytes).value().size(), 3u);
  splat::testing::for_each_damage(bytes, [](Bytes damaged) {
    const auto result = parse_points_ply(damaged);
    if (result) {
      EXPECT_LE(result->size(), 3u);
    }
  });
}

}  // namespace
}  // namespace gs::dataset
