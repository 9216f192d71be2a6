// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Figures of other programs and bars, measured on one kind of GPU: on any other they say nothing and are left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bench {

// Where the figures of others in this folder were taken.
inline constexpr std::string_view kMeasuredOn = "H200";
inline constexpr std::string_view kMeasuredNote = "bound and bar: H200, 2026-11";
inline bool has_figures(std::string_view device) { return device.find(kMeasuredOn) != std::string_view::npos; }

// The figure on the device it was measured on, nothing on others.
inline std::optional<double> figure_for(std::string_view device, std::optional<double> figure) {
  return has_figures(device) ? figure : std::nullopt;
}

}  // namespace bench
