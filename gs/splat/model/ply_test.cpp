// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in PLY files: both conventions bit for bit, any order of properties, hostile headers.
#include "gs/splat/model/ply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/core/parallel.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat {
namespace {

using ::testing::HasSubstr;
using namespace testing;

constexpr PlyOptions kBundle{.source = PlySource::bundle};
constexpr PlyOptions kImported{.source = PlySource::imported};

std::vector<std::byte> saved(const GaussianCloud& cloud, PlyFlavor flavor = PlyFlavor::bundle) {
  const TemporaryFolder folder;
  GS_EXPECT(save_ply(folder / "c.ply", cloud.view(), flavor).has_value());
  return file_bytes(folder / "c.ply");
}

Bytes bytes_of(const std::string& text) { return as_bytes(std::string_view(text)); }

// Properties of a Gaussian of SH degree 0 and one row of values.
constexpr std::string_view kNames[] = {"x",     "y",     "z",     "scale_0", "scale_1", "scale_2", "rot_0",
                                       "rot_1", "rot_2", "rot_3", "opacity", "f_dc_0",  "f_dc_1",  "f_dc_2"};
constexpr float kValues[] = {1, 2, 3, -1, -2, -3, 0.6f, 0, 0.8f, 0, 0.5f, 0.1f, 0.2f, 0.3f};

std::string header_of(std::string_view format_name, std::string_view extra, std::string_view line_end = "\n") {
  std::string text = format("ply{0}format {1} 1.0{0}{2}element vertex 1{0}", line_end, format_name, extra);
  for (const auto name : kNames) text += format("property float {}{}", name, line_end);
  return text + std::string("end_header") + std::string(line_end);
}
std::string row() { return {reinterpret_cast<const char*>(kValues), sizeof(kValues)}; }
std::string binary_file(std::string_view extra = "", std::string_view line_end = "\n") {
  return header_of("binary_little_endian", extra, line_end) + row();
}

class PlyDegrees : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Degrees, PlyDegrees, ::testing::Values(0, 1, 2, 3));

TEST_P(PlyDegrees, BothFlavorsSurviveRoundTripsBitForBit) {
  const GaussianCloud cloud = random_cloud(137, GetParam());
  for (const PlyFlavor flavor : {PlyFlavor::bundle, PlyFlavor::standard}) {
    const auto file = saved(cloud, flavor);
    // The header comment overrides the default of the source.
    EXPECT_TRUE(same_bits(parse_ply(file, kBundle).value(), cloud));
    EXPECT_TRUE(same_bits(parse_ply(file, kImported).value(), cloud));
  }
}

TEST(Ply, GoldenFilesOfBothFlavors) {
  for (const auto& [name, flavor] : {std::pair("gaussians_bundle.ply", PlyFlavor::bundle),
                                     std::pair("gaussians_standard.ply", PlyFlavor::standard)}) {
    const fs::path path = testdata("splat") / name;
    const GaussianCloud cloud = load_ply(path).value();
    ASSERT_EQ(cloud.size(), 2u);
    const CloudView view = cloud.view();
    EXPECT_EQ(view.position_of(1), (Vec3f{4, 5, 6}));
    EXPECT_EQ(view.rotation_of(0), (Quaternionf{0.5f, -0.5f, 0.5f, 0.5f}));
    EXPECT_EQ(view.rotation_of(1), (Quaternionf{0, 0.6f, 0, 0.8f}));
    EXPECT_EQ(view.sh_of(1)[0], 10.0f);    // red, constant
    EXPECT_EQ(view.sh_of(1)[1], 100.0f);   // f_rest_0
    EXPECT_EQ(view.sh_of(1)[4], 11.0f);    // green, constant
    EXPECT_EQ(view.sh_of(1)[5], 103.0f);   // f_rest_3
    EXPECT_EQ(view.sh_of(1)[11], 108.0f);  // f_rest_8
    EXPECT_EQ(saved(cloud, flavor), file_bytes(path));
  }
}

