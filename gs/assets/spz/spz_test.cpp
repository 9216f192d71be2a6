// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in SPZ files: both versions, quantisation steps, and headers that claim too much.
#include "gs/assets/spz/spz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "gs/assets/deflate/deflate.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/resident_growth.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using namespace splat::testing;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
// |cosine| of half the angle between two rotations: 1 for equal ones, whatever their sign.
double alignment(Quaternionf a, Quaternionf b) { return std::abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w); }

// Golden files with known values.
TEST(Spz, BothVersionsReadAsTheFormatSays) {
  for (const auto name : {"gaussians_v2.spz", "gaussians_v3.spz"}) {
    const auto read = load_spz(testdata("assets") / name);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_TRUE(read->antialiased);
    const splat::CloudView view = read->cloud.view();
    ASSERT_EQ(view.size, 2u);
    EXPECT_EQ(view.sh_degree, 1);
    EXPECT_EQ(view.position_of(0), (Vec3f{1.5f, -2.25f, 3}));
    EXPECT_EQ(view.position_of(1), (Vec3f{-100, 0, 0.5f}));
    EXPECT_EQ(view.log_scale_of(0), (Vec3f{0, -1, -2}));
    EXPECT_EQ(view.log_scale[0][1], -10);
    EXPECT_GT(alignment(view.rotation_of(0), {0.5f, -0.5f, 0.5f, 0.5f}), 0.9999);
    EXPECT_GT(alignment(view.rotation_of(1), {0, 0.6f, 0, 0.8f}), 0.9999);
    EXPECT_NEAR(norm(view.rotation_of(1)), 1, 1e-6);
    EXPECT_NEAR(sigmoid(view.opacity_logit[0]), 128.0 / 255, 1e-6);
    EXPECT_TRUE(std::isfinite(view.opacity_logit[1]));
    EXPECT_NEAR(view.sh_of(0)[0], (128.0 / 255 - 0.5) / 0.15, 1e-6);
    EXPECT_NEAR(view.sh_of(1)[4], (20.0 / 255 - 0.5) / 0.15, 1e-5);  // green, constant
    EXPECT_EQ(view.sh_of(0)[1], (100 - 128) / 128.0f);               // red, first of degree 1
    EXPECT_EQ(view.sh_of(0)[5], (101 - 128) / 128.0f);               // green, first: channel is fastest in the file
    EXPECT_EQ(view.sh_of(1)[2], (203 - 128) / 128.0f);               // red, second
  }
}

// SH degree and version.
class SpzDegrees : public ::testing::TestWithParam<std::tuple<int, int>> {};
INSTANTIATE_TEST_SUITE_P(Degrees, SpzDegrees,
                         ::testing::Combine(::testing::Values(0, 1, 2, 3), ::testing::Values(2, 3, 4)));

// Every value returns within half a quantisation step.
TEST_P(SpzDegrees, RoundTripStaysWithinTheSteps) {
  const auto [degree, version] = GetParam();
  const splat::GaussianCloud cloud = random_cloud(300, degree);
  const TemporaryFolder folder;
  const SpzOptions options{.version = version, .antialiased = true, .sh1_bits = 8, .sh_rest_bits = 8};
  ASSERT_TRUE(save_spz(folder / "a.spz", cloud.view(), options));
  const SpzCloud back = load_spz(folder / "a.spz").value();
  EXPECT_TRUE(back.antialiased);
  const splat::CloudView a = cloud.view(), b = back.cloud.view();
  ASSERT_EQ(b.size, a.size);
  ASSERT_EQ(b.sh_degree, degree);
  for (std::size_t i = 0; i < a.size; ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(b.position[k][i], a.position[k][i], 0.5 / 4096 + 1e-6);
      EXPECT_NEAR(b.log_scale[k][i], a.log_scale[k][i], 0.5 / 16 + 1e-6);
    }
    EXPECT_GT(alignment(b.rotation_of(i), a.rotation_of(i)), version == 2 ? 0.999 : 0.999997);
    EXPECT_NEAR(sigmoid(b.opacity_logit[i]), sigmoid(a.opacity_logit[i]), 0.5 / 255 + 1e-6);
    const int record = 3 * a.coefficients();
    for (int k = 0; k < record; ++k) {
      const bool constant = k % a.coefficients() == 0;
      EXPECT_NEAR(b.sh_of(i)[k], a.sh_of(i)[k], constant ? 0.5 / 255 / 0.15 + 1e-5 : 0.5 / 128 + 1e-6);
    }
  }
}

