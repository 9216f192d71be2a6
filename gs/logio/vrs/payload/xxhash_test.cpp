// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// XXH64 gives published values, however the bytes arrive.
#include "gs/logio/vrs/payload/xxhash.h"

#include <gtest/gtest.h>

namespace gs::logio::vrs {
namespace {

std::string text_of(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.push_back(static_cast<char>(i * 31 + 7));
  return text;
}

TEST(Xxh, GivesThePublishedValues) {
  EXPECT_EQ(xxh32({}), 0x02CC5D05u);
  EXPECT_EQ(xxh32(as_bytes("abc")), 0x32D153FFu);
  EXPECT_EQ(Xxh64().hex(), "ef46db3751d8e999");
  Xxh64 abc;
  abc.update("abc");
  EXPECT_EQ(abc.hex(), "44bc2cf5ad770999");
  Xxh64 sentence;
  sentence.update("Nobody inspects the spammish repetition");
  EXPECT_EQ(sentence.hex(), "fbcea83c8a378bf1");
  EXPECT_EQ(xxh32(as_bytes("Nobody inspects the spammish repetition")), 0xE2293B2Fu);
}

TEST(Xxh, DoesNotDependOnHowTheBytesArrive) {
  const std::string text = text_of(257);
  Xxh64 whole;
  whole.update(text);
  for (std::size_t step : {1u, 3u, 31u, 32u, 33u, 100u}) {
    Xxh64 pieces;
    for (std::size_t at = 0; at < text.size(); at += step) pieces.update(std::string_view(text).substr(at, step));
    EXPECT_EQ(pieces.digest(), whole.digest()) << step;
  }
}

}  // namespace
}  // namespace gs::logio::vrs
