// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Constants of RAD files that the writer and the reader share.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>

namespace gs::assets::rad {

inline constexpr uint32_t kFileMagic = 0x30444152;   // "RAD0"
inline constexpr uint32_t kChunkMagic = 0x43444152;  // "RADC"
inline constexpr std::size_t kPrefixBytes = 8;       // magic and length of the JSON text
inline constexpr int kVersion = 1;
inline constexpr float kSh0 = 0.28209479177387814f;  // rgb = 0.5 + kSh0 * coefficient of degree 0

// Size with padding.
constexpr uint64_t padded(uint64_t bytes) { return (bytes + 7) / 8 * 8; }

// How the numbers of a property are stored.
enum class Encoding { f32_lebytes, f16, ln_f16, r8, r8_delta, s8, u16, u32 };
struct EncodingName {
  Encoding encoding;
  std::string_view name;
  std::size_t bytes;  // per number
};
inline constexpr std::array<EncodingName, 8> kEncodings{{{Encoding::f32_lebytes, "f32_lebytes", 4},
                                                         {Encoding::f16, "f16", 2},
                                                         {Encoding::ln_f16, "ln_f16", 2},
                                                         {Encoding::r8, "r8", 1},
                                                         {Encoding::r8_delta, "r8_delta", 1},
                                                         {Encoding::s8, "s8", 1},
                                                         {Encoding::u16, "u16", 2},
                                                         {Encoding::u32, "u32", 4}}};
constexpr const EncodingName& name_of(Encoding encoding) { return kEncodings[static_cast<std::size_t>(encoding)]; }

// Properties of a node in the order of a file.
enum class Property { center, alpha, rgb, scales, orientation, sh1, sh2, sh3, child_count, child_start };
struct PropertyName {
  std::string_view name;
  std::size_t components;
};
inline constexpr std::array<PropertyName, 10> kProperties{{{"center", 3},
                                                           {"alpha", 1},
                                                           {"rgb", 3},
                                                           {"scales", 3},
                                                           {"orientation", 3},
                                                           {"sh1", 9},
                                                           {"sh2", 15},
                                                           {"sh3", 21},
                                                           {"child_count", 1},
                                                           {"child_start", 1}}};
constexpr std::size_t index_of(Property property) { return static_cast<std::size_t>(property); }
// SH degree of a property, 0 for all others.
constexpr int sh_degree_of(std::size_t property) {
  const bool is_sh = property >= index_of(Property::sh1) && property <= index_of(Property::sh3);
  return is_sh ? static_cast<int>(property - index_of(Property::sh1)) + 1 : 0;
}

// Alpha as stored and back.
inline float stored_alpha(float alpha) {
  if (alpha <= 1) return alpha;
  return std::fmin(2.0f, 1 + 0.25f * (std::sqrt(1 + std::numbers::e_v<float> * std::log(alpha)) - 1));
}
inline float alpha_of_stored(float stored) {
  if (stored <= 1) return stored;
  const float root = 4 * stored - 3;
  return std::exp((root * root - 1) / std::numbers::e_v<float>);
}

}  // namespace gs::assets::rad