TEST(Ply, HeaderIsTheOneOfTheConventions) {
  const std::string header = ply_header(7, 1, PlyFlavor::bundle);
  EXPECT_THAT(header, ::testing::StartsWith("ply\nformat binary_little_endian 1.0\ncomment quaternion_order xyzw\n"
                                            "element vertex 7\nproperty float x\nproperty float y\n"));
  EXPECT_THAT(header, HasSubstr("f_dc_2\nproperty float f_rest_0\n"));
  EXPECT_THAT(header, ::testing::EndsWith("property float f_rest_8\nend_header\n"));
  EXPECT_THAT(ply_header(7, 0, PlyFlavor::standard), HasSubstr("property float nz\nproperty float f_dc_0\n"));
}

TEST(Ply, OrderComesFromOptionThenCommentThenSource) {
  const auto rotation = [](const std::string& file, const PlyOptions& options) {
    return parse_ply(bytes_of(file), options).value().view().rotation_of(0);
  };
  const Quaternionf as_xyzw{0.6f, 0, 0.8f, 0}, as_wxyz{0, 0.8f, 0, 0.6f};
  EXPECT_EQ(rotation(binary_file(), kBundle), as_xyzw);
  EXPECT_EQ(rotation(binary_file(), kImported), as_wxyz);
  EXPECT_EQ(rotation(binary_file("comment quaternion_order wxyz\n"), kBundle), as_wxyz);
  EXPECT_EQ(rotation(binary_file("comment quaternion_order xyzw\n"), kImported), as_xyzw);
  EXPECT_EQ(rotation(binary_file("comment quaternion_order xyzw\n"), {.quaternion_order = QuaternionOrder::wxyz}),
            as_wxyz);
}

TEST(Ply, CommentMustMakeSense) {
  EXPECT_EQ(parse_ply(bytes_of(binary_file("comment quaternion_order zyxw\n"))).error().code, ErrorCode::invalid_data);
  EXPECT_EQ(
      parse_ply(bytes_of(binary_file("comment quaternion_order xyzw\ncomment quaternion_order wxyz\n"))).error().code,
      ErrorCode::invalid_data);
}

TEST(Ply, CrlfHeaderIsAccepted) {
  const auto cloud = parse_ply(bytes_of(binary_file("comment made elsewhere\r\n", "\r\n")), kBundle);
  ASSERT_TRUE(cloud.has_value()) << cloud.error().message;
  EXPECT_EQ(cloud->view().position_of(0), (Vec3f{1, 2, 3}));
}

// Reversed order, mixed float and double, unknown properties, and another element behind the vertices.
TEST(Ply, AnyOrderAnyTypeAndUnknownPropertiesAreFoundByName) {
  std::string file = "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar label\n";
  std::string data = "\x07";
  for (std::size_t i = std::size(kNames); i-- > 0;) {
    const bool wide = i % 2 == 0;
    file += format("property {} {}\nproperty short spare_{}\n", wide ? "double" : "float", kNames[i], i);
    const double as_double = kValues[i];
    data += wide ? std::string(reinterpret_cast<const char*>(&as_double), 8)
                 : std::string(reinterpret_cast<const char*>(&kValues[i]), 4);
    data += "ab";
  }
  file += "element face 3\nproperty list uchar int vertex_indices\nend_header\n" + data + "the faces";
  const GaussianCloud expected = parse_ply(bytes_of(binary_file()), kBundle).value();
  const auto cloud = parse_ply(bytes_of(file), kBundle);
  ASSERT_TRUE(cloud.has_value()) << cloud.error().message;
  EXPECT_TRUE(same_bits(*cloud, expected));
}

