// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/format/stream_id.h"

#include <charconv>

#include "gs/core/format.h"

namespace gs::logio::vrs {
namespace {

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct RecordableName {
  uint16_t type;
  std::string_view name;
};

constexpr RecordableName kRecordableNames[] = {
    {200, "Forward Camera Class"}, {209, "Depth Camera Class"}, {210, "Infrared Camera Class"},
    {214, "RGB Camera Class"},     {240, "Sensor Class"},       {241, "IMU Class"},
    {242, "Accelerometer Class"},  {244, "Gyroscope Class"},    {260, "Calibration Class"},
    {371, "Pose Class"},           {372, "Motion Data Class"},
};

}  // namespace

std::string to_string(StreamId id) { return format("{}-{}", id.type, id.instance); }

std::optional<StreamId> parse_stream_id(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto type = parse_number<uint16_t>(text.substr(0, dash));
  const auto instance = parse_number<uint16_t>(text.substr(dash + 1));
  if (!type || !instance) return std::nullopt;
  return StreamId{*type, *instance};
}

std::optional<int> logical_id(std::string_view flavor) {
  constexpr std::string_view mark = "|id:";
  const std::size_t at = flavor.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return parse_number<int>(flavor.substr(at + mark.size()));
}

std::string recordable_name(uint16_t type) {
  for (const RecordableName& entry : kRecordableNames) {
    if (entry.type == type) return std::string(entry.name);
  }
  return format("type {}", type);
}

}  // namespace gs::logio::vrs
