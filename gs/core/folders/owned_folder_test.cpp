// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A folder that we made is marked, locked, opened again, and removed only when nothing else is in it.
#include "gs/core/folders/owned_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

const OwnedFolderKind kOwnedKind{.name = "workspace of a test",
                                 .is_older = [](const fs::path& root) { return fs::exists(root / "request.json"); }};

TEST(OwnedFolder, IsMadeMarkedAndOpenedAgain) {
  const TemporaryFolder place;
  ASSERT_TRUE(OwnedFolder::open(place / "a/w", kOwnedKind));
  EXPECT_TRUE(is_owned_folder(place / "a/w", kOwnedKind));
  ASSERT_TRUE(write_file(place / "a/w/f", "x"));
  EXPECT_TRUE(OwnedFolder::open(place / "a/w", kOwnedKind));
  EXPECT_FALSE(OwnedFolder::open(place / "a/w", {.name = "something else"}));
}

TEST(OwnedFolder, RefusesAFolderWithOtherFilesAndLeavesItUnchanged) {
  const TemporaryFolder place;
  ASSERT_TRUE(write_file(place / "wedding.jpg", "x"));
  const auto refused = OwnedFolder::open(place.path(), kOwnedKind);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::already_exists);
  EXPECT_EQ(place.files(), 1u);
  EXPECT_FALSE(OwnedFolder::open(place / "wedding.jpg", kOwnedKind));
}

TEST(OwnedFolder, AcceptsFoldersOfOlderVersions) {
  const TemporaryFolder place;
  ASSERT_TRUE(write_file(place / "request.json", "{}"));
  EXPECT_TRUE(OwnedFolder::open(place.path(), kOwnedKind));
}

TEST(OwnedFolder, IsLockedByOneProcessAtATime) {
  const TemporaryFolder place;
  {
    const auto first = OwnedFolder::open(place / "w", kOwnedKind);
    ASSERT_TRUE(first);
    const auto second = OwnedFolder::open(place / "w", kOwnedKind);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find(format("process {}", ::getpid())), std::string::npos);
  }
  EXPECT_TRUE(OwnedFolder::open(place / "w", kOwnedKind));
}

// Links and ".." must not lead out of the folder.
TEST(OwnedFolder, PermitsToReplaceOnlyWhatLiesInside) {
  const TemporaryFolder place;
  const auto folder = OwnedFolder::open(place / "w", kOwnedKind);
  fs::create_directories(place / "w/step");
  fs::create_directories(place / "elsewhere");
  fs::create_directory_symlink(place / "elsewhere", place / "w/link");
  const auto inside = folder->may_replace_inside(place / "w/step");
  ASSERT_TRUE(inside);
  EXPECT_TRUE(remove_folder(*inside));
  EXPECT_FALSE(fs::exists(place / "w/step"));
  EXPECT_TRUE(folder->may_replace_inside(place / "w/not/yet"));
  for (const char* other : {"w", "elsewhere", "w/link", "w/../elsewhere", "w/link/sub"}) {
    EXPECT_FALSE(folder->may_replace_inside(place / other)) << other;
  }
}

TEST(OwnedFolder, IsRemovedOnlyWhenNothingElseIsInIt) {
  const TemporaryFolder place;
  auto folder = OwnedFolder::open(place / "w", kOwnedKind);
  ASSERT_TRUE(write_file(place / "w/mine", "x"));
  EXPECT_FALSE(folder->remove_if_empty());
  EXPECT_TRUE(fs::exists(place / "w/mine"));
  EXPECT_TRUE(is_owned_folder(place / "w", kOwnedKind));
  fs::remove(place / "w/mine");
  EXPECT_TRUE(folder->remove_if_empty());
  EXPECT_FALSE(fs::exists(place / "w"));
}

}  // namespace
}  // namespace gs
