// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The same log and settings give the same bundle, for any number of threads and however often the build is
// killed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "gs/builder/pipeline.h"
#include "gs/builder/rebuild.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

using testing::TemporaryFolder;
using testing::write_drive;

// Content of all files below a folder, by relative path.
std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[fs::relative(entry.path(), folder).string()] = read_text_file(entry.path()).value();
  }
  return files;
}

void expect_same_files(const fs::path& a, const fs::path& b) {
  const auto first = files_of(a), second = files_of(b);
  EXPECT_EQ(first.size(), second.size());
  for (const auto& [name, bytes] : first) {
    ASSERT_TRUE(second.contains(name)) << name;
    EXPECT_TRUE(second.at(name) == bytes) << name << " differs";
  }
}

// Kills the process with SIGKILL after a number of progress calls of one step.
class DeadlyProgress final : public Progress {
 public:
  // step: 1 to 7, in run order.
  DeadlyProgress(int step, int lives) : label_(format("[{}/{}]", step, kStepCount)), lives_(lives) {}
  void begin(std::string_view what, uint64_t, std::string_view) override {
    deadly_ = what.starts_with(label_);
    live();
  }
  void advance(uint64_t) override { live(); }
  void note(std::string_view) override {}
  void finish() override { live(); }
  bool stop_requested() const override { return false; }

 private:
  void live() {
    if (deadly_ && --lives_ < 0) ::kill(::getpid(), SIGKILL);
  }
  std::string label_;
  bool deadly_ = false;
  int lives_;
};

// Builds with all optional parts, so that every file of a bundle is compared.
class Reproducible : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(
        write_drive(folder_ / "drive.mcap", {.duration_s = 1.2, .bad_second_camera = true, .lidar_columns = 600}));
  }
  BuildRequest request(const std::string& name) const {
    BuildRequest r{.input = folder_ / "drive.mcap", .output = folder_ / name / "street"};
    r.workspace = folder_ / (name + "_workspace");
    r.now = {1'700'000'000'000'000'000};
    r.geometry.resolution = 0.2;
    r.geometry.mesh_enable = true;
    r.training.trainer.training.iterations = 30;
    r.training.trainer.training.max_gaussians = 3000;
    r.training.trainer.training.sky_gaussians = 50;
    r.training.trainer.output.save_iterations = {10, 20};
    r.backend = Backend::cpu;
    return *resolve(std::move(r));
  }
  void build(const std::string& name, int threads) {
    const ScopedThreadCount workers(threads);
    NoProgress quiet;
    const auto report = run_build(request(name), quiet);
    ASSERT_TRUE(report) << to_text(report.error());
  }
  // Builds in a child process that may be killed. One thread, because fork() copies only the calling thread.
  bool build_mortally(const std::string& name, int step, int lives) {
    const pid_t child = ::fork();
    if (child == 0) {
      const ScopedThreadCount workers(1);
      DeadlyProgress progress(step, lives);
      const auto report = run_build(request(name), progress);
      ::_exit(report ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) << "a build failed";
    return WIFEXITED(status);
  }

  TemporaryFolder folder_;
};

TEST_F(Reproducible, KilledInEveryStepTheBuildEndsInTheSameBundle) {
  // Kill each step at its first and at a later progress call; each build continues the one before.
  for (int step = 1; step <= static_cast<int>(kStepCount); ++step) {
    EXPECT_FALSE(build_mortally("killed", step, 0)) << "step " << step << " shows no sign of life";
    build_mortally("killed", step, 2);  // some steps finish before that
  }
  EXPECT_TRUE(build_mortally("killed", 0, 0));
  for (const auto& entry : fs::directory_iterator(folder_ / "killed")) {
    EXPECT_EQ(entry.path().filename(), "street");  // no partial results beside it
  }
  build("whole", 1);
  expect_same_files(folder_ / "whole/street", folder_ / "killed/street");
}

TEST_F(Reproducible, OneAndTwoWorkersGiveTheSameBundle) {
  build("one", 1);
  build("two", 2);
  expect_same_files(folder_ / "one/street", folder_ / "two/street");
}

TEST_F(Reproducible, AReportRebuildsItsBundle) {
  build("first", 2);
  auto again = rebuild_request(folder_ / "first_workspace/build_report.json", {}, folder_ / "again/street");
  ASSERT_TRUE(again) << to_text(again.error());
  again->workspace = folder_ / "again_workspace";
  again->now = {1'700'000'000'000'000'000};
  NoProgress quiet;
  const auto report = run_build(*again, quiet);
  ASSERT_TRUE(report) << to_text(report.error());
  expect_same_files(folder_ / "first/street", folder_ / "again/street");

  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 1.3, .lidar_columns = 600}));
  const auto other = rebuild_request(folder_ / "first_workspace/build_report.json", {}, {});
  ASSERT_FALSE(other);
  EXPECT_EQ(exit_code(other.error()), 3);
}

}  // namespace
}  // namespace gs::builder
