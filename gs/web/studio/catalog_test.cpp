// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a folder is found to hold: worlds, runs, builds; links, damage and limits.
#include "gs/web/studio/catalog.h"

#include <gtest/gtest.h>

#include <set>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/writer.h"
#include "gs/web/runs/testing/small_run.h"
#include "gs/web/studio/folder_watch.h"

namespace gs::web {
namespace {

class CatalogTest : public ::testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_file(folder_ / name, text));
  }
  void add_world(const std::string& name) { write(name + "/world.yaml", "version: 1"); }
  void add_build(const std::string& name) {
    write(name + "/folder.json", R"({"kind":"workspace of gs-world-builder"})");
  }
  // "kind folder/name" of every entry.
  std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const CatalogEntry& entry : scanner_.scan().entries)
      out.push_back(format("{} {}/{}", to_string(entry.kind), entry.folder, entry.name));
    return out;
  }
  TemporaryFolder folder_;
  Scanner scanner_{folder_.path()};
};

TEST_F(CatalogTest, WorldsRunsAndBuildsAreFound) {
  add_world("worlds/street");
  add_world("worlds/street/nested");
  add_build("a/b/workspace");
  add_build(".gs_world_builder_workspace/street-1");
  add_world(".hidden/street");
  write_small_run(folder_ / "run.mcap", 0.1);
  write("notes.txt", "text");
  EXPECT_EQ(names(), (std::vector<std::string>{"world worlds/street", "run /run.mcap",
                                               "build .gs_world_builder_workspace/street-1", "build b/workspace"}));
  Scanner of_world(folder_ / "worlds/street");
  EXPECT_EQ(of_world.scan().entries.size(), 1u);
}

TEST_F(CatalogTest, IdsStayAndShowNoPath) {
  add_world("a/street");
  add_world("b/street");
  const Catalog first = scanner_.scan();
  ASSERT_EQ(first.entries.size(), 2u);
  EXPECT_NE(first.entries[0].id, first.entries[1].id);
  EXPECT_EQ(first.entries[0].id.size(), 16u);
  EXPECT_EQ(first.entries[0].id.find_first_not_of("0123456789abcdef"), std::string::npos);
  add_world("0/street");
  const Catalog second = scanner_.scan();
  for (const CatalogEntry& entry : first.entries) {
    ASSERT_NE(second.find(entry.id), nullptr);
    EXPECT_EQ(second.find(entry.id)->path, entry.path);
  }
  EXPECT_EQ(second.find("../etc"), nullptr);
}

TEST_F(CatalogTest, OtherLogsAreNotListedAndBrokenRunsSayWhy) {
  const auto writer = logio::McapWriter::create(folder_ / "other.mcap").value();
  const uint32_t channel = writer->add_channel({.topic = "/odom", .message_encoding = "cdr"}).value();
  ASSERT_TRUE(writer->write(channel, {}, {}, 0, {}));
  ASSERT_TRUE(writer->close());
  write("text.mcap", "no log");
  write("empty.mcap", "");
  write_small_run(folder_ / "whole.mcap", 0.5);
  fs::copy_file(folder_ / "whole.mcap", folder_ / "cut.mcap");
  fs::resize_file(folder_ / "cut.mcap", fs::file_size(folder_ / "whole.mcap") / 2);
  fs::create_directory(folder_ / "folder.mcap");
  std::vector<std::string> seen;
  for (const CatalogEntry& entry : scanner_.scan().entries)
    seen.push_back(entry.name + (entry.problem.empty() ? " good" : " bad"));
  EXPECT_EQ(seen, (std::vector<std::string>{"cut.mcap bad", "empty.mcap bad", "text.mcap bad", "whole.mcap good"}));
}

TEST_F(CatalogTest, ARunThatChangesIsLookedAtAgain) {
  write("run.mcap", "no log");
  EXPECT_FALSE(scanner_.scan().entries.at(0).problem.empty());
  fs::remove(folder_ / "run.mcap");
  write_small_run(folder_ / "run.mcap", 0.1);
  EXPECT_TRUE(scanner_.scan().entries.at(0).problem.empty());
  fs::remove(folder_ / "run.mcap");
  EXPECT_TRUE(scanner_.scan().entries.empty());
}

TEST_F(CatalogTest, LinksThatLeadOutAreIgnored) {
  const TemporaryFolder other;
  fs::create_directory(other / "world");
  ASSERT_TRUE(write_file(other / "world/world.yaml", std::string_view("version: 1")));
  write_small_run(other / "run.mcap", 0.1);
  fs::create_directory(folder_ / "sub");
  fs::create_symlink(other / "world", folder_ / "sub/world");
  fs::create_symlink(other / "run.mcap", folder_ / "sub/run.mcap");
  fs::create_symlink(folder_.path(), folder_ / "sub/loop");
  fs::create_symlink("nowhere", folder_ / "sub/broken.mcap");
  EXPECT_TRUE(names().empty());
}

TEST_F(CatalogTest, AThousandEntriesAreListed) {
  for (int i = 0; i < 1000; ++i) add_world(format("world_{}", i));
  const Catalog catalog = scanner_.scan();
  EXPECT_EQ(catalog.entries.size(), 1000u);
  EXPECT_TRUE(catalog.is_complete);
  std::set<std::string> ids;
  for (const CatalogEntry& entry : catalog.entries) ids.insert(entry.id);
  EXPECT_EQ(ids.size(), 1000u);
  Scanner limited(folder_.path(), {.depth = 4, .files = 50'000, .entries = 10});
  EXPECT_EQ(limited.scan().entries.size(), 10u);
  EXPECT_FALSE(limited.scan().is_complete);
}

TEST_F(CatalogTest, FoldersThatAreTooDeepAreSaidToBeLeftOut) {
  add_world("1/2/3/4/world");
  EXPECT_EQ(scanner_.scan().entries.size(), 1u);
  EXPECT_TRUE(scanner_.scan().is_complete);
  add_world("1/2/3/4/5/6/world");
  EXPECT_EQ(scanner_.scan().entries.size(), 1u);
  EXPECT_FALSE(scanner_.scan().is_complete);
}

TEST_F(CatalogTest, AMissingFolderIsEmpty) {
  Scanner missing(folder_ / "missing");
  EXPECT_TRUE(missing.scan().entries.empty());
}

TEST_F(CatalogTest, AWatchTellsWhatChanges) {
  add_world("street");
  FolderWatch watch;
  watch.set(scanner_.scan().folders);
  ASSERT_TRUE(watch.is_complete());
  EXPECT_FALSE(watch.changed());
  write("street/world.yaml", "version: 2");
  EXPECT_TRUE(watch.changed());
  EXPECT_FALSE(watch.changed());
  fs::remove_all(folder_ / "street");
  EXPECT_TRUE(watch.changed());
  watch.set({folder_.path(), folder_ / "street"});
  EXPECT_FALSE(watch.is_complete()) << "a folder that is gone";
  watch.changed();
  watch.set({});
  write("new.txt", "");
  watch.changed();  // the end of a watch is told, too
  write("newer.txt", "");
  EXPECT_FALSE(watch.changed());
}

}  // namespace
}  // namespace gs::web