TEST(Spz, LargeCloudsGetFewerFractionalBitsAndTooLargeOnesAnError) {
  splat::GaussianCloud cloud = random_cloud(3, 0);
  cloud.view().set_position(1, {100000, -2, 3});
  const SpzCloud back = parse_spz(to_spz(cloud.view()).value()).value();
  EXPECT_NEAR(back.cloud.view().position[0][1], 100000, 0.01);
  EXPECT_NEAR(back.cloud.view().position[1][1], -2, 0.01);
  cloud.view().set_position(1, {1e8f, 0, 0});
  EXPECT_EQ(to_spz(cloud.view()).error().code, ErrorCode::invalid_data);
}

TEST(Spz, SameBytesWhateverTheThreads) {
  const splat::GaussianCloud cloud = random_cloud(5000, 2);
  const ScopedThreadCount one(1);
  const auto expected = to_spz(cloud.view()).value(), streams = to_spz(cloud.view(), {.version = 4}).value();
  const ScopedThreadCount many(3);
  EXPECT_EQ(to_spz(cloud.view()).value(), expected);
  EXPECT_EQ(to_spz(cloud.view(), {.version = 4}).value(), streams);
  EXPECT_LT(expected.size(), cloud.memory_bytes() / 4);
}

TEST(Spz, HeadersThatLieAreErrors) {
  const auto refused = [](std::size_t at, uint8_t value) {
    const auto file = file_bytes(testdata("assets/gaussians_v2.spz"));
    std::vector<std::byte> plain(16 + 2 * (9 + 1 + 3 + 3 + 3 + 9));
    Inflater inflater(file, DeflateFormat::gzip);
    GS_EXPECT(inflater.read(plain).has_value() && inflater.expect_end().has_value());
    plain[at] = std::byte{value};
    const auto cloud = parse_spz(gzip(plain).value());
    return cloud ? std::string("accepted") : std::string(to_string(cloud.error().code));
  };
  EXPECT_EQ(refused(0, 0), "corrupt");
  EXPECT_EQ(refused(4, 2), "accepted");
  EXPECT_EQ(refused(4, 1), "version_mismatch");
  EXPECT_EQ(refused(8, 3), "truncated");
  EXPECT_EQ(refused(8, 1), "corrupt");        // more data than Gaussians
  EXPECT_EQ(refused(11, 0xFF), "truncated");  // 2^32 Gaussians
  EXPECT_EQ(refused(12, 4), "unsupported");
  EXPECT_EQ(refused(13, 24), "corrupt");
  EXPECT_EQ(parse_spz({}).error().code, ErrorCode::truncated);
}

// Known bytes of the rotation of version 3: index of the largest component, then sign and magnitude of the others.
TEST(Spz, SmallestThreeRotationsHaveTheBitsOfTheFormat) {
  splat::GaussianCloud cloud = random_cloud(1, 0);
  const auto bits_of = [&](Quaternionf q) {
    cloud.view().set_rotation(0, q);
    const auto file = to_spz(cloud.view(), {.version = 3}).value();
    std::vector<std::byte> plain(16 + 9 + 1 + 3 + 3 + 4);
    Inflater inflater(file, DeflateFormat::gzip);
    GS_EXPECT(inflater.read(plain).has_value() && inflater.expect_end().has_value());
    return load_le<uint32_t>(plain.data() + 32);
  };
  EXPECT_EQ(bits_of({0, 0, 0, 1}), 3u << 30);
  // -q is stored if the largest component is negative, and zeros become -0, as in the reference writer.
  EXPECT_EQ(bits_of({-1, 0, 0, 0}), 512u << 20 | 512u << 10 | 512u);
  // 434 = 511 * 0.6 / sqrt(1/2).
  EXPECT_EQ(bits_of({0, 0.6f, 0, 0.8f}), 3u << 30 | 434u << 10);
  EXPECT_EQ(bits_of({0, 0.6f, 0, -0.8f}), 3u << 30 | 512u << 20 | (512u | 434u) << 10 | 512u);
}

// A version 4 file of three Gaussians of degree 1.
std::vector<std::byte> version_4(int degree = 1) {
  return to_spz(random_cloud(3, degree).view(), {.version = 4}).value();
}

