// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The rules between actors, assets and the rest of a bundle: each is broken once, and the validator must report it.
#include "gs/world/validate/actor_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gs/splat/model/ply.h"
#include "gs/world/testing/actor_world.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

using ::testing::HasSubstr;

constexpr const char *kTrajectories = "actors/trajectories.json", *kAssets = "actors/assets.json";

class ActorRules : public ::testing::Test {
 protected:
  // The error of saving the world with other actors, and then the report of the validator.
  std::string report_with(const std::function<void(ActorTrajectories&, ActorAssets&)>& change) {
    ActorTrajectories trajectories = two_actors();
    ActorAssets assets = two_assets();
    change(trajectories, assets);
    const std::string error = world_.save(trajectories, assets);
    return error.empty() ? world_.report() : error;
  }
  std::string report_of_motion(const std::function<void(ActorTrajectory& car)>& change) {
    return report_with([&](ActorTrajectories& t, ActorAssets&) { change(t.actors[0]); });
  }
  bool loads() const { return load_world(world_.bundle()).has_value(); }

  ActorWorld world_;
};

TEST_F(ActorRules, ABundleWithActorsIsValidAndLoads) {
  EXPECT_EQ(world_.report(), "");
  const auto world = load_world(world_.bundle());
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_EQ(world->index.version, "1.2.0");
  EXPECT_EQ(world->actor_trajectories->actors[1].id, "a2");
  EXPECT_EQ(world->actor_assets->assets[0].id, "car_a1");
  EXPECT_THAT(validate_world(world_.bundle()).files,
              ::testing::IsSupersetOf({kTrajectories, kAssets, "actors/car_a1/mesh.glb"}));
}

TEST_F(ActorRules, ALibraryOfAssetsNeedsNoActors) {
  world_.edit("world.yaml", "  trajectories: \"actors/trajectories.json\"\n", "");
  EXPECT_EQ(world_.report(), "");
  EXPECT_FALSE(load_world(world_.bundle())->actor_trajectories);
}

TEST_F(ActorRules, ListedFilesMustExist) {
  for (const char* file : {kTrajectories, kAssets, "actors/car_a1/splat.ply", "actors/car_a1/mesh.glb"}) {
    const ActorWorld world;
    fs::remove(world.bundle() / file);
    EXPECT_THAT(world.report(), HasSubstr("error: " + std::string(file) + ": FILE_MISSING")) << file;
  }
}

// A file of 300 MB is refused by its size, before it is read.
TEST_F(ActorRules, HugeFilesAreNotRead) {
  fs::resize_file(world_.bundle() / kTrajectories, 300u << 20);
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/trajectories.json: "));
  EXPECT_FALSE(loads());
}

TEST_F(ActorRules, LinksThatLeaveTheBundleAreErrors) {
  fs::rename(world_.bundle() / "actors/car_a1/splat.ply", world_.outside() / "splat.ply");
  fs::create_symlink(world_.outside() / "splat.ply", world_.bundle() / "actors/car_a1/splat.ply");
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/car_a1/splat.ply: link leads outside of the bundle"));
}

TEST_F(ActorRules, EveryActorHasAnAssetOfItsSize) {
  world_.edit(kTrajectories, "\"walker\"", "\"runner\"");
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/trajectories.json: actors[1].asset: 'runner' does not exist"));
  EXPECT_FALSE(loads()) << "the loader and the validator agree";
  world_.edit(kTrajectories, "\"runner\"", "\"walker\"");
  world_.edit(kTrajectories, "[4.4,", "[4.42,");
  EXPECT_THAT(world_.report(), HasSubstr("actors[0].size: differs from that of asset 'car_a1'"));
  world_.edit(kTrajectories, "[4.42,", "[4.405,");
  EXPECT_EQ(world_.report(), "");
}

