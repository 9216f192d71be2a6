// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data sets of every kind are recognised and opened; damaged ones are refused.
#include "gs/dataset/open_dataset.h"

#include <gtest/gtest.h>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/dataset/colmap.h"
#include "gs/dataset/off_path.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/testing/test_cloud.h"
#include "gs/splat/train/packed/packed_dataset.h"

namespace gs::dataset {
namespace {

// Writes small data sets of different kinds into a temporary folder.
class OpenDatasetTest : public ::testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / name).parent_path());
    EXPECT_TRUE(write_file(folder_ / name, text));
  }
  void picture(const std::string& name, int width = 8, int height = 6) {
    fs::create_directories((folder_ / name).parent_path());
    assets::Image image = assets::Image::make(width, height, 3);
    std::fill(image.data.begin(), image.data.end(), uint8_t{200});
    EXPECT_TRUE(assets::write_png(folder_ / name, image));
  }
  Result<OpenedDataset> open() { return open_dataset(folder_.path(), {}, problems_, quiet_); }

  TemporaryFolder folder_;
  Problems problems_;
  NoProgress quiet_;
};

constexpr std::string_view kCamerasText = "# comment\n1 PINHOLE 8 6 5.5 5.25 4 3\n2 SIMPLE_RADIAL 8 6 5 4 3 0.01\n";
constexpr std::string_view kImagesText =
    "# comment\n1 1 0 0 0 0.5 0 0 1 a.png\n1.5 2.5 -1 3 4 7\n2 0.7071067811865476 0 0 0.7071067811865476 0 0 2 2 "
    "b.png\n\n";
constexpr std::string_view kPointsText = "1 1 2 3 10 20 30 0.5 1 0 2 1\n";

// The model of kCamerasText, kImagesText and kPointsText, in text or binary form.
void check_model(const Result<OpenedDataset>& opened) {
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_FALSE(opened->drive);
  const splat::train::TrainingData& data = opened->set.data;
  ASSERT_EQ(data.views.size(), 2u);
  EXPECT_EQ(data.views[0].camera.cx, 3.5);
  EXPECT_EQ(data.views[0].camera.fy, 5.25);
  EXPECT_NEAR(data.views[0].map_from_camera.translation.x, -0.5, 1e-12);
  EXPECT_EQ(data.views[1].camera.k1, 0.01);
  EXPECT_NEAR(data.views[1].map_from_camera.translation.z, -2, 1e-12);
  const Vec3d turned = data.views[1].map_from_camera.rotation * Vec3d{1, 0, 0};
  EXPECT_NEAR(turned.y, -1, 1e-9);
  ASSERT_EQ(data.points.size(), 1u);
  EXPECT_EQ(data.points[0].position, (Vec3f{1, 2, 3}));
  EXPECT_EQ(data.points[0].blue, 30);
}

TEST_F(OpenDatasetTest, OfAPackedOneEveryNthFrameOfACameraIsUsed) {
  splat::train::PackedDataset packed;
  for (const char* name : {"left/0", "left/1", "right/0", "left/2", "right/1", "right/2", "left/3"}) {
    splat::train::TrainingView& view = packed.data.views.emplace_back();
    view.name = name;
    view.camera = with_limits(CameraD{.width = 2, .height = 2, .fx = 2, .fy = 2, .cx = 0.5, .cy = 0.5});
    view.rgb8.assign(12, 7);
  }
  const fs::path file = folder_ / "set.gsds";
  ASSERT_TRUE(splat::train::save_packed_dataset(file, packed));
  const auto names = [&](int stride) {
    std::vector<std::string> out;
    const auto opened = open_dataset(file, {.frame_stride = stride}, problems_, quiet_);
    EXPECT_TRUE(opened);
    for (const splat::train::TrainingView& view : opened->set.data.views) out.push_back(view.name);
    return out;
  };
  EXPECT_EQ(names(1).size(), 7u);
  EXPECT_EQ(names(2), (std::vector<std::string>{"left/0", "right/0", "left/2", "right/2"}));
  EXPECT_EQ(names(1'000'000), (std::vector<std::string>{"left/0", "right/0"}));
}

