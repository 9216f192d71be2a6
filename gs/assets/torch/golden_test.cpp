// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files written by torch itself (testdata/torch/contents.txt).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/assets/torch/checkpoint.h"
#include "gs/assets/torch/testing/torch_writer.h"
#include "gs/assets/torch/torch_gaussians.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using splat::testing::file_bytes;
using splat::testing::same_bits;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TorchGolden, GaussiansOfThreeTrainersAreTheSame) {
  // Our own writer makes the same arrays, and their reading is tested value by value.
  const splat::GaussianCloud expected = std::move(parse_torch_gaussians(testing::drivestudio_file(6, 3)).value().cloud);
  const struct {
    const char* name;
    CheckpointMaker maker;
    int64_t step;
  } rows[] = {{"drivestudio.pth", CheckpointMaker::drivestudio, 30000},
              {"gsplat.pt", CheckpointMaker::gsplat, 6999},
              {"inria.pth", CheckpointMaker::inria, 7000}};
  for (const auto& row : rows) {
    const auto got = load_torch_gaussians(testdata("torch") / row.name);
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->maker, row.maker);
    EXPECT_EQ(got->step, row.step);
    EXPECT_TRUE(same_bits(got->cloud, expected)) << row.name;
  }
  EXPECT_EQ(load_torch_gaussians(testdata("torch/drivestudio.pth")).value().sky.side, 2u);
}

TEST(TorchGolden, TypesViewsAndNumbersAreRead) {
  for (const char* name : {"odd.pth", "odd_p5.pth"}) {
    const TorchCheckpoint file = TorchCheckpoint::open(testdata("torch") / name).value();
    const auto value = [&](std::string_view key) { return *file.pickle().find(file.root(), key); };
    const auto floats = [&](std::string_view key) { return file.floats(file.tensor(value(key)).value()).value(); };
    for (const char* key : {"f16", "bf16", "f64"}) {
      ASSERT_EQ(floats(key).size(), 6u);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(floats(key)[i], 0.01 * static_cast<double>(i), 2e-4) << key;
    }
    EXPECT_THAT(floats("i64"), ElementsAre(-1, 1099511627776.f));
    for (const char* key : {"i32", "i16", "i8"}) EXPECT_THAT(floats(key), ElementsAre(-7, 7)) << key;
    EXPECT_THAT(floats("u8"), ElementsAre(7, 255));
    EXPECT_THAT(floats("b"), ElementsAre(1, 0));
    EXPECT_THAT(floats("u16"), ElementsAre(1, 65535));
    const std::vector<float> whole = floats("whole");
    ASSERT_EQ(whole.size(), 24u);
    EXPECT_THAT(floats("part"), ElementsAre(whole[8], whole[9], whole[10], whole[14], whole[15], whole[16]));
    const std::vector<float> transposed = floats("transposed"), every_other = floats("every_other");
    for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(transposed[i], whole[i % 4 * 6 + i / 4]);
    ASSERT_EQ(every_other.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(every_other[i], whole[2 * i]);
    EXPECT_TRUE(floats("none").empty());
    EXPECT_EQ(file.number(value("one")), 2.5);
    EXPECT_EQ(file.number(value("number")), 0.25);
  }
}

TEST(TorchGolden, OldFormsAndModulesAreRefused) {
  const auto legacy = load_torch_gaussians(testdata("torch/legacy.pth"));
  EXPECT_EQ(legacy.error().code, ErrorCode::unsupported);
  EXPECT_THAT(legacy.error().hint, HasSubstr("torch.save"));
  EXPECT_THAT(load_torch_gaussians(testdata("torch/module.pth")).error().message, HasSubstr("'__main__.Trainer'"));
  EXPECT_EQ(load_torch_gaussians(testdata("torch/odd.pth")).error().code, ErrorCode::invalid_data);
}

// Every truncation, and one flipped bit per byte.
TEST(TorchGolden, DamageIsFoundAndNeverCrashes) {
  auto file = file_bytes(testdata("torch/drivestudio.pth"));
  const splat::GaussianCloud expected = std::move(parse_torch_gaussians(file).value().cloud);
  for (std::size_t size = 0; size < file.size(); ++size) {
    ASSERT_FALSE(parse_torch_gaussians(Bytes(file).first(size))) << size;
  }
  for (std::size_t i = 0; i < file.size(); ++i) {
    file[i] ^= std::byte{1} << (i % 8);
    const auto got = parse_torch_gaussians(file);
    ASSERT_TRUE(!got || same_bits(got->cloud, expected)) << i;
    file[i] ^= std::byte{1} << (i % 8);
  }
}

}  // namespace
}  // namespace gs::assets
