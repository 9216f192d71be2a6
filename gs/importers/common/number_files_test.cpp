// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text files of numbers from data sets are parsed as hostile input.
#include "gs/importers/common/number_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::importers {
namespace {

using ::testing::HasSubstr;

TEST(NumberFiles, LinesHaveTheirCountOfFiniteNumbers) {
  const auto rows = parse_number_lines("1 2.5 -3e2\n\n 4 5 6 \r\n", 3, "poses.txt");
  ASSERT_TRUE(rows);
  EXPECT_EQ(*rows, (std::vector<std::vector<double>>{{1, 2.5, -300}, {4, 5, 6}}));
  for (const char* bad : {"1 2", "1 2 3 4", "1 2 nan", "1 inf 3", "1 2 x", "1 2 1e999"}) {
    const auto refused = parse_number_lines(std::string("1 2 3\n") + bad, 3, "poses.txt");
    ASSERT_FALSE(refused) << bad;
    EXPECT_THAT(to_string(refused.error()), HasSubstr("line 2")) << bad;
    EXPECT_THAT(to_string(refused.error()), HasSubstr("poses.txt")) << bad;
  }
  EXPECT_TRUE(parse_number_lines("", 3, "empty")->empty());
}

// Rows take much more memory than their text.
TEST(NumberFiles, TablesHaveALimit) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_plain(folder / "poses.txt", "1 2 3\n"));
  EXPECT_EQ(read_number_lines(folder / "poses.txt", 3)->size(), 1u);
  fs::resize_file(folder / "poses.txt", (16u << 20) + 1);  // a hole
  EXPECT_EQ(read_number_lines(folder / "poses.txt", 3).error().code, ErrorCode::limit_exceeded);
}

TEST(NumberFiles, KeyedNumbersNameTheKeyThatIsWrong) {
  const KeyedNumbers file =
      KeyedNumbers::parse("P0: 1 2 3\nR: 0 -1 0 1 0 0 0 0 1\nbad: 1 nan\nno colon 4\nword: x\n  xi: 2.2\n", "calib");
  EXPECT_EQ(*file.numbers("P0", 3), (std::vector<double>{1, 2, 3}));
  EXPECT_THAT(to_string(file.numbers("P0", 12).error()), HasSubstr("'P0' must have 12 numbers: calib"));
  EXPECT_FALSE(file.numbers("bad", 2));
  EXPECT_FALSE(file.numbers("missing", 1));
  EXPECT_TRUE(file.has("word"));
  EXPECT_EQ(*file.numbers("xi", 1), (std::vector<double>{2.2}));  // indented, as in YAML
  const Vec3d turned = *file.rotation("R") * Vec3d{1, 0, 0};
  EXPECT_NEAR(turned.y, 1, 1e-12);
}

// Matrices that scale, mirror or shear are no rotations.
TEST(NumberFiles, OnlyRotationsAreRotations) {
  const auto of = [](std::vector<double> m) { return rotation_from_rows(m, "R").has_value(); };
  EXPECT_TRUE(of({1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_FALSE(of({-1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_FALSE(of({2, 0, 0, 0, 0.5, 0, 0, 0, 1}));
  EXPECT_FALSE(of({1, 0.5, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_FALSE(of({0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(NumberFiles, PointFilesAreWholePoints) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_plain(folder / "a.bin", std::string(40, '\0')));
  EXPECT_EQ(read_float_points<5>(folder / "a.bin")->size(), 2u);
  EXPECT_EQ(read_float_points<4>(folder / "a.bin").error().code, ErrorCode::corrupt);
  ASSERT_TRUE(write_plain(folder / "empty.bin", ""));
  EXPECT_EQ(read_float_points<4>(folder / "empty.bin").error().code, ErrorCode::corrupt);
  EXPECT_FALSE(read_float_points<4>(folder / "missing.bin"));
}

TEST(NumberFiles, OnlyNumbersAreFrameNames) {
  const TemporaryFolder folder;
  for (const char* name : {"000010.png", "9.png", "-1.png", "x.png", "7.jpg", "99999999999999.png", "3.png.bak"}) {
    ASSERT_TRUE(write_plain(folder / name, ""));
  }
  const auto files = numbered_files(folder.path(), ".png");
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ(files->begin()->first, 9);
  EXPECT_FALSE(numbered_files(folder / "missing", ".png"));
}

TEST(NumberFiles, WholePathsHaveANameAndAFolderAbove) {
  for (const char* path : {"/data/day/drive", "/data/day/drive/", "/data/day/drive/.", "/data/day/./x/../drive//"}) {
    EXPECT_EQ(whole_path(path), fs::path("/data/day/drive")) << path;
  }
  EXPECT_EQ(whole_path("drive/").parent_path(), fs::current_path());
}

TEST(NumberFiles, OfSeveralScenesTheUserChooses) {
  EXPECT_EQ(*choose_scene({"one"}, "", "scene", "set"), "one");
  EXPECT_EQ(*choose_scene({"one", "two"}, "two", "scene", "set"), "two");
  EXPECT_THAT(to_string(choose_scene({"one", "two"}, "", "scene", "set").error()), HasSubstr("--scene"));
  EXPECT_THAT(to_string(choose_scene({"one", "two"}, "three", "scene", "set").error()), HasSubstr("one two"));
  EXPECT_FALSE(choose_scene({}, "", "scene", "set"));
}

}  // namespace
}  // namespace gs::importers
