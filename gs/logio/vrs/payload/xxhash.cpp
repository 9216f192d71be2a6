// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/payload/xxhash.h"

#include <algorithm>
#include <bit>

namespace gs::logio::vrs {
namespace {

// Constants, rounds and shifts of the xxHash specification (xxhash_spec.md).
constexpr uint32_t kPrime32[] = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu, 0x165667B1u};
constexpr uint64_t kPrime64[] = {0x9E3779B185EBCA87ull, 0xC2B2AE3D27D4EB4Full, 0x165667B19E3779F9ull,
                                 0x85EBCA77C2B2AE63ull, 0x27D4EB2F165667C5ull};

uint32_t round32(uint32_t lane, uint32_t input) { return std::rotl(lane + input * kPrime32[1], 13) * kPrime32[0]; }

uint64_t round64(uint64_t lane, uint64_t input) { return std::rotl(lane + input * kPrime64[1], 31) * kPrime64[0]; }

uint64_t merge64(uint64_t hash, uint64_t lane) { return (hash ^ round64(0, lane)) * kPrime64[0] + kPrime64[3]; }

// Consumes whole 32-byte stripes and returns the remaining bytes.
Bytes stripes64(uint64_t (&lanes)[4], Bytes bytes) {
  uint64_t a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
  const std::byte* at = bytes.data();
  const std::size_t count = bytes.size() / 32;
  for (std::size_t i = 0; i < count; ++i, at += 32) {
    a = round64(a, load_le<uint64_t>(at));
    b = round64(b, load_le<uint64_t>(at + 8));
    c = round64(c, load_le<uint64_t>(at + 16));
    d = round64(d, load_le<uint64_t>(at + 24));
  }
  lanes[0] = a, lanes[1] = b, lanes[2] = c, lanes[3] = d;
  return bytes.subspan(count * 32);
}

// Mixes in the last 0 to 31 bytes and applies the final avalanche.
uint64_t finish64(uint64_t hash, Bytes tail) {
  for (; tail.size() >= 8; tail = tail.subspan(8)) {
    hash = std::rotl(hash ^ round64(0, load_le<uint64_t>(tail.data())), 27) * kPrime64[0] + kPrime64[3];
  }
  if (tail.size() >= 4) {
    hash = std::rotl(hash ^ (load_le<uint32_t>(tail.data()) * kPrime64[0]), 23) * kPrime64[1] + kPrime64[2];
    tail = tail.subspan(4);
  }
  for (const std::byte byte : tail) {
    hash = std::rotl(hash ^ (static_cast<uint64_t>(byte) * kPrime64[4]), 11) * kPrime64[0];
  }
  hash = (hash ^ (hash >> 33)) * kPrime64[1];
  hash = (hash ^ (hash >> 29)) * kPrime64[2];
  return hash ^ (hash >> 32);
}

}  // namespace

uint32_t xxh32(Bytes bytes, uint32_t seed) {
  const auto size = static_cast<uint32_t>(bytes.size());
  uint32_t hash = seed + kPrime32[4];
  // Four lanes of 4 bytes each, then the rest in words and bytes, then the avalanche.
  if (bytes.size() >= 16) {
    uint32_t a = seed + kPrime32[0] + kPrime32[1], b = seed + kPrime32[1], c = seed, d = seed - kPrime32[0];
    const std::byte* at = bytes.data();
    const std::size_t count = bytes.size() / 16;
    for (std::size_t i = 0; i < count; ++i, at += 16) {
      a = round32(a, load_le<uint32_t>(at));
      b = round32(b, load_le<uint32_t>(at + 4));
      c = round32(c, load_le<uint32_t>(at + 8));
      d = round32(d, load_le<uint32_t>(at + 12));
    }
    hash = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
    bytes = bytes.subspan(count * 16);
  }
  hash += size;
  for (; bytes.size() >= 4; bytes = bytes.subspan(4)) {
    hash = std::rotl(hash + load_le<uint32_t>(bytes.data()) * kPrime32[2], 17) * kPrime32[3];
  }
  for (const std::byte byte : bytes) {
    hash = std::rotl(hash + static_cast<uint32_t>(byte) * kPrime32[4], 11) * kPrime32[0];
  }
  hash = (hash ^ (hash >> 15)) * kPrime32[1];
  hash = (hash ^ (hash >> 13)) * kPrime32[2];
  return hash ^ (hash >> 16);
}

void Xxh64::update(Bytes bytes) {
  // Complete the buffered stripe first, then hash whole stripes in place, then keep the rest.
  const std::size_t held = total_ % 32;
  total_ += bytes.size();
  if (held > 0) {
    const std::size_t taken = std::min(32 - held, bytes.size());
    std::copy_n(bytes.begin(), taken, buffer_ + held);
    bytes = bytes.subspan(taken);
    if (held + taken < 32) return;
    stripes64(lanes_, buffer_);
  }
  const Bytes rest = stripes64(lanes_, bytes);
  std::copy(rest.begin(), rest.end(), buffer_);
}

uint64_t Xxh64::digest() const {
  // Up to 31 bytes never reach the lanes; the third one then still holds the seed.
  uint64_t hash = lanes_[2] + kPrime64[4];
  if (total_ >= 32) {
    hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) + std::rotl(lanes_[3], 18);
    for (const uint64_t lane : lanes_) hash = merge64(hash, lane);
  }
  return finish64(hash + total_, Bytes(buffer_, total_ % 32));
}

std::string Xxh64::hex() const { return format("{:016x}", digest()); }

}  // namespace gs::logio::vrs
