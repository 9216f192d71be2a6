// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The synthetic street as Gaussians.
#include "gs/synth/cloud/street_cloud.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

#include "gs/core/parallel.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/model/ply.h"

namespace gs::synth {
namespace {

TEST(StreetCloud, HasTheSharesItPromises) {
  const auto cloud = make_street_cloud(20000, {.sh_degree = 1});
  ASSERT_TRUE(cloud);
  const splat::CloudView view = cloud->view();
  int ground = 0, facade = 0, sky = 0;
  for (std::size_t i = 0; i < view.size; ++i) {
    const Vec3f p = view.position_of(i), s = view.log_scale_of(i);
    const float far = norm(p - Vec3f{100, 0, 0});
    EXPECT_NEAR(norm(view.rotation_of(i)), 1, 1e-5);
    // Kinds are recognised by distance and by their fixed thickness.
    if (far > 350)
      ++sky;
    else if (s.z == std::log(0.005f))
      ++ground;
    else if (s.z == std::log(0.01f))
      ++facade;
  }
  EXPECT_NEAR(ground / 20000.0, 0.25, 0.02);
  EXPECT_NEAR(facade / 20000.0, 0.35, 0.02);
  EXPECT_NEAR(sky / 20000.0, 0.10, 0.02);
}

TEST(StreetCloud, SameWhateverTheThreadCountAndReadsBack) {
  const TemporaryFolder folder;
  const fs::path path = folder / "street.ply";
  {
    const ScopedThreadCount one(1);
    ASSERT_TRUE(write_street_cloud(3000, path, {}));
  }
  const auto first = read_binary_file(path, 1 << 24);
  {
    const ScopedThreadCount three(3);
    ASSERT_TRUE(write_street_cloud(3000, path, {}));
  }
  EXPECT_EQ(*first, *read_binary_file(path, 1 << 24));
  const auto back = splat::load_ply(path, {.source = splat::PlySource::bundle});
  ASSERT_TRUE(back);
  EXPECT_EQ(back->size(), 3000u);
  EXPECT_TRUE(fs::exists(path.string() + ".cameras.json"));
}

TEST(StreetCloud, CamerasLookAlongTheStreet) {
  for (const Rigid3d& camera_from_map : street_cloud_views(20)) {
    const Vec3d eye = camera_from_map.inverse().translation;
    EXPECT_NEAR(eye.z, 1.6, 1e-9);
    const Vec3d ahead = camera_from_map * (eye + Vec3d{10, 0, 0});
    EXPECT_GT(ahead.z, 9.0);
    EXPECT_NEAR(ahead.y, 0, 1e-9);
  }
}

TEST(StreetCloudOptions, EachOneChangesTheFiles) {
  const std::vector<ShortChange> probes{{"seed=8"}, {"sh_degree=1"}, {"cameras=3"}, {"public_order=true"}};
  expect_every_option_is_read<StreetCloudOptions>({}, option_changes(probes), [](const StreetCloudOptions& options) {
    const TemporaryFolder folder;
    EXPECT_TRUE(write_street_cloud(50, folder / "street.ply", options));
    return folder_contents(folder.path());
  });
}

}  // namespace
}  // namespace gs::synth