TEST_F(OpenDatasetTest, ReadsAColmapModelInText) {
  write("sparse/0/cameras.txt", kCamerasText);
  write("sparse/0/images.txt", kImagesText);
  write("sparse/0/points3D.txt", kPointsText);
  picture("images/a.png"), picture("images/b.png");
  check_model(open());
  fs::remove(folder_ / "images/b.png");
  EXPECT_EQ(open().value().set.data.views.size(), 1u);
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
}

// The same model as binary files.
struct BinaryModel {
  ByteWriter cameras, images, points;
  BinaryModel() {
    cameras.u64(2);
    camera(1, 1, {5.5, 5.25, 4, 3});
    camera(2, 2, {5, 4, 3, 0.01});
    images.u64(2);
    image(1, {1, 0, 0, 0, 0.5, 0, 0}, 1, "a.png", 2);
    image(2, {0.7071067811865476, 0, 0, 0.7071067811865476, 0, 0, 2}, 2, "b.png", 0);
    points.u64(1), points.u64(1);
    for (const double x : {1.0, 2.0, 3.0}) points.put(x);
    for (const int c : {10, 20, 30}) points.u8(static_cast<uint8_t>(c));
    points.put(0.5), points.u64(1), points.u64(0);
  }
  void camera(uint32_t id, uint32_t model, std::vector<double> values) {
    cameras.u32(id), cameras.u32(model), cameras.u64(8), cameras.u64(6);
    for (const double value : values) cameras.put(value);
  }
  void image(uint32_t id, std::vector<double> values, uint32_t camera_id, std::string_view name, int features) {
    images.u32(id);
    for (const double value : values) images.put(value);
    images.u32(camera_id), images.text(name), images.u8(0), images.u64(static_cast<uint64_t>(features));
    for (int i = 0; i < 3 * features; ++i) images.u64(7);
  }
};

TEST_F(OpenDatasetTest, ReadsAColmapModelInBinary) {
  const BinaryModel model;
  write("cameras.bin", as_text(model.cameras.view()));
  write("images.bin", as_text(model.images.view()));
  write("points3D.bin", as_text(model.points.view()));
  picture("images/a.png"), picture("images/b.png");
  check_model(open());
}

// Truncated and changed files must give an error or a smaller result, never a crash.
TEST(Colmap, DamageIsSurvived) {
  const BinaryModel model;
  using splat::testing::for_each_damage;
  const auto bytes = [](const ByteWriter& w) { return std::vector<std::byte>(w.view().begin(), w.view().end()); };
  for_each_damage(bytes(model.cameras), [](Bytes b) { (void)parse_colmap_cameras(b); });
  for_each_damage(bytes(model.images), [](Bytes b) { (void)parse_colmap_images(b); });
  for_each_damage(bytes(model.points), [](Bytes b) { (void)parse_colmap_points(b); });
  EXPECT_EQ(colmap_camera(9, 8, 6, {1, 2, 3}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(colmap_camera(1, 8, 6, {1, 2, 3}).error().code, ErrorCode::invalid_data);
  EXPECT_EQ(colmap_camera(1, 1ull << 60, 6, {1, 2, 3, 4}).error().code, ErrorCode::invalid_data);
}

TEST_F(OpenDatasetTest, ReadsTransformsAndRefusesBadOnes) {
  const std::string good = R"({"w": 8, "h": 6, "camera_angle_x": 1.5707963267948966, "k1": 0.1, "frames": [
      {"file_path": "images/a.png", "transform_matrix": [[1,0,0,1],[0,1,0,2],[0,0,1,3],[0,0,0,1]]},
      {"file_path": "images/b", "fl_x": 7, "transform_matrix": [[0,-1,0,0],[1,0,0,0],[0,0,1,0],[0,0,0,1]]}]})";
  write("transforms.json", good);
  picture("images/a.png"), picture("images/b.png");
  const OpenedDataset opened = open().value();
  const splat::train::TrainingData& data = opened.set.data;
  ASSERT_EQ(data.views.size(), 2u);
  EXPECT_NEAR(data.views[0].camera.fx, 4, 1e-12);
  EXPECT_EQ(data.views[0].camera.cx, 3.5);
  EXPECT_EQ(data.views[1].camera.fx, 7);
  EXPECT_EQ(data.views[0].camera.k1, 0.1);
  EXPECT_EQ(data.views[0].map_from_camera.translation, (Vec3d{1, 2, 3}));
  const Vec3d forward = data.views[0].map_from_camera.rotation * Vec3d{0, 0, 1};
  EXPECT_NEAR(forward.z, -1, 1e-12);  // OpenGL cameras look along -z

  const auto code_of = [&](std::string from, std::string to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    write("transforms.json", text);
    return open().error().code;
  };
  EXPECT_EQ(code_of("[1,0,0,1]", "[1,0,0,\"x\"]"), ErrorCode::invalid_data);
  EXPECT_EQ(code_of("[1,0,0,1]", "[2,0,0,1]"), ErrorCode::invalid_data);
  EXPECT_EQ(code_of("[1,0,0,1]", "[-1,0,0,1]"), ErrorCode::invalid_data);
  EXPECT_EQ(code_of("\"w\": 8", "\"w\": 0"), ErrorCode::invalid_data);
}

