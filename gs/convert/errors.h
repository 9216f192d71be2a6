// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The errors of a conversion, as types. Whoever calls a library inside the converter has to say which one a failure is:
// a plain Error does not turn into a ConversionError by itself.
#pragma once

#include <string_view>
#include <utility>
#include <variant>

#include "gs/core/error.h"
#include "gs/core/result.h"

namespace gs {

// The input is not there.
struct FileNotFoundError {
  static constexpr std::string_view kName = "FileNotFoundError";
  Error error;
};
// The input is there and cannot be read, or is no log.
struct RosbagReadError {
  static constexpr std::string_view kName = "RosbagReadError";
  Error error;
};
// A topic the conversion needs is not in the log.
struct MissingTopicError {
  static constexpr std::string_view kName = "MissingTopicError";
  Error error;
};
// An image is not as large as its own header, the camera_info or the images before it say.
struct ImageSizeMismatchError {
  static constexpr std::string_view kName = "ImageSizeMismatchError";
  Error error;
};
// An image encoding VRS has no pixel format for.
struct UnsupportedEncodingError {
  static constexpr std::string_view kName = "UnsupportedEncodingError";
  Error error;
};
// The output cannot be written.
struct VRSWriteError {
  static constexpr std::string_view kName = "VRSWriteError";
  Error error;
};
// Asked for something that cannot be: a wrong option or mapping, or a stop by the user.
struct RequestError {
  static constexpr std::string_view kName = "RequestError";
  Error error;
};

class [[nodiscard]] ConversionError {
 public:
  template <class Class>
  requires requires(Class c) {
    Class::kName;
    c.error;
  }
  ConversionError(Class error) : state_(std::move(error)) {}  // NOLINT: implicit, as an Error is a Result

  template <class Class>
  bool is() const {
    return std::holds_alternative<Class>(state_);
  }
  std::string_view name() const;
  const Error& error() const;
  // "MissingTopicError: no colour image ...", with the hint of the error.
  Error named() const;
  // Exit code of rosbag-to-vrs: 2 request, 3 input, 4 missing topic, 5 processing or writing.
  int exit_code() const;

 private:
  std::variant<FileNotFoundError, RosbagReadError, MissingTopicError, ImageSizeMismatchError, UnsupportedEncodingError,
               VRSWriteError, RequestError>
      state_;
};

// Result<T> with a ConversionError; GS_TRY and GS_CHECK work on it.
template <class T>
class [[nodiscard]] Converted {
 public:
  Converted(T value) : state_(std::in_place_index<0>, std::move(value)) {}                // NOLINT
  Converted(ConversionError error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  template <class Class>
  requires std::is_constructible_v<ConversionError, Class> Converted(Class error)  // NOLINT
      : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const ConversionError& error() const& { return std::get<1>(state_); }
  ConversionError&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, ConversionError> state_;
};

struct Done {};  // the value of a Converted that has none

// What a failure of a library call is in this conversion: GS_TRY(auto x, as<RosbagReadError>(log->read(...)));
template <class Class, class T>
Converted<T> as(Result<T> result) {
  if (!result) return Class{std::move(result).error()};
  return *std::move(result);
}
template <class Class>
Converted<Done> as(Result<void> result) {
  if (!result) return Class{std::move(result).error()};
  return Done{};
}

}  // namespace gs
