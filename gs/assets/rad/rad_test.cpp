// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Level-of-detail trees in RAD files: round trips, layout, and files that lie.
#include "gs/assets/rad/rad.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "gs/assets/deflate/deflate.h"
#include "gs/assets/rad/rad_format.h"
#include "gs/assets/rad/rad_header.h"
#include "gs/core/json/json.h"
#include "gs/core/numbers/half.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using splat::lod::build_lod_tree;
using splat::lod::LodGaussian;
using splat::lod::LodTree;
using splat::testing::random_cloud;
using ::testing::HasSubstr;

std::vector<std::byte> file_of(std::size_t count, int degree) {
  return to_rad(build_lod_tree(random_cloud(count, degree)).value()).value();
}

// The bytes with the first occurrence of `from` replaced by `to`, which has the same length.
std::vector<std::byte> with(std::vector<std::byte> file, std::string_view from, std::string_view to) {
  EXPECT_EQ(from.size(), to.size());
  const std::size_t at = as_text(file).find(from);
  EXPECT_NE(at, std::string_view::npos) << from;
  std::memcpy(file.data() + at, to.data(), to.size());
  return file;
}

class RadDegrees : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Degrees, RadDegrees, ::testing::Values(0, 1, 2, 3));

// Centres return exactly, the rest within the steps of its encoding.
TEST_P(RadDegrees, RoundTripStaysWithinTheSteps) {
  const LodTree tree = build_lod_tree(random_cloud(2000, GetParam())).value();
  const TemporaryFolder folder;
  ASSERT_TRUE(save_rad(folder / "a.rad", tree, {.comment = "made of a"}));
  const RadNodes back = load_rad(folder / "a.rad").value();
  EXPECT_EQ(back.info.comment, "made of a");
  EXPECT_EQ(back.info.leaves, 2000u);
  EXPECT_EQ(back.info.sh_degree, GetParam());
  ASSERT_EQ(back.gaussians.size(), tree.size());
  const auto record = static_cast<std::size_t>(3 * splat::sh_coefficients(GetParam()));
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const LodGaussian a = tree.gaussian(i), b = back.gaussians[i];
    EXPECT_EQ(a.position, b.position);
    EXPECT_NEAR(norm(a.log_scale - b.log_scale), 0, 8e-3);
    const double cosine = std::abs(a.rotation.x * b.rotation.x + a.rotation.y * b.rotation.y +
                                   a.rotation.z * b.rotation.z + a.rotation.w * b.rotation.w);
    EXPECT_GT(cosine, 0.9995);
    EXPECT_NEAR(std::fmin(a.alpha, 16.0f), std::fmin(b.alpha, 16.0f), 0.02 * std::fmax(a.alpha, 0.05f));
    EXPECT_EQ(back.child_count[i], tree.child_count(i));
    EXPECT_EQ(back.child_start[i], tree.child_start(i));
    for (std::size_t k = 0; k < record; ++k) {
      const bool constant = k % (record / 3) == 0;
      EXPECT_NEAR(back.sh[i * record + k], tree.sh(i)[k], constant ? 0.51 / 255 / rad::kSh0 : 0.51 * 0.5 / 127);
    }
  }
}

TEST(Rad, StoredAlphaIsLinearUpToOneAndInvertible) {
  for (const float alpha : {0.0f, 0.3f, 1.0f, 1.5f, 3.0f, 16.0f}) {
    EXPECT_NEAR(rad::alpha_of_stored(rad::stored_alpha(alpha)), alpha, 1e-4 * alpha);
  }
  EXPECT_EQ(rad::stored_alpha(0.3f), 0.3f);
  EXPECT_NEAR(rad::stored_alpha(std::exp(3.0f / std::exp(1.0f))), 1.25, 1e-6);
  EXPECT_EQ(rad::stored_alpha(1e9f), 2);
}

TEST(Rad, ChunksAreFullAndTheirOffsetsAreThoseOfTheHeader) {
  const std::vector<std::byte> file = file_of(100'000, 0);
  const uint32_t length = load_le<uint32_t>(file.data() + 4);
  EXPECT_EQ(as_text(file).substr(0, 4), "RAD0");
  const Node json = parse_json(as_text(file).substr(8, length)).value();
  EXPECT_EQ(json["chunks"].items.size(), 3u);
  std::size_t at = 8 + rad::padded(length);
  for (const Node& chunk : json["chunks"].items) {
    EXPECT_EQ(at % 8, 0u);
    EXPECT_EQ(as_text(file).substr(at, 4), "RADC");
    at += chunk["bytes"].index().value();
  }
  EXPECT_EQ(at, file.size());
  EXPECT_EQ(check_rad(file).value().chunks, 3u);
}

TEST(Rad, CompressionIsRawDeflate) {
  const std::vector<std::byte> file = file_of(3000, 0);
  const auto header = rad::parse_file_header(file).value();
  const auto chunk = rad::parse_chunk_header(header, 0).value();
  const auto& starts = chunk.properties[rad::index_of(rad::Property::child_start)];
  ASSERT_TRUE(starts.compressed);
  EXPECT_NE(starts.bytes[0], std::byte{0x1f});  // gzip
  EXPECT_NE(starts.bytes[0], std::byte{0x78});  // zlib
}

TEST(Rad, ColoursOutsideTheRangeAreStoredAsHalf) {
  splat::GaussianCloud cloud = random_cloud(500, 0);
  cloud.view().sh_of(3)[1] = 9;
  const auto tree = build_lod_tree(std::move(cloud)).value();
  const RadNodes back = parse_rad(to_rad(tree).value()).value();
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(back.sh[3 * i + c], tree.sh(i)[c], 2e-3 * std::fmax(1, std::abs(tree.sh(i)[c])));
  }
}

