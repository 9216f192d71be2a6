// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// NumPy files: types, orders, checksums, and headers that claim more than the file holds.
#include "gs/assets/npz/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/assets/deflate/deflate.h"
#include "gs/assets/npz/npz_gaussians.h"
#include "gs/assets/npz/zip.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/resident_growth.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace splat::testing;

// A .npy file with this header text.
std::vector<std::byte> npy_of(std::string_view header, std::string_view data, uint8_t major = 1) {
  ByteWriter out;
  out.text("\x93NUMPY");
  out.u8(major);
  out.u8(0);
  if (major == 1) {
    out.u16(static_cast<uint16_t>(header.size()));
  } else {
    out.u32(static_cast<uint32_t>(header.size()));
  }
  out.text(header);
  out.text(data);
  return std::move(out).take();
}

std::string refusal(std::string_view header, std::string_view data) {
  const auto array = parse_npy(npy_of(header, data));
  return array ? std::string("accepted") : std::string(to_string(array.error().code));
}

TEST(Npy, TypesAndVersionsAreRead) {
  const std::string bytes = "\x01\x02\xFF\x04";
  const NpyArray u8 = parse_npy(npy_of("{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }\n", bytes)).value();
  EXPECT_THAT(u8.to_doubles(), ElementsAre(1, 2, 255, 4));
  const NpyArray i8 = parse_npy(npy_of("{'descr': '|i1', 'fortran_order': False, 'shape': (4,)}", bytes, 2)).value();
  EXPECT_THAT(i8.to_doubles(), ElementsAre(1, 2, -1, 4));
  const NpyArray i2 =
      parse_npy(npy_of("{\"shape\": (2, 1), 'fortran_order': False, 'descr': '<i2'}", bytes, 3)).value();
  EXPECT_THAT(i2.to_floats(), ElementsAre(513, 1279));
  EXPECT_THAT(i2.shape, ElementsAre(2, 1));
  const NpyArray scalar = parse_npy(npy_of("{'descr': '<i4', 'fortran_order': False, 'shape': (), }", bytes)).value();
  EXPECT_EQ(scalar.size(), 1u);
  EXPECT_TRUE(parse_npy(npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3)}", "")).has_value());
}

// Column-major data are returned in C order.
TEST(Npy, FortranOrderIsTurned) {
  const NpyArray array =
      parse_npy(npy_of("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", std::string("\0\1\2\3\4\5", 6)))
          .value();
  EXPECT_THAT(array.to_floats(), ElementsAre(0, 2, 4, 1, 3, 5));
}

TEST(Npy, WrongHeadersAreErrors) {
  struct Row {
    std::string_view code, descr, rest, data;
  };
  constexpr std::string_view kOne = "'fortran_order': False, 'shape': (1,)";
  const Row rows[] = {
      {"unsupported", "'>f4'", kOne, "abcd"},
      {"unsupported", "'|O'", kOne, "abcd"},
      {"unsupported", "'<f2'", "'fortran_order': False, 'shape': (2,)", "abcd"},
      {"unsupported", "[('a', '<f4')]", kOne, "abcd"},
      {"truncated", "'<f4'", "'fortran_order': False, 'shape': (2,)", "abcd"},
      {"truncated", "'<f4'", "'fortran_order': False, 'shape': (4294967296, 4294967296)", ""},
      {"corrupt", "'<f4'", kOne, "abcde"},
      {"corrupt", "'<f4'", "'fortran_order': False, 'shape': (-1,)", "abcd"},
      {"corrupt", "'<f4'", "'fortran_order': Maybe, 'shape': (1,)", "abcd"},
      {"corrupt", "'<f4'", "'shape': (1,)", "abcd"},
      {"corrupt", "'<f4'", "'fortran_order': False, 'shape': (1,), 'evil': 1", "abcd"},
  };
  for (const Row& row : rows) {
    const std::string header = format("{{'descr': {}, {}}}", row.descr, row.rest);
    EXPECT_EQ(refusal(header, std::string(row.data)), row.code) << header;
  }
  for (const char* header : {"", "{"}) EXPECT_EQ(refusal(header, ""), "corrupt");
}

TEST(Npz, MembersAreListedAndRead) {
  const NpzFile npz = NpzFile::open(testdata("assets/gaussians.npz")).value();
  EXPECT_THAT(npz.names(), ElementsAre("means", "scales", "quats", "opacities", "sh"));
  EXPECT_THAT(npz.read("scales").value().to_doubles(), ElementsAre(-1, -2, -3, -0.5, -1.5, -2.5));
  EXPECT_EQ(npz.read("colors").error().code, ErrorCode::not_found);
}

TEST(NpzGaussians, AreTheSameAsInThePly) {
  const auto cloud = load_npz_gaussians(testdata("assets/gaussians.npz"));
  ASSERT_TRUE(cloud.has_value()) << cloud.error().message;
  EXPECT_TRUE(same_bits(*cloud, splat::load_ply(testdata("splat/gaussians_bundle.ply")).value()));
  const auto turned =
      load_npz_gaussians(testdata("assets/gaussians.npz"), {.quaternion_order = splat::QuaternionOrder::wxyz});
  EXPECT_EQ(turned.value().view().rotation_of(1), (Quaternionf{0.6f, 0, 0.8f, 0}));
}

TEST(NpzGaussians, DamageIsFoundByTheChecksumsAndNeverCrashes) {
  const auto file = file_bytes(testdata("assets/gaussians.npz"));
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_FALSE(parse_npz_gaussians(Bytes(file).first(size)).has_value()) << size;
  }
  const splat::GaussianCloud expected = parse_npz_gaussians(file).value();
  for_each_damage(file, [&](Bytes damaged) {
    const auto cloud = parse_npz_gaussians(damaged);
    // Accepted only if the damage is in bytes without meaning, such as dates.
    EXPECT_TRUE(!cloud || same_bits(*cloud, expected));
  });
}

// A member with 100 kB of noise whose header claims 100 MB: fails without allocating that much.
TEST(Npz, MemberThatClaimsMuchCostsNoMemory) {
  ByteWriter noise;
  Random random(1, purpose("noise"), 0);
  for (int i = 0; i < 25'000; ++i) noise.u32(random.u32());
  const auto packed = gzip(noise.view()).value();
  constexpr std::size_t kGzipHeader = 10, kGzipTrailer = 8;
  const Bytes deflated = Bytes(packed).subspan(kGzipHeader, packed.size() - kGzipHeader - kGzipTrailer);
  ByteWriter zip;
  zip.u32(0x04034b50);
  zip.bytes(std::vector<std::byte>(26));  // local header without name; its sizes are ignored
  zip.bytes(deflated);
  const ZipMember member{.name = "a", .method = 8, .compressed_bytes = deflated.size(), .bytes = 100'000'000};
  const Bytes file = zip.view();
  EXPECT_EQ(extract(file, member).error().code, ErrorCode::truncated);
  EXPECT_LT(resident_growth_bytes([&] { static_cast<void>(extract(file, member).has_value()); }), 16 << 20);
}

TEST(Npz, EmptyAndForeignFilesAreErrors) {
  EXPECT_EQ(NpzFile::borrow({}).error().code, ErrorCode::truncated);
  EXPECT_EQ(NpzFile::borrow(as_bytes(std::string_view("this is text, and not a zip file at all"))).error().code,
            ErrorCode::truncated);
}

}  // namespace
}  // namespace gs::assets