TEST(Ply, ShuffledFloatsTakeTheSamePathAsCanonicalOnes) {
  const GaussianCloud cloud = random_cloud(50, 0);
  std::string file = "ply\nformat binary_little_endian 1.0\nelement vertex 50\n";
  const CloudView view = cloud.view();
  for (const auto name : {"f_dc_0", "rot_3", "rot_0", "rot_1", "rot_2", "opacity", "z", "y", "x", "scale_2", "scale_1",
                          "scale_0", "f_dc_2", "f_dc_1"}) {
    file += format("property float32 {}\n", name);
  }
  file += "end_header\n";
  for (std::size_t i = 0; i < 50; ++i) {
    const auto q = view.rotation_of(i);
    const auto p = view.position_of(i), s = view.log_scale_of(i);
    const float* sh = view.sh_of(i);
    for (const float value :
         {sh[0], q.w, q.x, q.y, q.z, view.opacity_logit[i], p.z, p.y, p.x, s.z, s.y, s.x, sh[2], sh[1]}) {
      file.append(reinterpret_cast<const char*>(&value), 4);
    }
  }
  EXPECT_TRUE(same_bits(parse_ply(bytes_of(file), kBundle).value(), cloud));
}

TEST(Ply, AsciiGivesTheSameCloud) {
  const std::string ascii = header_of("ascii", "", "\r\n") + "1 2 3 -1 -2 -3\t0.6 0 +0.8 0\r\n0.5 1e-1 0.2 0.3";
  const GaussianCloud expected = parse_ply(bytes_of(binary_file()), kBundle).value();
  const auto cloud = parse_ply(bytes_of(ascii), kBundle);
  ASSERT_TRUE(cloud.has_value()) << cloud.error().message;
  EXPECT_TRUE(same_bits(*cloud, expected));
  EXPECT_FALSE(parse_ply(bytes_of(header_of("ascii", "") + "1 2 3 -1 -2 -3 0.6 0 0.8 0 0.5 0.1 0.2 ??")));
  EXPECT_FALSE(parse_ply(bytes_of(header_of("ascii", "") + "1 2 3 -1 -2 -3 0.6 0 0.8 0 0.5 0.1 0.2")));
}

TEST(Ply, RotationsOfTrainersAreNormalisedAndThoseOfBundlesMustBeUnit) {
  std::string file = binary_file();
  const float long_rotation[4] = {3, 0, 4, 0};
  std::memcpy(file.data() + file.size() - sizeof(kValues) + 24, long_rotation, 16);
  EXPECT_EQ(parse_ply(bytes_of(file), kImported).value().view().rotation_of(0), (Quaternionf{0, 0.8f, 0, 0.6f}));
  const auto bundle = parse_ply(bytes_of(file), kBundle);
  EXPECT_EQ(bundle.error().code, ErrorCode::invalid_data);
  EXPECT_THAT(bundle.error().message, HasSubstr("norm 5"));
  const float zero[4] = {};
  std::memcpy(file.data() + file.size() - sizeof(kValues) + 24, zero, 16);
  EXPECT_EQ(parse_ply(bytes_of(file), kImported).error().code, ErrorCode::invalid_data);
}

TEST(Ply, NonFiniteValuesAreNamed) {
  for (const float bad : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::quiet_NaN()}) {
    for (std::size_t slot = 0; slot < std::size(kNames); ++slot) {
      std::string file = binary_file();
      std::memcpy(file.data() + file.size() - sizeof(kValues) + 4 * slot, &bad, 4);
      const auto cloud = parse_ply(bytes_of(file), kImported);
      ASSERT_FALSE(cloud.has_value());
      EXPECT_THAT(cloud.error().message, HasSubstr(format("Gaussian 0: {} is not finite", kNames[slot])));
    }
  }
  std::string largest = binary_file();
  const float max = std::numeric_limits<float>::max(), denormal = 1e-45f;
  std::memcpy(largest.data() + largest.size() - sizeof(kValues), &max, 4);
  std::memcpy(largest.data() + largest.size() - sizeof(kValues) + 4, &denormal, 4);
  EXPECT_TRUE(parse_ply(bytes_of(largest), kImported).has_value());
}

