// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tensors of PyTorch checkpoints: orders, types, views outside their storage, decompression bombs.
#include "gs/assets/torch/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/assets/torch/testing/torch_writer.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace testing;

const std::string kSix = raw_floats({0, 1, 2, 3, 4, 5});

// Items of the tensor that is the root of the pickle.
Result<std::vector<float>> floats_of(const std::vector<std::byte>& file) {
  GS_TRY(const TorchCheckpoint checkpoint, TorchCheckpoint::borrow(file));
  GS_TRY(const TorchTensor tensor, checkpoint.tensor(checkpoint.root()));
  return checkpoint.floats(tensor);
}
// Error code of a tensor at this location in a storage of six floats.
std::string refusal(const TensorPlace& place, const std::string& storage = kSix) {
  const auto floats = floats_of(torch_file(tensor(place), {storage}));
  return floats ? "accepted" : std::string(to_string(floats.error().code));
}

// Contiguous, transposed, sliced, scalar and empty tensors.
TEST(TorchCheckpoint, TensorsComeOutInCOrder) {
  const TensorPlace whole{.storage_items = 6, .shape = {2, 3}};
  for (const bool deflated : {false, true}) {
    EXPECT_THAT(floats_of(torch_file(tensor(whole), {kSix}, deflated)).value(), ElementsAre(0, 1, 2, 3, 4, 5));
  }
  const TensorPlace turned{.storage_items = 6, .shape = {3, 2}, .stride = {1, 3}};
  EXPECT_THAT(floats_of(torch_file(tensor(turned), {kSix})).value(), ElementsAre(0, 3, 1, 4, 2, 5));
  const TensorPlace part{.storage_items = 6, .offset = 1, .shape = {2, 2}, .stride = {3, 1}};
  EXPECT_THAT(floats_of(torch_file(tensor(part), {kSix})).value(), ElementsAre(1, 2, 4, 5));
  const TensorPlace scalar{.storage_items = 6, .offset = 4};
  EXPECT_THAT(floats_of(torch_file(tensor(scalar), {kSix})).value(), ElementsAre(4));
  const TensorPlace nothing{.storage_items = 6, .shape = {0, 3}};
  EXPECT_THAT(floats_of(torch_file(tensor(nothing), {kSix})).value(), ElementsAre());
}

TEST(TorchCheckpoint, EveryTypeOfNumberIsRead) {
  const auto read = [](const char* type, const std::string& bytes) {
    const auto items = static_cast<int64_t>(2);
    return floats_of(torch_file(tensor({.type = type, .storage_items = items, .shape = {2}}), {bytes})).value();
  };
  EXPECT_THAT(read("HalfStorage", std::string("\x00\x3c\x01\x80", 4)), ElementsAre(1, -std::ldexp(1.f, -24)));
  EXPECT_TRUE(std::isnan(read("HalfStorage", std::string("\x01\x7c\x00\x7c", 4))[0]));
  EXPECT_TRUE(std::isinf(read("HalfStorage", std::string("\x01\x7c\x00\x7c", 4))[1]));
  EXPECT_THAT(read("BFloat16Storage", std::string("\x80\x3f\x40\xc0", 4)), ElementsAre(1, -3));
  EXPECT_THAT(read("DoubleStorage", std::string("\0\0\0\0\0\0\xf8\x3f\xff\xff\xff\xff\xff\xff\xef\x7f", 16)),
              ElementsAre(1.5, HUGE_VALF));
  EXPECT_THAT(read("LongStorage", std::string("\xff\xff\xff\xff\xff\xff\xff\xff\2\0\0\0\0\0\0\0", 16)),
              ElementsAre(-1, 2));
  EXPECT_THAT(read("IntStorage", std::string("\xfe\xff\xff\xff\1\0\0\0", 8)), ElementsAre(-2, 1));
  EXPECT_THAT(read("ShortStorage", std::string("\xfe\xff\1\0", 4)), ElementsAre(-2, 1));
  EXPECT_THAT(read("CharStorage", "\xfe\x01"), ElementsAre(-2, 1));
  EXPECT_THAT(read("ByteStorage", "\xfe\x01"), ElementsAre(254, 1));
  EXPECT_THAT(read("BoolStorage", std::string("\x01\x00", 2)), ElementsAre(1, 0));
}

TEST(TorchCheckpoint, ParametersSizesAndNumbersAreUnderstood) {
  const std::string data = tensor({.storage_items = 6, .shape = {2, 3}});
  const std::string parameter = call(global("torch._utils", "_rebuild_parameter"), {data, "\x88", none()});
  EXPECT_EQ(floats_of(torch_file(parameter, {kSix})).value().size(), 6u);
  const auto nested = call(global("torch._utils", "_rebuild_parameter"), {parameter, "\x88", none()});
  EXPECT_FALSE(floats_of(torch_file(nested, {kSix})));
  const auto file = torch_file(tuple({numpy_int64(-30000), integer(7), real(0.5), data, text("no")}), {kSix});
  const TorchCheckpoint checkpoint = TorchCheckpoint::borrow(file).value();
  const auto number = [&](std::size_t i) { return checkpoint.number(*checkpoint.pickle().item(checkpoint.root(), i)); };
  EXPECT_EQ(number(0), -30000);
  EXPECT_EQ(number(1), 7);
  EXPECT_EQ(number(2), 0.5);
  EXPECT_EQ(number(3), std::nullopt);
  EXPECT_EQ(number(4), std::nullopt);
}

