// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The packed data set and its image codec give back every byte; damage is an error.
#include "gs/splat/train/packed/packed_dataset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/model/testing/test_cloud.h"
#include "gs/splat/train/packed/image_codec.h"

namespace gs::splat::train {
namespace {

// Smooth waves with uniform noise.
std::vector<uint8_t> photo(int width, int height, int noise, uint64_t seed, double waves = 0.1) {
  std::vector<uint8_t> out;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      Random random(seed, purpose("packed_test"), static_cast<uint64_t>(y * width + x));
      for (int c = 0; c < 3; ++c) {
        const double smooth = 128 + 100 * std::sin(waves * (x + 0.7 * y) + c);
        const double value = smooth + (noise > 0 ? random.below(static_cast<uint32_t>(noise)) : 0);
        out.push_back(static_cast<uint8_t>(std::min(value, 255.0)));
      }
    }
  }
  return out;
}

// Three views of different sizes; the last has a mask, a sky mask and LiDAR samples.
PackedDataset small_dataset() {
  PackedDataset set;
  set.drivesim_commit = "abc";
  for (int k = 0; k < 3; ++k) {
    TrainingView view{.name = "camera_front/" + std::to_string(k)};
    view.camera = with_limits(CameraD{.width = 20 + k, .height = 12, .fx = 15, .fy = 16, .cx = 9, .cy = 5, .k1 = -0.1});
    view.map_from_camera = {Quaterniond::from_axis_angle({0, 1, 0}, 0.1 * k), {1.0 * k, 2, 3}};
    view.rgb8 = photo(20 + k, 12, 20, static_cast<uint64_t>(k));
    view.held_out = k == 1;
    if (k > 0) view.timestamp_s = 100.5 + k;
    if (k == 2) {
      view.mask.assign(22 * 12, 255);
      for (std::size_t i = 30; i < 60; ++i) view.mask[i] = 0;
      view.sky.assign(22 * 12, 0);
      view.sky[5] = 255;
      view.depth = {{1.5f, 2.25f, 10.0f}, {7, 3, 20.5f}};
    }
    set.data.views.push_back(view);
  }
  for (int k = 0; k < 10; ++k) set.data.points.push_back({{0.5f * static_cast<float>(k), 1, 2}, 10, 20, 30});
  return set;
}

// Lossless for all noise levels and for images of one row or column.
TEST(ImageCodec, GivesBackEveryByte) {
  for (const int noise : {0, 3, 40, 255}) {
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 9}, std::pair{7, 1}, std::pair{64, 33}}) {
      const std::vector<uint8_t> before = photo(width, height, noise, 7);
      EXPECT_EQ(decode_image(encode_image(before, width, height), width, height).value(), before);
    }
  }
}

TEST(ImageCodec, MakesSmoothPicturesSmall) {
  const std::vector<uint8_t> smooth = photo(200, 100, 0, 1, 0.02);
  EXPECT_LT(encode_image(smooth, 200, 100).size(), smooth.size() / 2);
}

TEST(ImageCodec, DamagedBytesAreAnErrorOrAnotherPicture) {
  const std::vector<uint8_t> before = photo(16, 8, 30, 3);
  const std::vector<std::byte> bytes = encode_image(before, 16, 8);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_image(Bytes(bytes).first(length), 16, 8)) << length;
  }
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    std::vector<std::byte> flipped = bytes;
    flipped[i / 8] ^= static_cast<std::byte>(1 << i % 8);
    const auto decoded = decode_image(flipped, 16, 8);
    if (decoded) {
      EXPECT_EQ(decoded->size(), before.size());
    }
  }
}

