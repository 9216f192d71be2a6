// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The common part of MD5 and SHA-256: collects the input into blocks of 64 bytes and pads it with its length in bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "gs/core/bytes.h"

namespace gs {

// Bytes as lower-case hexadecimal digits, "d41d8cd9...".
std::string to_hex(Bytes bytes);

namespace detail {

// Base class by static polymorphism: Derived provides void block(const std::byte* at), which processes 64 bytes.
template <class Derived>
class BlockHash {
 public:
  // Appends input. May be called any number of times; the digest depends only on the concatenation.
  void update(Bytes bytes) {
    if (bytes.empty()) return;
    length_ += bytes.size();
    if (filled_ > 0) {
      const std::size_t taken = std::min(bytes.size(), kBlock - filled_);
      std::memcpy(buffer_.data() + filled_, bytes.data(), taken);
      filled_ += taken;
      bytes = bytes.subspan(taken);
      if (filled_ < kBlock) return;
      self().block(buffer_.data());
      filled_ = 0;
    }
    for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) self().block(bytes.data());
    if (!bytes.empty()) std::memcpy(buffer_.data(), bytes.data(), bytes.size());
    filled_ = bytes.size();
  }
  void update(std::string_view text) { update(as_bytes(text)); }

 protected:
  static constexpr std::size_t kBlock = 64;

  // Appends the padding: one bit 1, zeros, and the length of the input in bits as the last eight bytes of a block.
  void pad(bool big_endian_length) {
    const uint64_t bits = length_ * 8;
    std::array<std::byte, kBlock + 8> tail{std::byte{0x80}};
    const std::size_t zeros = (filled_ < 56 ? 56 : 120) - filled_;
    for (std::size_t i = 0; i < 8; ++i) {
      tail[zeros + i] = static_cast<std::byte>(bits >> 8 * (big_endian_length ? 7 - i : i));
    }
    update(Bytes(tail).first(zeros + 8));
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
  std::array<std::byte, kBlock> buffer_{};
  std::size_t filled_ = 0;  // bytes in buffer_, less than a block
  uint64_t length_ = 0;     // bytes of input so far
};

}  // namespace detail
}  // namespace gs