TEST_F(OpenDatasetTest, SaysWhatADataSetIs) {
  const Error error = open().error();
  EXPECT_EQ(error.code, ErrorCode::not_found);
  EXPECT_NE(error.hint.find("COLMAP"), std::string::npos);
}

TEST_F(OpenDatasetTest, ComparesViewsBesideThePath) {
  write("truth.json", R"({"cameras": [{"id": "front", "lens": "radtan", "width": 16, "height": 12, "fx": 10, "fy": 10,
      "cx": 7.5, "cy": 5.5, "k": [0,0,0,0,0,0], "p": [0,0]}]})");
  std::string list = "[";
  for (const char* offset : {"0", "3"}) {
    list += std::string(list.size() > 1 ? "," : "") + R"({"camera": "front", "index": 0, "offset_m": )" + offset +
            R"(, "file": "held_out/)" + offset +
            R"(.png", "map_from_camera": {"translation": [0,0,0], "rotation_xyzw": [0,0,0,1]}})";
    picture("held_out/" + std::string(offset) + ".png", 16, 12);
  }
  assets::Image moving = assets::Image::make(16, 12, 1);
  std::fill_n(moving.data.begin(), 48, uint8_t{255});
  ASSERT_TRUE(assets::write_png(folder_ / "held_out/3.moving.png", moving));
  list.replace(list.rfind("\"offset_m\""), 0, "\"moving\": \"held_out/3.moving.png\", ");
  write("held_out.json", list + "]");
  auto rasterizer = splat::make_rasterizer(Backend::cpu).value();
  const OffPathReport report =
      evaluate_off_path(*rasterizer, read_off_path_views(folder_.path()).value(), quiet_).value();
  ASSERT_EQ(report.offsets.size(), 2u);
  EXPECT_EQ(report.offsets[1].offset_m, 3);
  EXPECT_NEAR(report.offsets[0].psnr_db, -20 * std::log10(200 / 255.0), 1e-3);  // an empty cloud renders black
  EXPECT_EQ(report.offsets[0].left_out, 0);
  EXPECT_EQ(report.offsets[1].left_out, 0.25);
  EXPECT_EQ(report.shown.size(), 2u);
  EXPECT_NE(off_path_json(report).find("\"offset_m\""), std::string::npos);
  // Nothing is left to compare when everything moves.
  std::fill(moving.data.begin(), moving.data.end(), uint8_t{255});
  ASSERT_TRUE(assets::write_png(folder_ / "held_out/3.moving.png", moving));
  const OffPathReport masked =
      evaluate_off_path(*rasterizer, read_off_path_views(folder_.path()).value(), quiet_).value();
  EXPECT_EQ(masked.offsets[1].views, 0u);
  EXPECT_NE(off_path_json(masked).find("\"psnr\": null"), std::string::npos) << off_path_json(masked);
}

}  // namespace
}  // namespace gs::dataset
