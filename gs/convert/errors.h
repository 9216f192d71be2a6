// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Error types of a conversion. Code that calls a library must choose the type of a failure with as<>(): an Error does
// not convert to a ConversionError by itself.
#pragma once

#include <string_view>
#include <utility>
#include <variant>

#include "gs/core/error.h"
#include "gs/core/result.h"

namespace gs::convert {

// The input does not exist.
struct FileNotFoundError {
  static constexpr std::string_view kName = "FileNotFoundError";
  Error error;
};
// The input exists but is unreadable or not a log.
struct RosbagReadError {
  static constexpr std::string_view kName = "RosbagReadError";
  Error error;
};
// A required topic is not in the log.
struct MissingTopicError {
  static constexpr std::string_view kName = "MissingTopicError";
  Error error;
};
// The size of an image disagrees with its own header, its camera_info or earlier images.
struct ImageSizeMismatchError {
  static constexpr std::string_view kName = "ImageSizeMismatchError";
  Error error;
};
// VRS has no pixel format for the encoding of an image.
struct UnsupportedEncodingError {
  static constexpr std::string_view kName = "UnsupportedEncodingError";
  Error error;
};
// Writing the output failed.
struct VRSWriteError {
  static constexpr std::string_view kName = "VRSWriteError";
  Error error;
};
// Invalid request (option or mapping), or stopped by the user.
struct RequestError {
  static constexpr std::string_view kName = "RequestError";
  Error error;
};

// One of the error types above.
class [[nodiscard]] ConversionError {
 public:
  template <class Class>
  requires requires(Class c) {
    Class::kName;
    c.error;
  }
  ConversionError(Class error) : state_(std::move(error)) {}  // NOLINT: implicit, as an Error is a Result

  // True if the error is of this type.
  template <class Class>
  bool is() const {
    return std::holds_alternative<Class>(state_);
  }
  // Name of the type ("MissingTopicError"), and the error itself.
  std::string_view name() const;
  const Error& error() const;
  // Error with the type name in front of its message: "MissingTopicError: no colour image ...".
  Error named() const;
  // Exit code of rosbag-to-vrs: 1 invalid request or stopped, 2 invalid option or mapping, 3 input, 4 missing topic, 5
  // processing or writing. See docs/exit_codes.md.
  int exit_code() const;

 private:
  std::variant<FileNotFoundError, RosbagReadError, MissingTopicError, ImageSizeMismatchError, UnsupportedEncodingError,
               VRSWriteError, RequestError>
      state_;
};

// Result<T> with a ConversionError instead of an Error. GS_TRY and GS_CHECK accept it.
template <class T>
class [[nodiscard]] Converted {
 public:
  Converted(T value) : state_(std::in_place_index<0>, std::move(value)) {}                // NOLINT
  Converted(ConversionError error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  template <class Class>
  requires std::is_constructible_v<ConversionError, Class> Converted(Class error)  // NOLINT
      : state_(std::in_place_index<1>, std::move(error)) {}

  // Value access as for Result<T>.
  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  // The error; requires !has_value().
  const ConversionError& error() const& { return std::get<1>(state_); }
  ConversionError&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, ConversionError> state_;
};

struct Done {};  // value of a Converted without a result

// Converts the error of a library call to an error type: GS_TRY(auto x, as<RosbagReadError>(log->read(...)));
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

}  // namespace gs::convert
