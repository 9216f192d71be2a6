// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Little-endian readers and writers, and reads behind the end.
#include "gs/core/bytes.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

TEST(Bytes, WrittenValuesAreReadBack) {
  ByteWriter out;
  out.u8(7);
  out.u16(0x1234);
  out.put(-5);
  out.put(2.5);
  out.string32("hello");
  out.patch<uint16_t>(1, 0x4321);
  ByteReader in(out.view());
  EXPECT_EQ(*in.u8(), 7);
  EXPECT_EQ(*in.u16(), 0x4321);
  EXPECT_EQ(*in.i32(), -5);
  EXPECT_EQ(*in.f64(), 2.5);
  EXPECT_EQ(*in.string32(), "hello");
  EXPECT_TRUE(in.at_end());
}

TEST(Bytes, WritesLittleEndian) {
  ByteWriter out;
  out.u32(0x01020304);
  EXPECT_EQ(out.view()[0], std::byte{4});
}

TEST(Bytes, ReadsBehindTheEndAreErrorsWithTheOffset) {
  const std::byte raw[3] = {};
  ByteReader in(raw);
  EXPECT_TRUE(in.u16());
  const auto bad = in.u32();
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::truncated);
  EXPECT_EQ(bad.error().message, "4 bytes wanted at offset 2, 1 left");
  EXPECT_EQ(in.offset(), 2u);  // a failed read does not move the position
  EXPECT_FALSE(in.bytes(UINT64_MAX));
  EXPECT_FALSE(in.skip(UINT64_MAX - 1));
  EXPECT_FALSE(in.seek(4));
  EXPECT_TRUE(in.seek(3));
}

// The length of a string comes from the file: 4 GiB must not be read or allocated because it says so.
TEST(Bytes, StringWithALengthBeyondTheDataIsRefused) {
  ByteWriter out;
  out.u32(0xFFFFFFFF);
  out.text("abc");
  ByteReader in(out.view());
  EXPECT_FALSE(in.string32());
}

}  // namespace
}  // namespace gs
