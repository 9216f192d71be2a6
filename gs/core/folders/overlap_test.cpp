// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Inputs, outputs and workspaces may not contain each other, also through links.
#include "gs/core/folders/overlap.h"

#include <gtest/gtest.h>

#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

TEST(Overlap, PathsThatLieApartAreAccepted) {
  EXPECT_TRUE(check_apart({{"input", "a/drive.mcap"}, {"output", "a/world"}, {"workspace", "a/w"}}));
  EXPECT_TRUE(check_apart({"input", "a"}, {"output", "ab"}));
  EXPECT_TRUE(check_apart({"input", ""}, {"output", "a"}));
  EXPECT_TRUE(check_apart_from_inputs("out", {"in", "in"}));
}

TEST(Overlap, EqualAndNestedPathsAreRefusedByName) {
  const auto nested = check_apart({{"input", "rec/rec_0.mcap"}, {"output", "rec/"}});
  ASSERT_FALSE(nested);
  EXPECT_EQ(nested.error().code, ErrorCode::invalid_argument);
  EXPECT_NE(nested.error().message.find("the input lies inside the output"), std::string::npos);
  EXPECT_FALSE(check_apart({"workspace", "./x/../w/"}, {"output", "w"}));
  EXPECT_FALSE(check_apart({"output", "w/ws/out"}, {"workspace", "w"}));
  EXPECT_FALSE(check_apart({"output", "out"}, {"workspace", "/"}));
  EXPECT_FALSE(check_apart_from_inputs("rec", {"other", "rec/a.bag"}));
}

TEST(Overlap, LinksAreResolved) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "real/sub");
  fs::create_directory_symlink(folder / "real", folder / "link");
  EXPECT_FALSE(check_apart({"input", folder / "real"}, {"output", folder / "link/new"}));
  EXPECT_FALSE(check_apart({"input", folder / "link"}, {"output", folder / "real"}));
}

TEST(Overlap, OutputFilesMustNotBeInputsAndNeedForceToBeOverwritten) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "bundle");
  ASSERT_TRUE(write_file(folder / "bundle/cloud.ply", "x"));
  ASSERT_TRUE(write_file(folder / "old.ply", "x"));
  EXPECT_TRUE(check_output_file(folder / "bundle", folder / "new.ply", false));
  EXPECT_EQ(check_output_file(folder / "bundle", folder / "old.ply", false).error().code, ErrorCode::already_exists);
  EXPECT_TRUE(check_output_file(folder / "bundle", folder / "old.ply", true));
  EXPECT_FALSE(check_output_file(folder / "bundle", folder / "bundle/cloud.ply", true));
  EXPECT_FALSE(check_output_file(folder / "old.ply", folder / "old.ply", true));
}

}  // namespace
}  // namespace gs
