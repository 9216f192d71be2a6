// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Point clouds in PCD files: binary, compressed and ASCII hold the same points; damaged files are errors.
#include "gs/assets/pcd/pcd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/assets/pcd/pcd_header.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace splat::testing;

Result<PcdPoints> parse(const std::string& text) { return parse_pcd(as_bytes(std::string_view(text))); }

TEST(Pcd, HeaderIsTheOneOfTheSpecification) {
  EXPECT_EQ(pcd_header(42, true),
            "VERSION 0.7\nFIELDS x y z intensity\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH 42\nHEIGHT 1\n"
            "VIEWPOINT 0 0 0 1 0 0 0\nPOINTS 42\nDATA binary\n");
}

TEST(Pcd, WrittenPointsComeBack) {
  const TemporaryFolder folder;
  const std::vector<Vec3f> positions = {{1, 2, 3}, {-4.5f, 5.25f, 1e-20f}};
  const std::vector<float> intensities = {0.5f, 255};
  ASSERT_TRUE(write_pcd(folder / "a.pcd", positions, intensities));
  const PcdPoints back = read_pcd(folder / "a.pcd").value();
  EXPECT_EQ(back.positions, positions);
  EXPECT_EQ(back.intensities, intensities);
  ASSERT_TRUE(write_pcd(folder / "b.pcd", positions));
  EXPECT_EQ(read_pcd(folder / "b.pcd").value().positions, positions);
  EXPECT_TRUE(read_pcd(folder / "b.pcd").value().intensities.empty());
  EXPECT_EQ(read_pcd(folder / "c.pcd").error().code, ErrorCode::not_found);
}

TEST(Pcd, CompressedAndAsciiFilesHoldTheSamePoints) {
  for (const auto name : {"points_compressed.pcd", "points_ascii.pcd"}) {
    const auto points = read_pcd(testdata("assets") / name);
    ASSERT_TRUE(points.has_value()) << points.error().message;
    EXPECT_THAT(points->positions, ElementsAre(Vec3f{1, 2, 3}, Vec3f{1, 2, 3}));
    EXPECT_THAT(points->intensities, ElementsAre(10, 10));
    EXPECT_EQ(points->dropped, 1u);  // the third point has a NaN
  }
}

// Fields in another order, of other types, with padding and vectors between them.
TEST(Pcd, FieldsAreFoundByNameWhateverTheirTypes) {
  std::string file =
      "VERSION .7\nFIELDS _ normal z intensity y x\nSIZE 1 4 8 1 2 4\nTYPE U F F U I F\nCOUNT 3 3 1 1 1 1\n"
      "WIDTH 1\nHEIGHT 1\nDATA binary\n";
  file += "abc" + std::string(12, '\0');
  const double z = 2.5;
  const int16_t y = -7;
  const float x = 9;
  file.append(reinterpret_cast<const char*>(&z), 8).append(1, '\xC8');
  file.append(reinterpret_cast<const char*>(&y), 2).append(reinterpret_cast<const char*>(&x), 4);
  const PcdPoints points = parse(file).value();
  EXPECT_THAT(points.positions, ElementsAre(Vec3f{9, -7, 2.5f}));
  EXPECT_THAT(points.intensities, ElementsAre(200));
}

TEST(Pcd, HeadersThatLieAreErrors) {
  const auto refused = [](std::string_view from, std::string_view to) {
    std::string file = pcd_header(1, false) + std::string(12, '\0');
    file.replace(file.find(from), from.size(), to);
    const auto points = parse(file);
    return points ? std::string("accepted") : std::string(to_string(points.error().code));
  };
  EXPECT_EQ(refused("VERSION 0.7\n", "VERSION 0.7\r\n"), "accepted");
  EXPECT_EQ(refused("WIDTH 1\nHEIGHT 1", "WIDTH 1048576\nHEIGHT 1048576"), "corrupt");
  EXPECT_EQ(refused("POINTS 1", "POINTS 2"), "corrupt");
  EXPECT_EQ(refused("WIDTH 1\n", "WIDTH 1099511627776\n"), "corrupt");
  EXPECT_EQ(refused("SIZE 4 4 4", "SIZE 4 4"), "corrupt");
  EXPECT_EQ(refused("SIZE 4 4 4", "SIZE 4 3 4"), "corrupt");
  EXPECT_EQ(refused("SIZE 4 4 4", "SIZE 8 8 8"), "truncated");
  EXPECT_EQ(refused("COUNT 1 1 1", "COUNT 1 1 999999999"), "corrupt");
  EXPECT_EQ(refused("TYPE F F F", "TYPE F F Q"), "corrupt");
  EXPECT_EQ(refused("FIELDS x y z", "FIELDS x y w"), "invalid_data");
  EXPECT_EQ(refused("DATA binary", "DATA hologram"), "corrupt");
  EXPECT_EQ(refused("DATA binary", "DATA binary_compressed"), "truncated");
  std::string huge = pcd_header(1099511627776ull, false) + std::string(12, '\0');
  EXPECT_EQ(parse(huge).error().code, ErrorCode::truncated);
  EXPECT_EQ(parse("").error().code, ErrorCode::truncated);
}

TEST(Pcd, DamageNeverCrashes) {
  for (const auto name : {"points_compressed.pcd", "points_ascii.pcd"}) {
    for_each_damage(file_bytes(testdata("assets") / name), [](Bytes damaged) {
      const auto points = parse_pcd(damaged);
      EXPECT_TRUE(!points || points->positions.size() <= 1000u);
    });
  }
}

// Back references that overlap their own output repeat it.
TEST(Lzf, OverlappingCopiesRepeatAndBrokenOnesAreRefused) {
  const auto decompress = [](std::initializer_list<int> codes, std::size_t size) {
    std::vector<std::byte> in, out(size);
    for (const int code : codes) in.push_back(static_cast<std::byte>(code));
    const auto done = pcd::lzf_decompress(in, out);
    return done ? std::string(as_text(out)) : std::string("refused");
  };
  EXPECT_EQ(decompress({1, 'a', 'b', 2 << 5, 1}, 6), "ababab");
  EXPECT_EQ(decompress({0, 'x', 7 << 5, 3, 0}, 13), std::string(13, 'x'));
  EXPECT_EQ(decompress({1, 'a', 'b', 2 << 5, 2}, 6), "refused");  // reference before the beginning
  EXPECT_EQ(decompress({1, 'a'}, 2), "refused");
  EXPECT_EQ(decompress({1, 'a', 'b'}, 3), "refused");  // too little output
  EXPECT_EQ(decompress({1, 'a', 'b'}, 1), "refused");  // too much output
  EXPECT_EQ(decompress({0, 'x', 7 << 5}, 13), "refused");
}

}  // namespace
}  // namespace gs::assets