// Offsets, shapes and strides that overflow or leave the storage, and keys that name other files.
TEST(TorchCheckpoint, TensorsOutsideTheirStorageAreRefused) {
  EXPECT_EQ(refusal({.storage_items = 6, .offset = 1, .shape = {2, 3}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .offset = int64_t{1} << 62, .shape = {1}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .offset = -1, .shape = {1}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {-1}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {2}, .stride = {-1}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {3, 3}, .stride = {1, 1}}), "limit_exceeded");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {int64_t{1} << 40}, .stride = {0}}), "limit_exceeded");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {int64_t{1} << 33, int64_t{1} << 33}, .stride = {0, 0}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {2, 2}, .stride = {int64_t{1} << 62, int64_t{1} << 62}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 6, .shape = {2, 3}, .stride = {3}}), "corrupt");
  EXPECT_EQ(refusal({.storage_items = 7, .shape = {2, 3}}), "truncated");
  EXPECT_EQ(refusal({.key = "1", .storage_items = 6, .shape = {2, 3}}), "corrupt");
  EXPECT_EQ(refusal({.key = "../data.pkl", .storage_items = 6, .shape = {2, 3}}), "corrupt");
  EXPECT_EQ(refusal({.key = "/etc/passwd", .storage_items = 6, .shape = {2, 3}}), "corrupt");
  EXPECT_EQ(refusal({.type = "float32", .storage_items = 6, .shape = {2, 3}}), "corrupt");
  EXPECT_EQ(refusal({.type = "QInt8Storage", .storage_items = 6, .shape = {2, 3}}), "unsupported");
}

TEST(TorchCheckpoint, OldAndForeignFilesAreRefusedWithAHint) {
  const std::string legacy = std::string("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
  const auto old = TorchCheckpoint::borrow(as_bytes(legacy));
  EXPECT_EQ(old.error().code, ErrorCode::unsupported);
  EXPECT_THAT(old.error().hint, HasSubstr("torch.save"));
  EXPECT_EQ(TorchCheckpoint::borrow({}).error().code, ErrorCode::corrupt);
  EXPECT_EQ(TorchCheckpoint::borrow(as_bytes("some text that is no zip")).error().code, ErrorCode::corrupt);
  EXPECT_EQ(TorchCheckpoint::borrow(zip_of({{"archive/version", "3"}})).error().code, ErrorCode::invalid_data);
  EXPECT_EQ(TorchCheckpoint::borrow(zip_of({{"a/data.pkl", pickle("N")}, {"a/byteorder", "big"}})).error().code,
            ErrorCode::unsupported);
  EXPECT_EQ(TorchCheckpoint::borrow(zip_of({{"a/data.pkl", pickle("N")}, {"a/data.pkl", pickle("N")}})).error().code,
            ErrorCode::corrupt);
  EXPECT_THAT(TorchCheckpoint::borrow(torch_file(call(global("os", "system"), {text("true")}), {})).error().message,
              HasSubstr("'os.system'"));
}

TEST(TorchCheckpoint, BombsAreRefusedBeforeAnythingIsAllocated) {
  // 32 MB of zeros in a few kB: the pickle is limited whatever the zip claims.
  const auto bomb = zip_of({{"a/data.pkl", std::string(32 << 20, '\0'), true}});
  ASSERT_LT(bomb.size(), 100'000u);
  EXPECT_EQ(TorchCheckpoint::borrow(bomb).error().code, ErrorCode::limit_exceeded);
  auto lying = torch_file(tensor({.storage_items = 6, .shape = {6}}), {kSix});
  // The directory claims 4 GB for a storage of 24 bytes.
  for (std::size_t i = lying.size() - 400; i + 4 < lying.size(); ++i) {
    if (load_le<uint32_t>(lying.data() + i) != kSix.size()) continue;
    const uint32_t claim = 0xfffffff0;
    std::memcpy(lying.data() + i, &claim, 4);
  }
  EXPECT_FALSE(floats_of(lying));
}

TEST(TorchCheckpoint, DamageIsFoundAndNeverCrashes) {
  for (const bool deflated : {false, true}) {
    const auto file = torch_file(tensor({.storage_items = 6, .shape = {2, 3}}), {kSix}, deflated);
    const auto expected = floats_of(file).value();
    splat::testing::for_each_damage(file, [&](Bytes damaged) {
      const auto floats = floats_of({damaged.begin(), damaged.end()});
      EXPECT_TRUE(!floats || *floats == expected);  // checksums detect changed numbers
    });
  }
}

}  // namespace
}  // namespace gs::assets
