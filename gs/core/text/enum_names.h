// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names of the enumerators of an enumeration, in both directions.
//
//   constexpr EnumNames<Backend::cuda> kNames("auto", "cpu", "cuda");
//   kNames[Backend::cpu]   // "cpu"
//   kNames.find("cuda")    // Backend::cuda
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace gs {

// The names of an enumeration whose values count up from 0; `Last` is its last enumerator. A table with a name too many
// or too few does not compile.
template <auto Last>
class EnumNames {
 public:
  using Enum = decltype(Last);
  static constexpr std::size_t kCount = static_cast<std::size_t>(Last) + 1;

  // Takes the names in the order of the enumeration.
  template <class... Names>
  constexpr explicit EnumNames(Names... names) : names_{names...} {
    static_assert(sizeof...(Names) == kCount, "one name per enumerator");
  }

  // The name of `value`; "?" for a number that is no enumerator.
  constexpr std::string_view operator[](Enum value) const {
    const auto index = static_cast<std::size_t>(value);
    return index < kCount ? names_[index] : std::string_view("?");
  }

  // The first enumerator of this name; none if there is no such name.
  constexpr std::optional<Enum> find(std::string_view name) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (names_[i] == name) return static_cast<Enum>(i);
    }
    return std::nullopt;
  }

 private:
  std::array<std::string_view, kCount> names_;
};

}  // namespace gs
