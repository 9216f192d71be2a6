// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bounds and bars measured on one GPU model; they are omitted on all others.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bench {

// The GPU on which the figures of other programs were measured.
inline constexpr std::string_view kMeasuredOn = "H200";
inline constexpr std::string_view kMeasuredNote = "bound and bar: H200, 2026-11";
// Whether the figures apply to a device.
inline bool has_figures(std::string_view device) { return device.find(kMeasuredOn) != std::string_view::npos; }

// The figure on the measured GPU model, empty on others.
inline std::optional<double> figure_for(std::string_view device, std::optional<double> figure) {
  return has_figures(device) ? figure : std::nullopt;
}

}  // namespace bench
