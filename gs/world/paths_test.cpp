// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Paths of a bundle stay inside it.
#include "gs/world/paths.h"

#include <gtest/gtest.h>

#include "gs/core/file.h"

namespace gs::world {
namespace {

TEST(BundlePath, AcceptsRelativePathsInside) {
  for (const char* path : {"a", "a/b.c", "./a", "a..b", "...", "dir/.hidden"})
    EXPECT_TRUE(check_bundle_path(path)) << path;
}

TEST(BundlePath, RefusesWhatMightLeave) {
  for (const char* path : {"", "/etc/passwd", "..", "../a", "a/../b", "a/..", "a\\b", "C:/a"}) {
    EXPECT_FALSE(check_bundle_path(path)) << path;
  }
  EXPECT_FALSE(check_bundle_path(std::string_view("a\0b", 3)));
}

TEST(BundlePath, FollowsLinksInsideAndRefusesThoseOutside) {
  const fs::path root = fs::path(testing::TempDir()) / "bundle_path_test";
  fs::remove_all(root);
  fs::create_directories(root / "bundle" / "inner");
  ASSERT_TRUE(write_file(root / "outside", std::string_view("x")));
  ASSERT_TRUE(write_file(root / "bundle" / "inside", std::string_view("x")));
  fs::create_symlink("../../outside", root / "bundle" / "inner" / "out");
  fs::create_symlink("../inside", root / "bundle" / "inner" / "in");
  fs::create_directory_symlink("../..", root / "bundle" / "inner" / "up");
  fs::create_symlink("loop", root / "bundle" / "loop");
  EXPECT_TRUE(resolve_in_bundle(root / "bundle", "inner/in"));
  EXPECT_EQ(resolve_in_bundle(root / "bundle", "inner/out").error().code, ErrorCode::invalid_data);
  EXPECT_EQ(resolve_in_bundle(root / "bundle", "inner/up/outside").error().code, ErrorCode::invalid_data);
  EXPECT_EQ(resolve_in_bundle(root / "bundle", "absent").error().code, ErrorCode::not_found);
  EXPECT_FALSE(resolve_in_bundle(root / "bundle", "loop"));
  // The bundle folder itself may be a link.
  fs::create_directory_symlink("bundle", root / "link");
  EXPECT_TRUE(resolve_in_bundle(root / "link", "inside"));
  fs::remove_all(root);
}

}  // namespace
}  // namespace gs::world