TEST(Rad, SameBytesWhateverTheThreadsInMemoryAndOnDisk) {
  const auto bytes = [](int threads) {
    const ScopedThreadCount scoped(threads);
    return file_of(90'000, 1);
  };
  const std::vector<std::byte> one = bytes(1);
  EXPECT_EQ(bytes(2), one);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_rad(folder / "a.rad", build_lod_tree(random_cloud(90'000, 1)).value()));
  EXPECT_EQ(splat::testing::file_bytes(folder / "a.rad"), one);
}

TEST(Rad, OneGaussianIsAFileAndNoneIsAnError) {
  EXPECT_EQ(check_rad(file_of(1, 3)).value().leaves, 1u);
  EXPECT_EQ(to_rad(build_lod_tree({}).value()).error().code, ErrorCode::invalid_argument);
}

TEST(Rad, HeadersThatLieAreRefusedByName) {
  const std::vector<std::byte> file = file_of(300, 1);
  const auto refused = [&](std::string_view from, std::string_view to, ErrorCode code, std::string_view message) {
    const auto read = check_rad(with(file, from, to));
    ASSERT_FALSE(read.has_value()) << from;
    EXPECT_EQ(read.error().code, code) << read.error().message;
    EXPECT_THAT(read.error().message, HasSubstr(std::string(message)));
  };
  refused("RAD0", "RADX", ErrorCode::corrupt, "not a RAD file");
  refused("RADC", "RADX", ErrorCode::corrupt, "chunk 0: not a RAD chunk");
  refused("gsplat", "xsplat", ErrorCode::unsupported, "type 'xsplat'");
  refused("\"lodTree\"", "\"lodTrex\"", ErrorCode::unsupported, "no level-of-detail tree");
  refused("\"chunkSize\": 65536", "\"chunkSize\": 65535", ErrorCode::corrupt, "'chunkSize' is 65535");
  refused("\"maxSh\": 1", "\"maxSh\": 7", ErrorCode::corrupt, "'maxSh'");
  refused("\"maxSh\": 1", "\"maxSh\": 2", ErrorCode::corrupt, "chunk 0: 'maxSh' is 1, expected 2");
  refused("\"version\": 1", "\"version\": 9", ErrorCode::version_mismatch, "version 9");
  refused("\"base\": 0", "\"base\": 1", ErrorCode::corrupt, "'base' is 1");
  refused("center", "centre", ErrorCode::unsupported, "property 'centre'");
  refused("\"alpha\"", "\"scale\"", ErrorCode::unsupported, "property 'scale'");
  refused("f32_lebytes", "f99_lebytes", ErrorCode::unsupported, "property 'center': encoding 'f99_lebytes'");
  refused("\"gz\"", "\"xz\"", ErrorCode::unsupported, "compression 'xz'");
  refused("\"sh1\"", "\"sh2\"", ErrorCode::corrupt, "property 'sh1' is missing");
}

TEST(Rad, CountsThatLieAreRefusedBeforeMemoryIsAllocated) {
  const std::vector<std::byte> file = file_of(300, 0);
  const std::string header(as_text(file).substr(8, load_le<uint32_t>(file.data() + 4)));
  const std::size_t at = header.find("\"count\": ");
  const std::string count = header.substr(at, header.find(',', at) - at);
  for (const std::string_view wrong : {"\"count\": 299", "\"count\": 999", "\"count\": 000"}) {
    if (wrong.size() == count.size() && wrong != count) {
      EXPECT_FALSE(check_rad(with(file, count, wrong)).has_value()) << wrong;
    }
  }
  // Four billion nodes in a file of a few kilobytes: the number of chunks contradicts.
  std::vector<std::byte> huge = file;
  std::string text = header;
  text.replace(at, count.size(), "\"count\": 4294967295");
  text.resize(rad::padded(text.size()), ' ');
  ByteWriter out;
  out.text("RAD0");
  out.u32(static_cast<uint32_t>(text.size()));
  out.text(text);
  out.bytes(Bytes(file).subspan(8 + rad::padded(header.size())));
  const auto read = check_rad(out.view());
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().message, HasSubstr("need 65536"));
}

// A file of one chunk in which child_count and child_start are replaced.
std::vector<std::byte> with_children(std::vector<uint16_t> counts, std::vector<uint32_t> starts) {
  const std::size_t n = counts.size();
  struct Part {
    std::string name, encoding;
    std::vector<std::byte> bytes;
  };
  ByteWriter count_bytes, start_bytes;
  for (const uint16_t c : counts) count_bytes.u16(c);
  for (const uint32_t s : starts) start_bytes.u32(s);
  const std::vector<Part> parts{{"center", "f32_lebytes", std::vector<std::byte>(12 * n)},
                                {"alpha", "f16", std::vector<std::byte>(2 * n)},
                                {"rgb", "r8", std::vector<std::byte>(3 * n)},
                                {"scales", "ln_f16", std::vector<std::byte>(6 * n)},
                                {"orientation", "f16", std::vector<std::byte>(6 * n)},
                                {"child_count", "u16", std::move(count_bytes).take()},
                                {"child_start", "u32", std::move(start_bytes).take()}};
  std::string properties;
  ByteWriter payload;
  for (const Part& part : parts) {
    properties += (properties.empty() ? "" : ",") + std::string("{\"offset\":") + std::to_string(payload.size()) +
                  ",\"bytes\":" + std::to_string(part.bytes.size()) + ",\"property\":\"" + part.name +
                  "\",\"encoding\":\"" + part.encoding + "\"}";
    payload.bytes(part.bytes);
    while (payload.size() % 8 != 0) payload.u8(0);
  }
  const auto text = [](ByteWriter& out, std::string magic, std::string json) {
    json.resize(rad::padded(json.size()), ' ');
    out.text(magic);
    out.string32(json);
  };
  ByteWriter chunk, file;
  text(chunk, "RADC",
       "{\"version\":1,\"base\":0,\"count\":" + std::to_string(n) +
           ",\"payloadBytes\":" + std::to_string(payload.size()) + ",\"maxSh\":0,\"properties\":[" + properties + "]}");
  chunk.u64(payload.size());
  chunk.bytes(payload.view());
  const std::string size = std::to_string(chunk.size());
  text(file, "RAD0",
       "{\"version\":1,\"type\":\"gsplat\",\"count\":" + std::to_string(n) +
           ",\"maxSh\":0,\"lodTree\":true,\"chunkSize\":65536,\"allChunkBytes\":" + size +
           ",\"chunks\":[{\"offset\":0,\"bytes\":" + size + "}]}");
  file.bytes(chunk.view());
  return std::move(file).take();
}

TEST(Rad, ChildrenThatFormNoTreeAreRefused) {
  EXPECT_EQ(check_rad(with_children({2, 0, 0}, {1, 0, 0})).value().leaves, 2u);
  const auto refused = [](std::vector<uint16_t> counts, std::vector<uint32_t> starts, std::string_view message) {
    const auto read = check_rad(with_children(std::move(counts), std::move(starts)));
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().code, ErrorCode::invalid_data);
    EXPECT_THAT(read.error().message, HasSubstr(std::string(message)));
  };
  refused({2, 0, 0}, {0, 0, 0}, "node 0 has children 0 to 1");          // its own child
  refused({1, 1, 0}, {1, 0, 0}, "node 1 has children 0 to 0");          // a cycle
  refused({2, 0, 0}, {2, 0, 0}, "node 0 has children 2 to 3");          // behind the end
  refused({65535, 0, 0}, {1, 0, 0}, "node 0 has children 1 to 65535");  // far behind the end
  refused({2, 0, 0}, {4294967295, 0, 0}, "allowed: 1 to 2");            // 32 bits overflow
  refused({2, 1, 0}, {1, 2, 0}, "node 2 is the child of two nodes");    // two parents
  refused({1, 0, 0}, {1, 0, 0}, "node 2 is the child of no node");      // not reachable
}

TEST(Rad, ValuesThatAreNotFiniteAreRefused) {
  std::vector<std::byte> file = with_children({0}, {0});
  const auto header = rad::parse_file_header(file).value();
  const auto chunk = rad::parse_chunk_header(header, 0).value();
  const uint16_t infinity = to_half(INFINITY);
  const auto at =
      static_cast<std::size_t>(chunk.properties[rad::index_of(rad::Property::alpha)].bytes.data() - file.data());
  std::memcpy(file.data() + at, &infinity, sizeof(infinity));
  const auto read = check_rad(file);
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().message, HasSubstr("chunk 0: property 'alpha': node 0 has a value that is not finite"));
}

// No prefix is a file, among them those that end at a property; flipped bits never crash.
TEST(Rad, EveryTruncationIsAnErrorAndNoDamageCrashes) {
  const std::vector<std::byte> file = file_of(12, 1);
  ASSERT_TRUE(check_rad(file).has_value());
  splat::testing::for_each_damage(file, [&](Bytes damaged) {
    const auto read = parse_rad(damaged);
    EXPECT_TRUE(!read.has_value() || damaged.size() == file.size()) << damaged.size();
  });
}

// A compressed property that is longer or shorter than its numbers.
TEST(Rad, PropertiesOfAnotherSizeAreRefused) {
  const std::vector<std::byte> file = with_children({0}, {0});
  const auto read =
      check_rad(with(file, "\"bytes\":12,\"property\":\"center\"", "\"bytes\":11,\"property\":\"center\""));
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().message, HasSubstr("property 'center': 11 bytes, expected 12"));
}

}  // namespace
}  // namespace gs::assets