TEST(PackedDataset, GivesBackWhatWasSaved) {
  const TemporaryFolder folder;
  const PackedDataset set = small_dataset();
  ASSERT_TRUE(save_packed_dataset(folder / "a.gsds", set));
  const PackedDataset back = load_packed_dataset(folder / "a.gsds").value();
  EXPECT_EQ(back.drivesim_commit, "abc");
  ASSERT_EQ(back.data.views.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const TrainingView &a = back.data.views[i], &b = set.data.views[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.held_out, b.held_out);
    EXPECT_EQ(a.timestamp_s, b.timestamp_s);
    EXPECT_EQ(a.rgb8, b.rgb8);
    EXPECT_EQ(a.mask, b.mask);
    EXPECT_EQ(a.sky, b.sky);
    ASSERT_EQ(a.depth.size(), b.depth.size());
    if (!a.depth.empty()) {
      EXPECT_EQ(a.depth[1].depth_m, b.depth[1].depth_m);
    }
    EXPECT_EQ(a.camera.width, b.camera.width);
    EXPECT_EQ(a.camera.k1, b.camera.k1);
    EXPECT_EQ(a.camera.limit, b.camera.limit);
    EXPECT_EQ(a.map_from_camera.translation.x, b.map_from_camera.translation.x);
    EXPECT_EQ(a.map_from_camera.rotation.w, b.map_from_camera.rotation.w);
  }
  ASSERT_EQ(back.data.points.size(), 10u);
  EXPECT_EQ(back.data.points[3].position.x, 1.5f);
  EXPECT_EQ(back.data.points[3].blue, 30);
}

TEST(PackedDataset, DamageIsAnError) {
  const TemporaryFolder folder;
  ASSERT_TRUE(save_packed_dataset(folder / "a.gsds", small_dataset()));
  const auto bytes = splat::testing::file_bytes(folder / "a.gsds");
  splat::testing::for_each_damage(bytes, [](Bytes damaged) { EXPECT_FALSE(parse_packed_dataset(damaged)); });
}

// A .gsds file with one square view of `side` pixels and the given sections.
std::vector<std::byte> dataset_of(int side,
                                  const std::vector<std::pair<std::string, std::vector<std::byte>>>& sections) {
  const TemporaryFolder folder;
  EXPECT_TRUE(save_packed_dataset(folder / "a.gsds", small_dataset()));
  ByteWriter out;
  out.bytes(Bytes(splat::testing::file_bytes(folder / "a.gsds")).first(8));  // magic and version
  out.string32("");
  out.u64(0);
  out.u32(1);
  out.string32("camera/0");
  out.u8(0);
  out.put<int32_t>(side), out.put<int32_t>(side);
  out.u8(0);
  for (int k = 0; k < 19; ++k) out.put(k < 2 || k == 18 ? 1.0 : 0.0);  // fx, fy and w
  out.u32(static_cast<uint32_t>(sections.size()));
  for (const auto& [tag, bytes] : sections) {
    out.text(tag);
    out.u64(bytes.size());
    out.bytes(bytes);
  }
  std::vector<std::byte> file = std::move(out).take();
  const uint32_t crc = crc32(file);
  for (int k = 0; k < 4; ++k) file.push_back(static_cast<std::byte>(crc >> 8 * k & 0xFF));
  return file;
}

// A few bytes of run lengths must not allocate 256 MB before the image has been checked.
TEST(PackedDataset, AMaskIsNotUnpackedForAPhotographThatIsNotThere) {
  ByteWriter runs;  // 16384 x 16384 pixels in five bytes
  runs.u32(16384u * 16384u);
  runs.u8(255);
  const std::vector<std::byte> mask = std::move(runs).take();
  const std::vector<std::byte> tiny(10);
  const auto refused = parse_packed_dataset(dataset_of(16384, {{"MASK", mask}, {"RGB8", tiny}}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::truncated) << refused.error().message;
}

TEST(PackedDataset, ASectionThatComesTwiceIsRefused) {
  const std::vector<uint8_t> gray(3 * 4 * 4, 9);
  ByteWriter runs;
  runs.u32(16);
  runs.u8(255);
  const std::vector<std::byte> mask = std::move(runs).take(), photo = encode_image(gray, 4, 4);
  EXPECT_TRUE(parse_packed_dataset(dataset_of(4, {{"RGB8", photo}, {"MASK", mask}})));
  const auto refused = parse_packed_dataset(dataset_of(4, {{"MASK", mask}, {"RGB8", photo}, {"MASK", mask}}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace gs::splat::train
