// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// actors/assets.json: what is written is read back, every rule is broken once, and hostile files are refused.
#include "gs/world/actors/assets_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gs/world/testing/actor_world.h"

namespace gs::world {
namespace {

using ::testing::HasSubstr;

std::string problems_of_assets(std::string_view text) {
  Problems problems;
  (void)parse_actor_assets(text, "a.json", problems);
  std::string lines;
  for (const Problem& problem : problems) lines += to_string(problem) + "\n";
  return lines;
}

// The problems of two_assets() after a change of the car and the walker.
std::string problems_after(const std::function<void(ActorAsset& car, ActorAsset& walker)>& change) {
  ActorAssets assets = two_assets();
  change(assets.assets[0], assets.assets[1]);
  return problems_of_assets(write_actor_assets(assets));
}

TEST(ActorAssets, WhatIsWrittenIsReadBackEqual) {
  const std::string text = write_actor_assets(two_assets());
  EXPECT_EQ(problems_of_assets(text), "");
  Problems problems;
  const ActorAssets back = parse_actor_assets(text, "a.json", problems);
  EXPECT_EQ(write_actor_assets(back), text);
  ASSERT_EQ(back.assets.size(), 2u);
  const ActorAsset& car = back.assets[0];
  EXPECT_EQ(car.source.actor, "a1");
  EXPECT_EQ(car.size, (Vec3d{4.4, 1.8, 1.5}));
  EXPECT_EQ(car.splats, 40);
  EXPECT_EQ(car.mesh_source, MeshSource::measured);
  EXPECT_EQ(car.faces.left, 0.8);
  EXPECT_EQ(car.mirrored, "y");
  EXPECT_EQ(car.quality, 0.8);
  EXPECT_EQ(car.gains[0].rgb, (Vec3d{1.02, 0.99, 1.01}));
  EXPECT_EQ(car.rear_axle_x, -1.3);
  EXPECT_FALSE(car.stride_m);
  EXPECT_EQ(back.assets[1].shapes[3].first, 30);
  EXPECT_FALSE(back.assets[1].mesh);
}

// The example of the specification, with empty lists for a rigid asset.
TEST(ActorAssets, OptionalPartsMayBeEmptyOrMissing) {
  EXPECT_EQ(problems_of_assets(R"({"version": "1.2.0", "assets": [{"id": "car_a0007", "class": "car",
    "source": {"kind": "log", "world": "street_01", "actor": "a0007"}, "size": [4.42, 1.79, 1.51],
    "frame": "x forward, y left, z up, origin on the ground below the middle of the box",
    "faces": {"front": 0.00, "back": 0.91, "left": 0.84, "right": 0.12, "top": 0.40},
    "gains": {}, "shapes": [], "stride_m": 0.0}]})"),
            "");
  EXPECT_EQ(problems_of_assets(write_actor_assets({})), "");
}

TEST(ActorAssets, FieldsFollowTheirRules) {
  using A = ActorAsset;
  EXPECT_THAT(problems_after([](A& car, A&) { car.id = "Car"; }), HasSubstr("error: a.json: assets[0].id: is 'Car'"));
  EXPECT_THAT(problems_after([](A& car, A& walker) { walker.id = car.id; }),
              HasSubstr("assets[1].id: is the id of another"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.faces.top = 1.1; }), HasSubstr("assets[0].faces.top: is 1.1"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.quality = 2; }), HasSubstr("assets[0].quality"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.mirrored = "x"; }), HasSubstr("assets[0].mirrored: is 'x'"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.reflectance_median = -1; }), HasSubstr("reflectance_median"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.gains[0].rgb.y = 0.05; }),
              HasSubstr("assets[0].gains.front[1]: is 0.05"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.wheelbase = 0; }), HasSubstr("assets[0].wheelbase"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.size.x = 40; }), HasSubstr("assets[0].size[0]: is 40"));
  std::string text = write_actor_assets(two_assets());
  text.replace(text.find("x forward"), 9, "x onwards");
  EXPECT_THAT(problems_of_assets(text), HasSubstr("assets[0].frame: is 'x onwards"));
}

TEST(ActorAssets, PathsStayInsideTheBundle) {
  for (const char* path : {"../splat.ply", "/etc/passwd", "actors/../../x.ply", "actors\\x.ply", ""}) {
    EXPECT_THAT(problems_after([&](ActorAsset& car, ActorAsset&) { car.splat = path; }), HasSubstr("assets[0].splat"))
        << path;
    EXPECT_THAT(problems_after([&](ActorAsset& car, ActorAsset&) { car.mesh = path; }), HasSubstr("assets[0].mesh"))
        << path;
  }
}

