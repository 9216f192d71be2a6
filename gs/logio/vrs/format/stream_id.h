// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stream ids of VRS: recordable type and instance, printed as "200-1". The official tools renumber instances when they
// copy a file, so this project stores its own numbers (1001 ...) in the flavor: "RealSense_D435i_Color|id:1001".
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gs::logio::vrs {

// Id of a stream within a file.
struct StreamId {
  uint16_t type = 0;
  uint16_t instance = 0;
  friend auto operator<=>(const StreamId&, const StreamId&) = default;
};

// Formats and parses "200-1"; parse_stream_id() gives nullopt for any other text.
std::string to_string(StreamId id);
// "200-1"; nothing else in the text.
std::optional<StreamId> parse_stream_id(std::string_view text);

// Number behind "|id:" in a flavor.
std::optional<int> logical_id(std::string_view flavor);

// Recordable types with a meaning in this project; others are read too.
namespace recordable {
constexpr uint16_t index_record = 1;
constexpr uint16_t description_record = 2;
constexpr uint16_t forward_camera = 200;
constexpr uint16_t sensor = 240;
constexpr uint16_t motion = 372;
}  // namespace recordable

// Public name of a type ("Forward Camera Class"); "type 4711" if it is not listed here.
std::string recordable_name(uint16_t type);

}  // namespace gs::logio::vrs
