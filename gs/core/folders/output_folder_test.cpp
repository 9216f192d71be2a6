// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// An output folder appears whole or not at all and replaces nothing without permission.
#include "gs/core/folders/output_folder.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <fstream>

#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

const FolderKind kKind = listed_folder_kind("set of notes");

// A program that writes one file into an output folder, as our programs do.
Result<void> write_notes(const fs::path& target, const std::string& text, const ReplaceRules& rules = {}) {
  GS_TRY(const Replacement permission, may_replace(target, kKind, rules));
  GS_TRY(OutputFolder folder, OutputFolder::create(permission));
  GS_CHECK(write_file(folder.path() / "note", text));
  GS_CHECK(add_file_list(folder.path(), kKind.name));
  return folder.commit();
}

TEST(OutputFolder, AppearsWholeOrNotAtAll) {
  const TemporaryFolder place;
  const fs::path target = place / "worlds" / "w/";
  {
    auto abandoned = OutputFolder::create(target);
    ASSERT_TRUE(abandoned);
    ASSERT_TRUE(write_file(abandoned->path() / "f", "1"));
  }
  EXPECT_TRUE(fs::is_empty(place / "worlds"));
  auto folder = OutputFolder::create(target);
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_file(folder->path() / "f", "2"));
  EXPECT_FALSE(fs::exists(target));
  ASSERT_TRUE(folder->commit());
  EXPECT_EQ(*read_text_file(target / "f"), "2");
  EXPECT_EQ(OutputFolder::create(target).error().code, ErrorCode::already_exists);
}

TEST(OutputFolder, ReplacesOnlyWithAPermissionAndLeavesNothingBehind) {
  const TemporaryFolder place;
  ASSERT_TRUE(write_notes(place / "n", "old"));
  EXPECT_EQ(write_notes(place / "n", "new").error().code, ErrorCode::already_exists);
  EXPECT_EQ(*read_text_file(place / "n/note"), "old");
  ASSERT_TRUE(write_notes(place / "n", "new", {.force = true}));
  EXPECT_EQ(*read_text_file(place / "n/note"), "new");
  EXPECT_EQ(place.files(), 1u);
}

TEST(OutputFolder, DoesNotReplaceATargetThatAppearedMeanwhile) {
  const TemporaryFolder place;
  auto folder = OutputFolder::create(place / "n");
  ASSERT_TRUE(folder);
  fs::create_directory(place / "n");
  EXPECT_EQ(folder->commit().error().code, ErrorCode::already_exists);
  EXPECT_TRUE(fs::is_empty(place / "n"));
}

TEST(OutputFolder, FilesAddedWhileTheNewFolderIsWrittenStopTheReplacement) {
  const TemporaryFolder place;
  ASSERT_TRUE(write_notes(place / "n", "old"));
  const auto permission = may_replace(place / "n", kKind, {.force = true});
  ASSERT_TRUE(permission);
  auto folder = OutputFolder::create(*permission);
  ASSERT_TRUE(write_file(place / "n/mine", "work of an hour"));
  EXPECT_FALSE(folder->commit());
  EXPECT_EQ(*read_text_file(place / "n/mine"), "work of an hour");
}

// A killed process with our process number left temporary folders: their files must not be published.
TEST(OutputFolder, StaleTemporaryFoldersAreNotPublished) {
  const TemporaryFolder place;
  const std::string used = OutputFolder::create(place / "n")->path().filename();
  const auto next = std::stoul(used.substr(used.rfind('-') + 1)) + 1;
  for (auto i = next; i < next + 3; ++i) {
    const fs::path stale = place / format(".n.tmp-{}-{}", ::getpid(), i);
    fs::create_directory(stale);
    std::ofstream(stale / "STALE") << "x";  // write_file would use up the number of a temporary name
  }
  auto folder = OutputFolder::create(place / "n");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(folder->commit());
  EXPECT_TRUE(fs::is_empty(place / "n"));
}

// Both ways to replace a folder; the second one serves file systems without RENAME_EXCHANGE.
TEST(OutputFolder, OldContentsKeepAnotherNameWhereNamesCannotBeExchanged) {
  const TemporaryFolder place;
  for (const Exchange exchange : {Exchange::atomic, Exchange::by_two_renames}) {
    fs::create_directories(place / "target");
    fs::create_directories(place / "fresh");
    ASSERT_TRUE(write_file(place / "target/f", "old"));
    ASSERT_TRUE(write_file(place / "fresh/f", "new"));
    const auto old = put_in_place(place / "fresh", place / "target", exchange);
    ASSERT_TRUE(old) << old.error().message;
    EXPECT_EQ(*read_text_file(place / "target/f"), "new");
    EXPECT_EQ(*read_text_file(*old / "f"), "old");
    const bool aside = old->filename().string().starts_with(".target.old-");
    EXPECT_EQ(aside, exchange == Exchange::by_two_renames) << *old;
    fs::remove_all(*old);
  }
}

}  // namespace
}  // namespace gs
