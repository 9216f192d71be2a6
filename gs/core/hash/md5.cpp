// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/hash/md5.h"

#include <bit>
#include <utility>

namespace gs {
namespace {

// RFC 1321, section 3.4: floor(2^32 |sin(i + 1)|).
constexpr std::array<uint32_t, 64> kSine = {
    0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u,
    0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u,
    0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
    0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au,
    0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u,
    0x289b7ec6u, 0xeaa127fau, 0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
    0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
    0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u,
};
constexpr std::array<std::array<int, 4>, 4> kShift = {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

// One of the 64 steps (RFC 1321, section 3.4). Instead of rotating a, b, c and d, the index of each register rotates. A
// step depends on the one before it only through b, so everything that does not need b is added first.
template <std::size_t I>
[[gnu::always_inline]] inline void step(std::array<uint32_t, 4>& v, const std::byte* at) {
  constexpr std::size_t kRound = I / 16;
  constexpr std::size_t kWord = (kRound == 0 ? I : kRound == 1 ? 5 * I + 1 : kRound == 2 ? 3 * I + 5 : 7 * I) % 16;
  uint32_t& a = v[(64 - I) % 4];
  const uint32_t b = v[(65 - I) % 4], c = v[(66 - I) % 4], d = v[(67 - I) % 4];
  a += kSine[I] + load_le<uint32_t>(at + 4 * kWord);
  if constexpr (kRound == 0) a += d ^ (b & (c ^ d));
  if constexpr (kRound == 1) a += (~d & c), a += d & b;
  if constexpr (kRound == 2) a += (c ^ d) ^ b;
  if constexpr (kRound == 3) a += c ^ (b | ~d);
  a = std::rotl(a, kShift[kRound][I % 4]) + b;
}

template <std::size_t... I>
void all_steps(std::array<uint32_t, 4>& v, const std::byte* at, std::index_sequence<I...>) {
  (step<I>(v, at), ...);
}

}  // namespace

std::string to_hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte b : bytes) {
    text += kDigits[static_cast<std::size_t>(b >> 4)];
    text += kDigits[static_cast<std::size_t>(b & std::byte{15})];
  }
  return text;
}

void Md5::block(const std::byte* at) {
  std::array<uint32_t, 4> v = state_;
  all_steps(v, at, std::make_index_sequence<64>());
  for (std::size_t i = 0; i < 4; ++i) state_[i] += v[i];
}

std::array<std::byte, 16> Md5::digest() {
  pad(/*big_endian_length=*/false);
  std::array<std::byte, 16> out;
  std::memcpy(out.data(), state_.data(), out.size());
  return out;
}

std::string md5_hex(Bytes bytes) {
  Md5 md5;
  md5.update(bytes);
  return to_hex(md5.digest());
}

std::string md5_hex(std::string_view text) { return md5_hex(as_bytes(text)); }

}  // namespace gs