// Counts, types and names that do not fit the file.
TEST(Ply, HeadersThatLieAreRefusedBeforeAllocating) {
  const auto refused = [](std::string_view from, std::string_view to) {
    std::string file = binary_file("comment here\n");
    file.replace(file.find(from), from.size(), to);
    const auto cloud = parse_ply(bytes_of(file));
    return cloud ? std::string("accepted") : std::string(to_string(cloud.error().code));
  };
  for (const char* count : {"vertex 1099511627776", "vertex 18446744073709551615", "vertex 2"}) {
    EXPECT_EQ(refused("vertex 1", count), "truncated") << count;
  }
  for (const char* count : {"vertex 99999999999999999999", "vertex -1"}) {
    EXPECT_EQ(refused("vertex 1", count), "corrupt") << count;
  }
  EXPECT_EQ(refused("binary_little_endian", "ascii"), "corrupt");
  EXPECT_EQ(refused("binary_little_endian", "binary_big_endian"), "unsupported");
  EXPECT_EQ(refused("binary_little_endian", "text"), "corrupt");
  EXPECT_EQ(refused("float x", "list uchar float x"), "unsupported");
  EXPECT_EQ(refused("float x", "quad x"), "corrupt");
  EXPECT_EQ(refused("float y", "float x"), "corrupt");
  EXPECT_EQ(refused("float y", "float why"), "invalid_data");
  EXPECT_EQ(refused("float f_dc_0\n", "float f_dc_0\nproperty float f_rest_0\n"), "invalid_data");
  EXPECT_EQ(refused("element vertex 1", "element face 4611686018427387904\nproperty double a\nelement vertex 1"),
            "truncated");
  EXPECT_EQ(refused("element vertex", "element point"), "corrupt");
  EXPECT_EQ(refused("comment here", "remark here"), "corrupt");
  EXPECT_EQ(refused("comment here", ""), "corrupt");
  std::string ascii = header_of("ascii", "") + "1 2 3";
  ascii.replace(ascii.find("vertex 1"), 8, "vertex 1099511627776");
  EXPECT_EQ(parse_ply(bytes_of(ascii)).error().code, ErrorCode::truncated);
}

TEST(Ply, OfPointsTheErrorSaysWhatTheyAreGoodFor) {
  const std::string points =
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
      "property float z\n";
  const std::string colours = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  const auto error_of = [](const std::string& file) { return parse_ply(bytes_of(file)).error(); };
  const Error coloured = error_of(points + colours + "end_header\n1 2 3 4 5 6\n");
  EXPECT_EQ(coloured.code, ErrorCode::invalid_data);
  EXPECT_THAT(coloured.message, HasSubstr("coloured points, not Gaussians"));
  EXPECT_THAT(coloured.hint, HasSubstr("points.ply"));
  EXPECT_THAT(error_of(points + "end_header\n1 2 3\n").message, HasSubstr("contains points, not Gaussians"));
  const Error damaged = error_of(points + "property float opacity\nend_header\n1 2 3 4\n");
  EXPECT_THAT(damaged.message, HasSubstr("no property 'scale_0'"));
  EXPECT_THAT(damaged.hint, HasSubstr("rot_0..3"));
}

TEST(Ply, HeaderLengthIsBounded) {
  const std::string endless = "ply\n" + std::string(1 << 20, 'a');
  EXPECT_THAT(parse_ply(bytes_of(endless)).error().message, HasSubstr("does not end within"));
  std::string comments = "ply\n";
  while (comments.size() < (1 << 20)) comments += "comment and another line\n";
  EXPECT_FALSE(parse_ply(bytes_of(comments)));
}

TEST(Ply, DamageNeverCrashesAndTruncationIsAlwaysSeen) {
  const std::vector<std::byte> file = saved(random_cloud(3, 0));
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_FALSE(parse_ply(Bytes(file).first(size), kBundle).has_value()) << size;
    EXPECT_FALSE(check_ply(Bytes(file).first(size), kBundle).has_value()) << size;
  }
  for_each_damage(file, [](Bytes damaged) {
    const auto cloud = parse_ply(damaged, kBundle);
    const auto check = check_ply(damaged, kBundle);
    // The loader accepts exactly the files in which check_ply() finds no problem.
    EXPECT_EQ(cloud.has_value(), check && check->non_finite_values == 0 && check->bad_rotations == 0);
  });
}

