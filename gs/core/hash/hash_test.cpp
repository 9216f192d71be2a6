// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MD5, SHA-256 and the block hash give published values, however the input is cut.
#include <gtest/gtest.h>

#include "gs/core/hash/md5.h"
#include "gs/core/hash/sha256.h"

namespace gs {
namespace {

// RFC 1321, appendix A.5.
TEST(Md5, GivesTheValuesOfTheRfc) {
  EXPECT_EQ(md5_hex(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(md5_hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(md5_hex("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(md5_hex("12345678901234567890123456789012345678901234567890123456789012345678901234567890"),
            "57edf4a22be3c955ac49da2e2107b67a");
}

// FIPS 180-4 examples.
TEST(Sha256, GivesTheValuesOfTheStandard) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Every length around the block and padding edges, cut into pieces of every size.
TEST(BlockHash, DoesNotDependOnHowTheInputIsCut) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += static_cast<char>(i * 37);
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string_view input = std::string_view(text).substr(0, length);
    for (const std::size_t piece : {1u, 7u, 63u, 64u, 65u}) {
      Md5 md5;
      Sha256 sha;
      for (std::size_t at = 0; at < length; at += piece) {
        md5.update(input.substr(at, piece));
        sha.update(input.substr(at, piece));
      }
      ASSERT_EQ(to_hex(md5.digest()), md5_hex(input));
      ASSERT_EQ(to_hex(sha.digest()), sha256_hex(input));
    }
  }
}

}  // namespace
}  // namespace gs