TEST(SpzVersion4, HeaderAndTableAreThoseOfTheFormat) {
  const auto file = version_4();
  EXPECT_EQ(as_text(file).substr(0, 4), "NGSP");
  EXPECT_EQ(load_le<uint32_t>(file.data() + 4), 4u);
  EXPECT_EQ(load_le<uint8_t>(file.data() + 15), 6);
  EXPECT_EQ(load_le<uint8_t>(version_4(0).data() + 15), 5);
  EXPECT_EQ(load_le<uint32_t>(file.data() + 16), 32u);
  const uint64_t sizes[6] = {27, 3, 9, 9, 12, 27};
  uint64_t at = 32 + 6 * 16;
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(load_le<uint64_t>(file.data() + 40 + 16 * k), sizes[k]);
    EXPECT_EQ(load_le<uint32_t>(file.data() + at), 0xFD2FB528u);  // a zstd frame
    at += load_le<uint64_t>(file.data() + 32 + 16 * k);
  }
  EXPECT_EQ(at, file.size());
}

TEST(SpzVersion4, ExtensionRecordsAreSkipped) {
  auto file = version_4();
  file[14] = std::byte{2};
  file[16] = std::byte{32 + 11};
  ByteWriter record;
  record.u32(0xADBE0001);
  record.u32(3);
  record.text("abc");
  file.insert(file.begin() + 32, record.view().begin(), record.view().end());
  EXPECT_EQ(parse_spz(file).value().cloud.size(), 3u);
  file[36] = std::byte{4};  // one byte longer than the room
  EXPECT_EQ(parse_spz(file).error().code, ErrorCode::corrupt);
}

TEST(SpzVersion4, HeadersThatLieAreErrors) {
  const auto refused = [](std::size_t at, uint8_t value) {
    auto file = version_4();
    file[at] = std::byte{value};
    const auto cloud = parse_spz(file);
    return cloud ? std::string("accepted") : std::string(to_string(cloud.error().code));
  };
  EXPECT_EQ(refused(14, 0), "accepted");
  EXPECT_EQ(refused(4, 5), "version_mismatch");
  EXPECT_EQ(refused(4, 3), "corrupt");        // only version 4 stands outside of gzip
  EXPECT_EQ(refused(8, 2), "corrupt");        // fewer Gaussians than the streams hold
  EXPECT_EQ(refused(11, 0xFF), "truncated");  // 2^32 Gaussians
  EXPECT_EQ(refused(12, 0), "corrupt");       // six streams at degree 0
  EXPECT_EQ(refused(15, 5), "corrupt");
  EXPECT_EQ(refused(16, 33), "corrupt");   // table elsewhere without extensions
  EXPECT_EQ(refused(40, 28), "corrupt");   // plain size
  EXPECT_EQ(refused(39, 1), "truncated");  // compressed size of 2^56 bytes
  EXPECT_EQ(refused(128, 0), "corrupt");   // no zstd frame
  auto file = version_4();
  file.push_back({});
  EXPECT_EQ(parse_spz(file).error().code, ErrorCode::corrupt);
  auto wrapped = parse_spz(gzip(version_4()).value());
  EXPECT_EQ(wrapped.error().code, ErrorCode::corrupt);
}

TEST(SpzVersion4, DamageNeverCrashesAndTruncationIsSeen) {
  const auto file = version_4();
  for (std::size_t size = 0; size < file.size(); ++size) EXPECT_FALSE(parse_spz(Bytes(file).first(size)));
  for_each_damage(file, [](Bytes damaged) { static_cast<void>(parse_spz(damaged).has_value()); });
}

// 100 kB of noise that claim 100 MB of Gaussians: fails without allocating that much.
TEST(Spz, HeaderThatClaimsMuchCostsNoMemory) {
  ByteWriter plain;
  plain.u32(0x5053474e);  // "NGSP"
  plain.u32(2);
  plain.u32(5'000'000);
  plain.u32(12 << 8);  // degree 0, 12 fractional bits
  Random random(1, purpose("noise"), 0);
  for (int i = 0; i < 25'000; ++i) plain.u32(random.u32());
  const auto file = gzip(plain.view()).value();
  EXPECT_EQ(parse_spz(file).error().code, ErrorCode::truncated);
  EXPECT_LT(resident_growth_bytes([&] { static_cast<void>(parse_spz(file).has_value()); }), 16 << 20);
}

TEST(Spz, DamageNeverCrashesAndTruncationIsSeen) {
  for (const auto name : {"gaussians_v2.spz", "gaussians_v3.spz"}) {
    const auto file = file_bytes(testdata("assets") / name);
    for (std::size_t size = 0; size < file.size(); ++size) EXPECT_FALSE(parse_spz(Bytes(file).first(size)));
    for_each_damage(file, [](Bytes damaged) { static_cast<void>(parse_spz(damaged).has_value()); });
  }
}

}  // namespace
}  // namespace gs::assets