TEST_F(ActorRules, ActorsStayNearTheWorld) {
  const auto shifted = [&](double dx) {
    return report_of_motion([&](ActorTrajectory& car) {
      for (double& x : car.x) x += dx;
    });
  };
  EXPECT_THAT(shifted(30), HasSubstr("warning: actors/trajectories.json: actors[0] at t[20]: is 23.3 m outside"));
  EXPECT_THAT(shifted(300), HasSubstr("actors/trajectories.json: actors[0] at t[20]: is 293.3 m outside"));
  EXPECT_THAT(shifted(300), HasSubstr("violates its format"));
}

TEST_F(ActorRules, ActorsStandOnTheGround) {
  const auto raised = [&](double dz) {
    return report_of_motion([&](ActorTrajectory& car) {
      for (double& z : car.z) z += dz;
    });
  };
  EXPECT_EQ(raised(0.4), "");
  EXPECT_THAT(raised(0.6), HasSubstr("warning: actors/trajectories.json: actors[0].z: 22 of 22 samples"));
  EXPECT_THAT(raised(-0.4), HasSubstr("below or above the ground"));
}

TEST_F(ActorRules, TimesCountFromTheFirstPose) {
  EXPECT_THAT(report_with([](ActorTrajectories& t, ActorAssets&) { t.zero = Timestamp{2'000'000'000}; }),
              HasSubstr("warning: actors/trajectories.json: time.zero: is 2 s after the first row"));
}

TEST_F(ActorRules, OverlapsOfActorsAreWarnings) {
  const std::string report = report_with([](ActorTrajectories& t, ActorAssets&) {
    t.actors.push_back(t.actors[0]);
    t.actors[2].id = "a3";
    for (double& y : t.actors[2].y) y += 1.3;
  });
  EXPECT_THAT(report, HasSubstr("warning: actors/trajectories.json: actors[2]: 'a3' overlaps 'a1' from t = 0 s on"));
  EXPECT_EQ(report_with([](ActorTrajectories& t, ActorAssets&) {
              t.actors.push_back(t.actors[0]);
              t.actors[2].id = "a3";
              for (double& y : t.actors[2].y) y -= 1.5;
            }),
            "")
      << "a sixth of the width is allowed";
}

TEST_F(ActorRules, ComparisonsAreLimited) {
  Problems ignored, problems;
  check_actor_overlaps(read_bundle_parts(world_.bundle(), true, ignored), problems, 20);
  ASSERT_EQ(problems.total(), 1u);
  EXPECT_EQ(problems.all()[0].severity, Severity::notice);
}

TEST_F(ActorRules, ActorsInTheStaticMeshAreWarnings) {
  ASSERT_TRUE(assets::write_glb(world_.bundle() / "geometry/m.glb", box_mesh({12, 12, 1})));
  world_.edit("world.yaml", "geometry:\n", "geometry:\n  static_mesh: \"geometry/m.glb\"\n");
  const std::string inside = world_.report();
  EXPECT_THAT(inside, HasSubstr("'a1' is inside the static mesh from t = 0 s on"));
  EXPECT_THAT(inside, HasSubstr("'a2' is inside the static mesh from t = 0 s on"));
  ASSERT_TRUE(assets::write_glb(world_.bundle() / "geometry/m.glb", box_mesh({12, 12, 0.2})));
  EXPECT_EQ(world_.report(), "") << "ground and kerbs are no obstacles";
  ASSERT_TRUE(assets::write_glb(world_.bundle() / "geometry/m.glb", box_mesh({12, 12, 1})));
  Problems ignored, problems;
  check_actors_in_mesh(read_bundle_parts(world_.bundle(), true, ignored), problems, 3);
  EXPECT_EQ(problems.count(Severity::notice), 1u);
}

TEST_F(ActorRules, GainsBelongToCamerasOfTheirWorld) {
  const auto with_source = [&](const char* source) {
    return report_with([&](ActorTrajectories&, ActorAssets& a) {
      a.assets[0].gains.push_back({"rear", {1, 1, 1}});
      a.assets[0].source.world = source;
    });
  };
  EXPECT_THAT(with_source("minimal_test"), HasSubstr("actors/assets.json: assets[0].gains: 'rear' has no calibration"));
  EXPECT_EQ(with_source("another_world"), "");
}

TEST_F(ActorRules, SplatsAreWhatAssetsJsonSays) {
  world_.edit(kAssets, "\"splats\": 40", "\"splats\": 41");
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/car_a1/splat.ply: has 40 Gaussians (allowed: 41"));
  world_.edit(kAssets, "\"splats\": 41", "\"splats\": 40");
  world_.edit(kAssets, "\"sh_degree\": 1", "\"sh_degree\": 2");
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/car_a1/splat.ply: has SH degree 1 (allowed: 2"));
  world_.write("actors/car_a1/splat.ply", "no ply");
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/car_a1/splat.ply: "));
}

TEST_F(ActorRules, SplatsAreInTheirBox) {
  const auto spread = [&](double factor) {
    const Vec3d size{4.4 * factor, 1.8, 1.5};
    GS_EXPECT(splat::save_ply(world_.bundle() / "actors/car_a1/splat.ply", splats_in_box(40, size).view()).has_value());
    return world_.report();
  };
  EXPECT_EQ(spread(1.05), "");
  EXPECT_THAT(spread(1.2), HasSubstr("warning: actors/car_a1/splat.ply: 4 of 40 splats"));
  EXPECT_THAT(spread(3), HasSubstr("error: actors/car_a1/splat.ply: 26 of 40 splats"));
}

TEST_F(ActorRules, MeshesAreClosedSmallAndInTheirBox) {
  const auto with_mesh = [&](const assets::TriangleMesh& mesh) {
    GS_EXPECT(assets::write_glb(world_.bundle() / "actors/car_a1/mesh.glb", mesh).has_value());
    return world_.report();
  };
  assets::TriangleMesh mesh = box_mesh({4.4, 1.8, 1.5});
  EXPECT_EQ(with_mesh(mesh), "");
  mesh.indices.resize(mesh.indices.size() - 3);
  EXPECT_THAT(with_mesh(mesh), HasSubstr("warning: actors/car_a1/mesh.glb: is open"));
  EXPECT_THAT(with_mesh(box_mesh({5, 1.8, 1.5})), HasSubstr("reaches 0.30 m beyond the box of asset 'car_a1'"));
  mesh = box_mesh({4.4, 1.8, 1.5});
  mesh.reflectance[3] = -0.1f;
  EXPECT_THAT(with_mesh(mesh), HasSubstr("error: actors/car_a1/mesh.glb: _REFLECTANCE of vertex 3 is -0.1"));
  mesh.reflectance[3] = NAN;
  EXPECT_THAT(with_mesh(mesh), HasSubstr("_REFLECTANCE of vertex 3 is nan"));
  mesh = box_mesh({4.4, 1.8, 1.5});
  while (mesh.triangle_count() <= kMaxAssetTriangles) mesh.indices.insert(mesh.indices.end(), {0, 1, 2});
  EXPECT_THAT(with_mesh(mesh), HasSubstr("error: actors/car_a1/mesh.glb: has 100001 triangles"));
  world_.write("actors/car_a1/mesh.glb", "no mesh");
  EXPECT_THAT(world_.report(), HasSubstr("error: actors/car_a1/mesh.glb: "));
}

TEST_F(ActorRules, ManySplatsAreAWarning) {
  Problems ignored, problems;
  BundleParts parts = read_bundle_parts(world_.bundle(), true, ignored);
  for (int i = 0; i < 11; ++i) parts.actor_assets->assets.push_back(ActorAsset{.splats = 200'000});
  check_actor_consistency(parts, problems);
  ASSERT_EQ(problems.total(), 1u);
  EXPECT_THAT(problems.all()[0].message, HasSubstr("have 2200080 splats together"));
}

}  // namespace
}  // namespace gs::world
