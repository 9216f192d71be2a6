// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What may be replaced: unchanged outputs of ours with --force, never edited or foreign files.
#include "gs/core/folders/replace.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

constexpr ReplaceRules kForce{.force = true};

// A folder "n" with two files and a list of them, as a program would have written it.
class Replace : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "n/sub");
    ASSERT_TRUE(write_file(folder_ / "n/a", "a"));
    ASSERT_TRUE(write_file(folder_ / "n/sub/b", "b"));
    ASSERT_TRUE(add_file_list(folder_ / "n", kKind.name, kKind.hash));
  }
  std::string refusal(const ReplaceRules& rules) {
    const auto permission = may_replace(folder_ / "n", kKind, rules);
    return permission ? "" : permission.error().message;
  }
  const FolderKind kKind = listed_folder_kind("set of notes", [](const fs::path& folder, const std::string& path) {
    return read_text_file(folder / path);  // short files are their own hash
  });
  TemporaryFolder folder_;
};

TEST_F(Replace, AllowsAnUnchangedFolderOnlyWithForce) {
  EXPECT_EQ(refusal(kForce), "");
  EXPECT_NE(refusal({}), "");
  const auto there = may_replace(folder_ / "n", kKind, kForce);
  ASSERT_TRUE(remove_folder(*there));
  EXPECT_EQ(refusal({}), "");  // nothing is there
}

TEST_F(Replace, RefusesEditedFoldersAndNamesTheFiles) {
  fs::create_directory(folder_ / "n/scenarios");
  EXPECT_EQ(refusal(kForce), "");  // an empty folder holds nothing to lose
  ASSERT_TRUE(write_file(folder_ / "n/scenarios/mine.yaml", "s"));
  EXPECT_NE(refusal(kForce).find("scenarios/mine.yaml (added)"), std::string::npos);
  fs::remove(folder_ / "n/scenarios/mine.yaml");
  ASSERT_TRUE(write_file(folder_ / "n/sub/b", "c"));
  EXPECT_NE(refusal(kForce).find("sub/b (changed)"), std::string::npos);
  EXPECT_EQ(refusal({.force = true, .discard_edits = true}), "");
  EXPECT_NE(refusal({.discard_edits = true}), "");
  fs::remove(folder_ / "n/sub/b");
  EXPECT_EQ(refusal(kForce), "");
  fs::create_symlink("/etc/passwd", folder_ / "n/sub/b");
  EXPECT_NE(refusal(kForce).find("sub/b (changed)"), std::string::npos);
}

// A list above 64 MiB, as a folder with some hundred thousand files has.
TEST_F(Replace, LongListsAreReadBack) {
  const FileList files(34'000, {.path = std::string(2000, 'p')});
  ASSERT_TRUE(write_file(folder_ / "n/files.json", write_file_list(kKind.name, files)));
  ASSERT_GT(fs::file_size(folder_ / "n/files.json"), 64u << 20);
  const auto back = read_file_list(folder_ / "n", kKind.name);
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(back->size(), files.size() + 1);  // and the list itself
}

TEST_F(Replace, RefusesFoldersAndFilesOfOthers) {
  const ReplaceRules all{.force = true, .discard_edits = true};
  fs::remove(folder_ / "n/files.json");
  EXPECT_NE(refusal(all), "");
  ASSERT_TRUE(write_file(folder_ / "n/files.json", R"({"kind": "something else", "files": []})"));
  EXPECT_NE(refusal(all), "");
  ASSERT_TRUE(write_file(folder_ / "file", "x"));
  EXPECT_EQ(may_replace(folder_ / "file", kKind, all).error().code, ErrorCode::already_exists);
  for (const std::string path : {"", "/", ".", ".."}) EXPECT_FALSE(may_replace(path, kKind, all)) << path;
  EXPECT_FALSE(may_replace(folder_ / "n/..", kKind, all));
}

TEST_F(Replace, FollowsALinkToItsFolder) {
  fs::create_directory_symlink(folder_ / "n", folder_ / "link");
  const auto permission = may_replace(folder_ / "link", kKind, kForce);
  ASSERT_TRUE(permission) << permission.error().message;
  EXPECT_EQ(permission->target(), fs::canonical(folder_ / "n"));
}

TEST_F(Replace, ComparesSizeAndTimeIfThereIsNoHash) {
  const FolderKind timed = listed_folder_kind("set of notes");
  fs::remove(folder_ / "n/files.json");
  ASSERT_TRUE(add_file_list(folder_ / "n", timed.name));
  EXPECT_TRUE(may_replace(folder_ / "n", timed, kForce));
  ASSERT_TRUE(write_file(folder_ / "n/a", "b"));
  fs::last_write_time(folder_ / "n/a", fs::last_write_time(folder_ / "n/a") + std::chrono::seconds(1));
  EXPECT_FALSE(may_replace(folder_ / "n", timed, kForce));
}

TEST_F(Replace, OverwritesFilesOnlyWithForceAndSpecialFilesNever) {
  EXPECT_TRUE(may_overwrite(folder_ / "new", false));
  EXPECT_EQ(may_overwrite(folder_ / "n/a", false).error().code, ErrorCode::already_exists);
  EXPECT_TRUE(may_overwrite(folder_ / "n/a", true));
  EXPECT_FALSE(may_overwrite(folder_ / "n", true));
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(may_overwrite(folder_ / "pipe", true));
}

}  // namespace
}  // namespace gs
