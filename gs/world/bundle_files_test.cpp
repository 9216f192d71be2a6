// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which files of a bundle may be replaced and which are carried over.
#include "gs/world/bundle_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/testing/source_folder.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/world/bundle.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

// A saved copy of worlds/minimal_test; refusal() is the error of replacing it, empty on success.
class BundleFiles : public testing::Test {
 protected:
  void SetUp() override {
    world_ = *load_world(source_folder() / "worlds" / "minimal_test");
    cloud_ = *load_gaussians(world_);
    ASSERT_TRUE(save({}));
  }
  Result<void> save(const SaveOptions& options) { return save_world(world_, cloud_.view(), bundle_, options); }
  std::string refusal(const SaveOptions& options = {.replace = true}) {
    const auto saved = save(options);
    return saved ? "" : saved.error().message;
  }
  void put(const std::string& path, const std::string& text) const {
    fs::create_directories((bundle_ / path).parent_path());
    ASSERT_TRUE(write_file(bundle_ / path, text));
  }
  std::string text(const std::string& path) const { return read_text_file(bundle_ / path).value_or("missing"); }

  TemporaryFolder folder_;
  fs::path bundle_ = folder_ / "w";
  World world_;
  splat::GaussianCloud cloud_;
};

TEST_F(BundleFiles, AnUnchangedBundleIsReplacedOnRequest) {
  EXPECT_THAT(refusal({}), HasSubstr("exists already"));
  EXPECT_EQ(refusal(), "");
}

TEST_F(BundleFiles, WhatAPersonAddedOrChangedStopsTheReplacement) {
  put("scenarios/mine.yaml", "s");
  EXPECT_THAT(refusal(), HasSubstr("scenarios/mine.yaml (added)"));
  fs::remove_all(bundle_ / "scenarios");
  put("geometry/drivable.geojson", text("geometry/drivable.geojson") + " ");
  EXPECT_THAT(refusal(), HasSubstr("geometry/drivable.geojson (changed)"));
  EXPECT_EQ(refusal({.replace = true, .discard_edits = true}), "");
  EXPECT_EQ(refusal(), "");
}

TEST_F(BundleFiles, FoldersOfOthersAreNeverReplaced) {
  bundle_ = folder_ / "project";
  put("src/main.c", "code");
  EXPECT_THAT(refusal({.replace = true, .discard_edits = true}), HasSubstr("no world bundle"));
  EXPECT_EQ(text("src/main.c"), "code");
}

TEST_F(BundleFiles, BundlesOfOlderVersionsAreRecognisedByTheirContents) {
  fs::remove(bundle_ / "files.json");
  EXPECT_EQ(refusal(), "");
  fs::remove(bundle_ / "files.json");
  put("notes.txt", "mine");
  EXPECT_THAT(refusal(), HasSubstr("notes.txt (added)"));
  fs::remove(bundle_ / "notes.txt");
  fs::remove(bundle_ / "metadata.json");
  EXPECT_THAT(refusal(), HasSubstr("no world bundle"));
}

TEST_F(BundleFiles, WhatOurCommandsChangedIsCarriedOver) {
  put("scenarios/cut_in.yaml", "scenario");
  EXPECT_THAT(text("world.yaml"), HasSubstr("version: \"1.1.0\""));
  const std::string drivable = text("geometry/drivable.geojson") + "\n";
  put("geometry/drivable.geojson", drivable);
  ASSERT_TRUE(record_edits(bundle_, {"scenarios/cut_in.yaml"}, "a command"));
  ASSERT_TRUE(record_edits(bundle_, {"geometry/drivable.geojson"}, "another command"));
  // Edits survive repeated rebuilds.
  for (int rebuild = 0; rebuild < 2; ++rebuild) {
    EXPECT_EQ(refusal(), "");
    EXPECT_EQ(text("scenarios/cut_in.yaml"), "scenario");
    EXPECT_THAT(text("world.yaml"), HasSubstr("version: \"1.2.0\"")) << "the bundle holds scenarios/";
    EXPECT_EQ(text("geometry/drivable.geojson"), drivable);
    const auto edits = unchanged_edits(bundle_);
    ASSERT_TRUE(edits) << to_string(edits.error());
    ASSERT_EQ(edits->size(), 2u);
    EXPECT_EQ((*edits)[0].command, "a command");
  }
  put("scenarios/cut_in.yaml", "changed by hand");
  EXPECT_THAT(refusal(), HasSubstr("scenarios/cut_in.yaml (changed)"));
  EXPECT_EQ(refusal({.replace = true, .discard_edits = true}), "");
  EXPECT_EQ(text("scenarios/cut_in.yaml"), "missing");
  EXPECT_EQ(text("edits.json"), "missing");
}

// A manipulated edits.json must not make a rebuild copy files from outside.
TEST_F(BundleFiles, EditsStayInsideTheBundle) {
  ASSERT_TRUE(write_file(folder_ / "secret", "x"));
  fs::create_symlink(folder_ / "secret", bundle_ / "link");
  EXPECT_FALSE(record_edits(bundle_, {"link"}, "c"));
  EXPECT_FALSE(record_edits(bundle_, {"../secret"}, "c"));
  EXPECT_FALSE(record_edits(bundle_, {"edits.json"}, "c"));
  fs::remove(bundle_ / "link");
  put("edits.json", write_edits({{"../secret", "0", "c"}}));
  EXPECT_NE(refusal(), "");
  put("edits.json", "{");
  EXPECT_NE(refusal(), "");
}

TEST_F(BundleFiles, FilesThatAnEditRemovedLoseTheirEntry) {
  put("scenarios/a.yaml", "a"), put("scenarios/b.yaml", "b");
  ASSERT_TRUE(record_edits(bundle_, {"scenarios/a.yaml", "scenarios/b.yaml"}, "c"));
  fs::remove(bundle_ / "scenarios/a.yaml");
  ASSERT_TRUE(record_edits(bundle_, {"scenarios/a.yaml"}, "c"));
  const auto edits = read_edits(bundle_);
  ASSERT_TRUE(edits);
  ASSERT_EQ(edits->size(), 1u);
  EXPECT_EQ((*edits)[0].path, "scenarios/b.yaml");
}

// created_at is left out of the hash; any other change of metadata.json is found.
TEST_F(BundleFiles, TheTimeOfTheBuildChangesNothingInTheList) {
  const std::string before = text("files.json");
  world_.metadata.created_at = "2031-01-01T00:00:00Z";
  ASSERT_EQ(refusal(), "");
  EXPECT_EQ(text("files.json"), before);
  put("metadata.json", text("metadata.json") + "\n");
  EXPECT_THAT(refusal(), HasSubstr("metadata.json (changed)"));
}

}  // namespace
}  // namespace gs::world