TEST(ActorAssets, FilesComeWithTheirNumbers) {
  using A = ActorAsset;
  EXPECT_THAT(problems_after([](A& car, A&) { car.splats.reset(); }), HasSubstr("assets[0].splat: has no splats"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.splat.reset(); }), HasSubstr("assets[0].splat: is missing"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.mesh.reset(); }), HasSubstr("assets[0].mesh: is missing"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.mesh_source.reset(); }),
              HasSubstr("assets[0].mesh: has no mesh_source"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.splats = 200'001; }), HasSubstr("assets[0].splats: is 200001"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.splats = 0; }), HasSubstr("assets[0].splats: is 0"));
  EXPECT_THAT(problems_after([](A& car, A&) { car.sh_degree = 4; }), HasSubstr("assets[0].sh_degree: is 4"));
  EXPECT_EQ(problems_after([](A& car, A&) {
              car.splat.reset(), car.splats.reset(), car.sh_degree.reset(), car.mesh.reset(), car.mesh_source.reset();
            }),
            "");
}

TEST(ActorAssets, ShapesCoverAllSplatsOnce) {
  using A = ActorAsset;
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.shapes[1].first = 9; }),
              HasSubstr("assets[1].shapes[1]: has the splats 9 to 18"));
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.shapes[1].first = 11; }), HasSubstr("assets[1].shapes[1]"));
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.shapes[2].count = 0; }), HasSubstr("assets[1].shapes[2]"));
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.shapes.pop_back(); }),
              HasSubstr("assets[1].shapes: cover 30 splats"));
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.shapes[1].phase = 0; }),
              HasSubstr("assets[1].shapes[1]: has phase 0"));
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.shapes[3].phase = 1; }),
              HasSubstr("assets[1].shapes[3]: has phase 1"));
  EXPECT_THAT(problems_after([](A&, A& walker) { walker.stride_m.reset(); }), HasSubstr("assets[1].stride_m"));
}

// Each class with a usual and an unusual size.
TEST(ActorAssets, UnusualSizesAreWarnings) {
  const auto of = [](ActorClass actor_class, Vec3d size) {
    return problems_after([&](ActorAsset& car, ActorAsset&) { car.actor_class = actor_class, car.size = size; });
  };
  using enum ActorClass;
  EXPECT_THAT(of(car, {6.5, 1.8, 1.5}),
              HasSubstr("warning: a.json: assets[0].size: is unusual: 6.5 x 1.8 x 1.5 m (allowed: of a car"));
  EXPECT_EQ(of(large_vehicle, {9, 2.5, 3.2}), "");
  EXPECT_THAT(of(large_vehicle, {4, 2, 1.5}), HasSubstr("is unusual"));
  EXPECT_EQ(of(pedestrian, {0.6, 0.7, 1.8}), "");
  EXPECT_THAT(of(pedestrian, {0.6, 0.7, 2.4}), HasSubstr("is unusual"));
  EXPECT_EQ(of(two_wheeler, {1.8, 0.7, 1.7}), "");
  EXPECT_THAT(of(two_wheeler, {1.8, 1.3, 1.7}), HasSubstr("is unusual"));
  EXPECT_EQ(of(unknown, {29, 29, 29}), "");
}

TEST(ActorAssets, CountsAreLimitedWhileReading) {
  std::string many = "{\"assets\": [{}";
  for (std::size_t i = 0; i < kMaxAssets; ++i) many += ",{}";
  EXPECT_THAT(problems_of_assets(many + "]}"), HasSubstr("more than 2000 assets"));
  std::string gains = "{\"assets\": [{\"gains\": {\"c\": 1";
  for (int i = 0; i < 300; ++i) gains += ",\"c" + std::to_string(i) + "\": 1";
  EXPECT_THAT(problems_of_assets(gains + "}}]}"), HasSubstr("assets[0].gains: has 301 cameras"));
}

TEST(ActorAssets, TruncatedAndFlippedTextNeverCrashes) {
  const std::string whole = write_actor_assets(two_assets());
  for (std::size_t size = 0; size + 2 < whole.size(); size += 7) {
    EXPECT_THAT(problems_of_assets(whole.substr(0, size)), HasSubstr("error")) << size;
  }
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 7)));
    (void)problems_of_assets(flipped);
  }
}

}  // namespace
}  // namespace gs::world
