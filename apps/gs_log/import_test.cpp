// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-log import on a full disk and with a damaged data set: exit codes, messages, and no output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "apps/gs_log/testing/run_gs_log.h"
#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/small_disk.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

using gs_log::testing::Ran;
using gs_log::testing::run;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

constexpr int kFrames = 4;

// A sequence of KITTI odometry: sweeps of points that do not compress, on a straight path.
class GsLogImport : public ::testing::Test {
 protected:
  GsLogImport() {
    std::string calib, times, poses;
    for (int i = 0; i < 4; ++i) calib += format("P{}: 100 0 50 0 0 100 40 0 0 0 1 0\n", i);
    calib += "Tr: 0 -1 0 0 0 0 -1 0 1 0 0 0\n";
    std::mt19937 random(1);
    for (int i = 0; i < kFrames; ++i) {
      times += format("{:.6e}\n", 0.1 * i);
      poses += format("1 0 0 0 0 1 0 0 0 0 1 {}\n", i);
      std::vector<float> points;
      for (int k = 0; k < 4 * 20'000; ++k) points.push_back(static_cast<float>(random() % 100'000) / 1000.0F);
      write(format("velodyne/{:06d}.bin", i), std::as_bytes(std::span(points)));
    }
    write("calib.txt", as_bytes(calib));
    write("times.txt", as_bytes(times));
    write("poses.txt", as_bytes(poses));
  }

  void write(const std::string& name, Bytes bytes) {
    fs::create_directories((sequence_ / name).parent_path());
    ASSERT_TRUE(write_file(sequence_ / name, bytes));
  }
  Ran import(const std::string& output) { return run({"import", sequence_.string(), (folder_ / output).string()}); }

  TemporaryFolder folder_;
  fs::path sequence_ = folder_ / "sequences/07";
};

TEST_F(GsLogImport, AFullDiskEndsWith5AndLeavesNothing) {
  for (const char* output : {"drive.mcap", "drive.db3", "drive"}) {
    SCOPED_TRACE(output);
    Ran ran;
    {
      const SmallDisk disk(200'000);
      ran = import(output);
    }
    EXPECT_EQ(ran.exit, 5);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("error: writing"), HasSubstr(output), HasSubstr("hint: ")));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1) << "only the data set is left";
    EXPECT_EQ(import(output).exit, 0) << "the same import succeeds with space";
    fs::remove_all(folder_ / output);
  }
}

TEST_F(GsLogImport, ADamagedSweepEndsWith3) {
  write("velodyne/000002.bin", as_bytes(std::string_view("1234567")));
  const Ran ran = import("drive.mcap");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("000002.bin"));
  EXPECT_FALSE(fs::exists(folder_ / "drive.mcap"));
}

}  // namespace
}  // namespace gs
