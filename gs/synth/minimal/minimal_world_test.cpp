// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The minimal world equals the committed one byte for byte.
#include "gs/synth/minimal/minimal_world.h"

#include <gtest/gtest.h>

#include <map>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/source_folder.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/validate/validate.h"

namespace gs::synth {
namespace {

class MinimalWorldTest : public ::testing::Test {
 protected:
  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_ / "world";
};

// Contents of all files of a folder, by relative path.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[fs::relative(entry.path(), folder).string()] = *read_text_file(entry.path());
  }
  return files;
}

TEST_F(MinimalWorldTest, IsTheCommittedOneByteForByteOnAnyNumberOfThreads) {
  const fs::path committed = source_folder() / "worlds" / "minimal_test";
  for (const int threads : {1, 3}) {
    const ScopedThreadCount scope(threads);
    const auto written = write_minimal_world(folder_, /*replace=*/true);
    ASSERT_TRUE(written) << to_string(written.error());
    const auto ours = contents(folder_), theirs = contents(committed);
    ASSERT_EQ(ours.size(), theirs.size()) << "run gs-synth minimal-world worlds/minimal_test --force";
    for (const auto& [name, text] : ours) EXPECT_TRUE(theirs.at(name) == text) << name;
  }
}

TEST_F(MinimalWorldTest, IsValidWithoutWarnings) {
  ASSERT_TRUE(write_minimal_world(folder_));
  const world::ValidationReport report = world::validate_world(folder_);
  EXPECT_TRUE(report.problems.empty()) << world::to_text(report);
}

TEST_F(MinimalWorldTest, MeetsTheSpecification) {
  ASSERT_TRUE(write_minimal_world(folder_));
  const auto world = world::load_world(folder_);
  ASSERT_TRUE(world) << to_string(world.error());
  const auto gaussians = world::load_gaussians(*world);
  ASSERT_TRUE(gaussians) << to_string(gaussians.error());
  EXPECT_EQ(gaussians->size(), 100u);
  EXPECT_EQ(world->heightmap.width, 128);
  EXPECT_EQ(world->heightmap.height, 128);
  EXPECT_EQ(world->heightmap.resolution, 0.1);
  EXPECT_EQ(world::ground_height(world->heightmap, 0, 0), 0.0);
  EXPECT_EQ(world->calibration.find_camera("front")->intrinsics.fx, 500.0);
  EXPECT_EQ(world->calibration.find_lidar("top")->spec.channels, 32);
  EXPECT_EQ(world::world_data(*world).dt, 0.01);
}

TEST_F(MinimalWorldTest, AnExistingFolderIsReplacedOnlyOnRequest) {
  ASSERT_TRUE(write_minimal_world(folder_));
  const auto again = write_minimal_world(folder_);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::already_exists);
  EXPECT_TRUE(write_minimal_world(folder_, /*replace=*/true));
}

}  // namespace
}  // namespace gs::synth
