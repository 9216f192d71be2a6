// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Camera models and text files of COLMAP, with damaged lines named by number.
#include "gs/dataset/colmap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/core/file.h"
#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/dataset/points_ply.h"

namespace gs::dataset {
namespace {

// Pixel of a point by the formulas of COLMAP's documentation, first pixel centre (0.5, 0.5).
Vec2d colmap_pixel(int model, const std::vector<double>& p, const Vec3d& point) {
  const double u = point.x / point.z, v = point.y / point.z, r2 = u * u + v * v;
  double x = u, y = v;
  const auto tangential = [&](double p1, double p2) {
    x += 2 * p1 * u * v + p2 * (r2 + 2 * u * u);
    y += 2 * p2 * u * v + p1 * (r2 + 2 * v * v);
  };
  if (model == 2) x = u * (1 + p[3] * r2), y = v * (1 + p[3] * r2);
  if (model == 3) x = u * (1 + p[3] * r2 + p[4] * r2 * r2), y = v * (1 + p[3] * r2 + p[4] * r2 * r2);
  if (model == 4)
    x = u * (1 + p[4] * r2 + p[5] * r2 * r2), y = v * (1 + p[4] * r2 + p[5] * r2 * r2), tangential(p[6], p[7]);
  if (model == 5) {
    const double r = std::sqrt(r2), t = std::atan(r), t2 = t * t;
    const double scale = t * (1 + t2 * (p[4] + t2 * (p[5] + t2 * (p[6] + t2 * p[7])))) / r;
    x = u * scale, y = v * scale;
  }
  if (model == 6) {
    const double scale = (1 + r2 * (p[4] + r2 * (p[5] + r2 * p[8]))) / (1 + r2 * (p[9] + r2 * (p[10] + r2 * p[11])));
    x = u * scale, y = v * scale, tangential(p[6], p[7]);
  }
  const bool one_focal = model == 0 || model == 2 || model == 3;
  const double fx = p[0], fy = one_focal ? p[0] : p[1], cx = p[one_focal ? 1 : 2], cy = p[one_focal ? 2 : 3];
  return {fx * x + cx, fy * y + cy};
}

const std::vector<std::vector<double>> kParameters = {
    {500, 320, 240},
    {500, 505, 320, 240},
    {500, 320, 240, 0.05},
    {500, 320, 240, 0.05, -0.01},
    {500, 505, 320, 240, 0.05, -0.01, 0.002, -0.003},
    {300, 305, 320, 240, 0.02, -0.01, 0.003, -0.001},
    {500, 505, 320, 240, 0.05, -0.01, 0.002, -0.003, 0.004, 0.03, 0.02, 0.01}};

// COLMAP's first pixel centre is (0.5, 0.5), ours (0, 0).
TEST(ColmapCamera, EveryModelProjectsByItsFormula) {
  for (int model = 0; model < 7; ++model) {
    const auto& parameters = kParameters[static_cast<std::size_t>(model)];
    const auto camera = colmap_camera(model, 640, 480, parameters);
    ASSERT_TRUE(camera) << model << to_string(camera.error());
    for (const Vec3d& point : {Vec3d{0.1, 0.2, 2}, Vec3d{-0.5, 0.3, 1.5}, Vec3d{0.4, -0.4, 1}}) {
      ASSERT_TRUE(can_project(*camera, point)) << model;
      const Vec2d ours = project(*camera, point), theirs = colmap_pixel(model, parameters, point);
      EXPECT_NEAR(ours.x, theirs.x - 0.5, 1e-9) << model;
      EXPECT_NEAR(ours.y, theirs.y - 0.5, 1e-9) << model;
    }
  }
}

// Sizes are those that a damaged binary file may claim.
TEST(ColmapCamera, WrongNumbersOfParametersOtherModelsAndSizesAreRefused) {
  for (int model = 0; model < 7; ++model) {
    auto parameters = kParameters[static_cast<std::size_t>(model)];
    parameters.pop_back();
    EXPECT_EQ(colmap_camera(model, 640, 480, parameters).error().code, ErrorCode::invalid_data) << model;
  }
  for (const int model : {-1, 7, 10, 1000})
    EXPECT_EQ(colmap_camera(model, 640, 480, {}).error().code, ErrorCode::unsupported);
  for (const uint64_t side : {uint64_t{0}, uint64_t{1} << 40, ~uint64_t{0}}) {
    EXPECT_EQ(colmap_camera(0, side, 480, kParameters[0]).error().code, ErrorCode::invalid_data);
    EXPECT_EQ(colmap_camera(0, 640, side, kParameters[0]).error().code, ErrorCode::invalid_data);
  }
}

// The name is the rest of its line; the line behind it lists features and may be empty.
TEST(ColmapText, ImageNamesMayHaveBlanksAndLinesMayEndInCrLf) {
  const auto images =
      parse_colmap_images_text("# c\r\n7 1 0 0 0 1 2 3 4 my photo 1.jpg\r\n\r\n8 1 0 0 0 0 0 0 4 b.jpg\n1 2 3");
  ASSERT_TRUE(images) << to_string(images.error());
  ASSERT_EQ(images->size(), 2u);
  EXPECT_EQ((*images)[0].name, "my photo 1.jpg");
  EXPECT_EQ((*images)[0].camera_id, 4u);
  EXPECT_EQ((*images)[0].camera_from_map.translation, (Vec3d{1, 2, 3}));
}

// Users edit these files by hand.
TEST(ColmapText, IncompleteLinesNameTheirNumber) {
  for (const char* line : {"1", "1 PINHOLE 640", "x PINHOLE 640 480 1 1 1 1"}) {
    const auto cameras = parse_colmap_cameras_text(std::string("# comment\n") + line);
    ASSERT_FALSE(cameras) << line;
    EXPECT_THAT(to_string(cameras.error()), ::testing::HasSubstr("line 2"));
  }
  EXPECT_FALSE(parse_colmap_cameras_text("1 PINHOLE 640 480 1 1 1"));
  EXPECT_EQ(parse_colmap_cameras_text("1 PANORAMA 640 480 1").error().code, ErrorCode::unsupported);
  EXPECT_FALSE(parse_colmap_images_text("1 1 0 0 0 0 0 0 4"));
  EXPECT_FALSE(parse_colmap_points_text("1 1 2 3 10 20"));
  EXPECT_TRUE(parse_colmap_points_text("\n# only comments\n")->empty());
}

// Users name the project folder or the folder of the model.
TEST(ColmapText, ColoursOutsideOfOneByteAreRefused) {
  EXPECT_EQ(parse_colmap_points_text("1 0 0 0 255 0 7\n").value().at(0).red, 255);
  for (const char* line : {"1 0 0 0 256 0 0", "1 0 0 0 0 -1 0", "1 0 0 0 0 0 1000"}) {
    EXPECT_EQ(parse_colmap_points_text(line).error().code, ErrorCode::invalid_data) << line;
  }
}

TEST(Colmap, TheModelIsFoundWhereColmapPutsIt) {
  for (const char* inside : {".", "sparse", "sparse/0"}) {
    const TemporaryFolder folder;
    EXPECT_TRUE(find_colmap_model(folder.path()).empty());
    fs::create_directories(folder / inside);
    for (const char* name : {"cameras.txt", "images.txt", "points3D.txt"}) {
      ASSERT_TRUE(write_plain(folder / inside / name, std::string_view("# empty\n")));
    }
    EXPECT_TRUE(fs::equivalent(find_colmap_model(folder.path()), folder / inside)) << inside;
  }
}

// Positions over the whole range of float keep their bits.
TEST(PointsPly, WhatIsWrittenReadsBackEqual) {
  const TemporaryFolder folder;
  std::vector<splat::train::ColoredPoint> points;
  for (int i = 0; i < 300; ++i) {
    const auto f = static_cast<float>(i);
    points.push_back(
        {{f / 3, -f * 1e6f, std::ldexp(1.0f, i / 3 - 50)}, static_cast<uint8_t>(i), static_cast<uint8_t>(3 * i), 255});
  }
  ASSERT_TRUE(write_points_ply(folder / "p.ply", points));
  const auto back = read_points_ply(folder / "p.ply");
  ASSERT_TRUE(back) << to_string(back.error());
  ASSERT_EQ(back->size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ((*back)[i].position, points[i].position);
    EXPECT_EQ((*back)[i].red, points[i].red);
    EXPECT_EQ((*back)[i].green, points[i].green);
    EXPECT_EQ((*back)[i].blue, points[i].blue);
  }
}

}  // namespace
}  // namespace gs::dataset