TEST(Ply, MissingEmptyAndFolderAreErrors) {
  const TemporaryFolder folder;
  EXPECT_EQ(load_ply(folder / "none.ply").error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "empty.ply", std::string_view()));
  EXPECT_EQ(load_ply(folder / "empty.ply").error().code, ErrorCode::truncated);
  EXPECT_EQ(inspect_ply(folder / "").error().code, ErrorCode::invalid_argument);
  const auto unwritable = save_ply(folder / "no/such/folder.ply", random_cloud(1, 0).view());
  EXPECT_EQ(unwritable.error().code, ErrorCode::not_found);
}

TEST(Ply, InspectTellsTheHeader) {
  const TemporaryFolder folder;
  ASSERT_TRUE(save_ply(folder / "a.ply", random_cloud(12, 2).view()));
  const PlyInfo info = inspect_ply(folder / "a.ply").value();
  EXPECT_EQ(info.count, 12u);
  EXPECT_EQ(info.sh_degree, 2);
  EXPECT_TRUE(info.canonical);
  EXPECT_TRUE(info.order_stated);
  EXPECT_EQ(info.row_bytes, (11 + 27) * 4u);
  EXPECT_EQ(info.trailing_bytes, 0u);
  EXPECT_EQ(inspect_ply(folder / "a.ply", {.max_gaussians = 11}).error().code, ErrorCode::limit_exceeded);
  const auto standard = saved(random_cloud(12, 2), PlyFlavor::standard);
  EXPECT_FALSE(check_ply(standard).value().info.canonical);
}

TEST(Ply, CheckFindsEverythingOnceAndIndependentlyOfThreads) {
  GaussianCloud cloud = random_cloud(40000, 1);
  const MutableCloudView view = cloud.view();
  view.position[1][30001] = NAN;
  view.sh_of(30001)[3] = INFINITY;
  view.opacity_logit[39999] = -INFINITY;
  view.rotation[0][5] = 7;
  view.rotation[2][20000] = 7;
  const auto file = saved(cloud);
  for (const int threads : {1, 2, 7}) {
    const ScopedThreadCount scoped(threads);
    const PlyCheck check = check_ply(file, kBundle).value();
    EXPECT_EQ(check.non_finite_values, 3u);
    EXPECT_EQ(check.first_non_finite_index, 30001u);
    EXPECT_EQ(check.first_non_finite_property, "y");
    EXPECT_EQ(check.bad_rotations, 2u);
    EXPECT_EQ(check.first_bad_rotation_index, 5u);
    EXPECT_NEAR(check.first_bad_rotation_norm, 7.05, 0.06);
    EXPECT_GE(check.min_position[0], -50);
    EXPECT_LE(check.max_position[2], 20);
    EXPECT_LT(check.min_position[0], check.max_position[0]);
    EXPECT_THAT(parse_ply(file, kBundle).error().message, HasSubstr("Gaussian 5:"));
  }
}

TEST(Ply, SameCloudAndSameFileWhateverTheThreads) {
  const GaussianCloud cloud = random_cloud(70001, 0);
  std::vector<std::byte> first;
  for (const int threads : {1, 2, 5}) {
    const ScopedThreadCount scoped(threads);
    const auto file = saved(cloud);
    if (first.empty()) first = file;
    EXPECT_EQ(file, first);
    EXPECT_TRUE(same_bits(parse_ply(file, kBundle).value(), cloud));
  }
}

TEST(Ply, EmptyCloudIsAFileToo) {
  const GaussianCloud none = GaussianCloud::create(0, 3).value();
  const GaussianCloud back = parse_ply(saved(none)).value();
  EXPECT_EQ(back.size(), 0u);
  EXPECT_EQ(back.sh_degree(), 3);
}

}  // namespace
}  // namespace gs::splat
