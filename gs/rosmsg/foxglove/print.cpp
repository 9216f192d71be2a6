// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/foxglove/print.h"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "gs/rosmsg/foxglove/decode.h"
#include "gs/rosmsg/foxglove/fields.h"

namespace gs::rosmsg::foxglove {
namespace {

// Visitor that writes each field as a JSON member.
class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options), json_(options.layout) {}

  template <class Member>
  void operator()(uint32_t, std::string_view name, Member& member) {
    json_.key(name);
    value(member);
  }
  template <class Message>
  std::string print(Message& message) {
    value(message);
    return json_.text();
  }

 private:
  template <class Member>
  void value(Member& member) {
    if constexpr (std::is_enum_v<Member>) {
      json_.value(static_cast<int32_t>(member));
    } else if constexpr (std::is_arithmetic_v<Member> || std::is_same_v<Member, std::string>) {
      json_.value(member);
    } else {
      json_.begin_object();
      fields(*this, member);
      json_.end_object();
    }
  }
  // As an exact decimal number of seconds.
  void value(Timestamp& member) { json_.raw(to_decimal_seconds(member)); }
  void value(std::byte& member) { json_.value(static_cast<int>(member)); }
  template <class Item>
  void value(std::vector<Item>& items) {
    const std::size_t shown = options_.max_items == 0 ? items.size() : std::min(items.size(), options_.max_items);
    json_.begin_array();
    for (std::size_t i = 0; i < shown; ++i) value(items[i]);
    if (shown < items.size()) json_.value(format("... and {} more", items.size() - shown));
    json_.end_array();
  }

  PrintOptions options_;
  JsonWriter json_;
};

template <class Message>
Result<std::string> print_as(Bytes payload, const PrintOptions& options) {
  GS_TRY(Message message, decode<Message>("protobuf", payload));
  return Printer(options).print(message);
}

// Prints the payload as the message type whose name matches; nullopt if none does.
template <class... Messages>
std::optional<Result<std::string>> print_one_of(std::string_view name, Bytes payload, const PrintOptions& options) {
  std::optional<Result<std::string>> printed;
  static_cast<void>(
      ((name == Messages::kName && (printed.emplace(print_as<Messages>(payload, options)), true)) || ...));
  return printed;
}

}  // namespace

Result<std::string> protobuf_to_json(std::string_view schema_name, Bytes payload, const PrintOptions& options) {
  auto printed = print_one_of<CompressedImage, RawImage, CompressedVideo, PointCloud, FrameTransform, FrameTransforms,
                              CameraCalibration, LocationFix>(schema_name, payload, options);
  if (printed) return *std::move(printed);
  return fail(ErrorCode::unsupported, "protobuf messages of type '{}' are not supported", schema_name)
      .with_hint("supported: foxglove images, video, point clouds, transforms, calibrations and location fixes");
}

}  // namespace gs::rosmsg::foxglove
