// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files that ended processes left behind are found, named and removed; those in use are kept.
#include "gs/core/folders/leftovers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gs/core/folders/output_folder.h"
#include "gs/core/temporary_name.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

// The number of a process that has ended.
pid_t ended_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST(TemporaryName, IsReadBack) {
  const auto name = parse_temporary_name(temporary_beside("a/x.tmp-1.mcap").filename().string());
  ASSERT_TRUE(name);
  EXPECT_EQ(name->target, "x.tmp-1.mcap");
  EXPECT_EQ(name->process, ::getpid());
  const auto old = parse_temporary_name(temporary_beside("x", TemporaryKind::moved_aside).filename().string());
  EXPECT_EQ(old->kind, TemporaryKind::moved_aside);
  for (const std::string_view other : {"", ".x", "x.tmp-1-2", ".x.tmp-1", ".x.tmp-a-1", ".x.tmp-1-2x", ".tmp-1-2"}) {
    EXPECT_FALSE(parse_temporary_name(other)) << other;
  }
}

TEST(Leftovers, OfEndedProcessesAreRemovedAndReported) {
  const TemporaryFolder folder;
  const pid_t dead = ended_process();
  const fs::path half = folder / format(".w.tmp-{}-0", dead), file = folder / format(".w.tmp-{}-1", dead);
  fs::create_directories(half / "sub");
  ASSERT_TRUE(write_file(half / "sub/f", "x"));
  ASSERT_TRUE(write_file(file, "x"));
  ASSERT_TRUE(write_file(folder / format(".other.tmp-{}-0", dead), "x"));
  ASSERT_TRUE(write_file(folder / ".w.tmp-notes", "of a person"));
  const auto sentences = clear_leftovers(find_leftovers(folder / "w/"));
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_NE(sentences[0].find(half.string()), std::string::npos);
  EXPECT_FALSE(fs::exists(half));
  EXPECT_FALSE(fs::exists(file));
  EXPECT_EQ(folder.files(), 2u);
  EXPECT_EQ(find_leftovers_in(folder.path()).size(), 1u);
}

TEST(Leftovers, InUseAreKept) {
  const TemporaryFolder folder;
  const auto ours = OutputFolder::create(folder / "w");
  const auto file = AtomicFile::create(folder / "w2");
  ASSERT_TRUE(write_file(folder / format(".w.tmp-{}-0", ::getppid()), "of a running process"));
  EXPECT_TRUE(find_leftovers_in(folder.path()).empty());
}

// In a container, process numbers repeat after a restart: an unlocked file with our number is a leftover.
TEST(Leftovers, OfAnEarlierProcessWithOurNumberAreFound) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / format(".w.tmp-{}-999999", ::getpid()), "x"));
  EXPECT_EQ(find_leftovers(folder / "w").size(), 1u);
}

TEST(Leftovers, MovedAsideAreReportedAndKept) {
  const TemporaryFolder folder;
  const fs::path old = folder / format(".w.old-{}-0", ended_process());
  fs::create_directory(old);
  const auto sentences = clear_leftovers(find_leftovers(folder / "w"));
  ASSERT_EQ(sentences.size(), 1u);
  EXPECT_NE(sentences[0].find(old.string()), std::string::npos);
  EXPECT_TRUE(fs::exists(old));
}

}  // namespace
}  // namespace gs
