// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians of other trainers are read from every kind of file and moved into the map frame.
#include "gs/builder/training/import_gaussians.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/assets/spz/spz.h"
#include "gs/assets/torch/testing/torch_writer.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/model/splat_file.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::builder {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace splat::testing;

TEST(ImportGaussians, ReadsEveryKindOfFile) {
  const TemporaryFolder folder;
  const splat::GaussianCloud cloud = random_cloud(30, 1);
  ASSERT_TRUE(splat::save_ply(folder / "a.ply", cloud.view(), splat::PlyFlavor::standard));
  ASSERT_TRUE(splat::save_ply(folder / "ours.PLY", cloud.view()));
  ASSERT_TRUE(splat::save_splat(folder / "a.splat", cloud.view()));
  ASSERT_TRUE(assets::save_spz(folder / "a.spz", cloud.view()));
  for (const char* name : {"a.ply", "ours.PLY", "a.splat", "a.spz"}) {
    const auto got = import_gaussians(folder / name);
    ASSERT_TRUE(got) << name << ": " << got.error().message;
    ASSERT_EQ(got->cloud.size(), 30u);
    // Some formats reorder Gaussians: compare by position.
    const splat::CloudView view = std::as_const(got->cloud).view();
    std::size_t same = 0;
    for (std::size_t i = 0; i < view.size; ++i) {
      const auto apart = [&](std::size_t k) { return norm(view.position_of(k) - cloud.view().position_of(7)); };
      if (apart(i) < apart(same)) same = i;
    }
    const Quaternionf a = cloud.view().rotation_of(7), b = view.rotation_of(same);
    EXPECT_NEAR(std::abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w), 1, 0.01) << name;
  }
  EXPECT_EQ(import_gaussians(testdata("assets/gaussians.npz")).value().kind, ".npz archive");
}

TEST(ImportGaussians, ReadsACheckpointAndSaysWhatIsLeftOut) {
  const TemporaryFolder folder;
  for (const char* name : {"a.pth", "a.pt", "a.ckpt"}) {
    ASSERT_TRUE(write_file(folder / name, assets::testing::drivestudio_file(5, 2, 700)));
    const auto got = import_gaussians(folder / name);
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->kind, "DriveStudio checkpoint");
    EXPECT_EQ(got->step, 700);
    EXPECT_THAT(got->warnings, ElementsAre(HasSubstr("sky is left out")));
    const ImportOptions placed{.map_from_model = {{}, {1, 0, 0}}};
    EXPECT_EQ(import_gaussians(folder / name, placed).value().cloud.size(), 12'005u);
  }
}

TEST(ImportGaussians, PutsThemIntoMap) {
  const TemporaryFolder folder;
  const splat::GaussianCloud cloud = random_cloud(3, 0);
  ASSERT_TRUE(splat::save_ply(folder / "a.ply", cloud.view()));
  const ImportOptions options{.map_from_model = {{}, {100, 0, 0}}, .scale = 2};
  const auto got = import_gaussians(folder / "a.ply", options).value();
  EXPECT_NEAR(std::as_const(got.cloud).view().position_of(1).x, 2 * cloud.view().position_of(1).x + 100, 1e-4);
  EXPECT_TRUE(same_bits(import_gaussians(folder / "a.ply").value().cloud, cloud));
}

TEST(ImportGaussians, OtherFilesAreErrors) {
  const TemporaryFolder folder;
  EXPECT_THAT(import_gaussians(folder / "a.obj").error().hint, HasSubstr(".pth"));
  EXPECT_EQ(import_gaussians(folder / "none.ply").error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "bad.pth", "text"));
  EXPECT_FALSE(import_gaussians(folder / "bad.pth"));
}

}  // namespace
}  // namespace gs::builder
