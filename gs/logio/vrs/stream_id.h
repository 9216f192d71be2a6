// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A VRS stream is named by a recordable type and an instance, printed "200-1". Instances do not survive a copy by the
// official tools, so this project's own numbers (1001 ...) travel in the flavor: "RealSense_D435i_Color|id:1001".
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gs::vrs {

struct StreamId {
  uint16_t type = 0;
  uint16_t instance = 0;
  friend auto operator<=>(const StreamId&, const StreamId&) = default;
};

std::string to_string(StreamId id);
// "200-1"; nothing else in the text.
std::optional<StreamId> parse_stream_id(std::string_view text);

// The number behind "|id:" in a flavor.
std::optional<int> logical_id(std::string_view flavor);

// Types this project writes or meets often; other numbers are fine.
namespace recordable {
constexpr uint16_t index_record = 1;
constexpr uint16_t description_record = 2;
constexpr uint16_t forward_camera = 200;
constexpr uint16_t sensor = 240;
constexpr uint16_t motion = 372;
}  // namespace recordable

// "Forward Camera Class"; "type 4711" for numbers without a public name here.
std::string recordable_name(uint16_t type);

}  // namespace gs::vrs
