// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error, with the interface of std::expected (C++23) in C++20.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "gs/core/error.h"
#include "gs/core/expect.h"
#include "gs/core/format.h"

namespace gs {

// A T, or the Error that says why there is none. Reading the value of a failed Result, or the error of a successful
// one, is a bug and aborts the program.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit, as in std::expected
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  template <class U>
  requires(std::is_constructible_v<T, U&&>&& std::is_convertible_v<U&&, T> &&
           !std::is_same_v<std::remove_cvref_t<U>, Error> && !std::is_same_v<std::remove_cvref_t<U>, T> &&
           !std::is_same_v<std::remove_cvref_t<U>, Result>) Result(U&& value)
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}  // NOLINT

  bool has_value() const { return state_.index() == 0; }  // false: there is an error
  explicit operator bool() const { return has_value(); }

  // The value, as value() or *result; aborts if there is an error.
  T& value() & { return checked(), std::get<0>(state_); }
  const T& value() const& { return checked(), std::get<0>(state_); }
  T&& value() && { return checked(), std::move(std::get<0>(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // The error; aborts if there is a value.
  const Error& error() const& { return GS_EXPECT(!has_value()), std::get<1>(state_); }
  Error&& error() && { return GS_EXPECT(!has_value()), std::move(std::get<1>(state_)); }

  // The value, or `other` if there is an error.
  template <class U>
  T value_or(U&& other) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(other));
  }
  template <class U>
  T value_or(U&& other) && {
    return has_value() ? std::move(*this).value() : static_cast<T>(std::forward<U>(other));
  }
  // The same result; an error gets "<context>: " in front of its message.
  Result with_context(std::string_view context) && {
    if (!has_value()) return std::move(*this).error().with_context(context);
    return std::move(*this);
  }

 private:
  void checked() const { GS_EXPECT(has_value()); }
  std::variant<T, Error> state_;
};

// Success without a value, or an Error. `return {};` means success.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : state_(std::move(error)) {}  // NOLINT

  // As in Result<T>.
  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  void value() const { GS_EXPECT(has_value()); }
  void operator*() const { value(); }
  const Error& error() const& { return GS_EXPECT(!has_value()), std::get<1>(state_); }
  Error&& error() && { return GS_EXPECT(!has_value()), std::move(std::get<1>(state_)); }
  Result with_context(std::string_view context) && {
    if (!has_value()) return std::move(*this).error().with_context(context);
    return std::move(*this);
  }

 private:
  std::variant<std::monostate, Error> state_;
};

// Makes an Error; the text is formatted as by std::format.
//   return fail(ErrorCode::corrupt, "chunk offset {} lies behind the end of {} bytes", offset, size);
template <class... Args>
Error fail(ErrorCode code, FormatString<Args...> text, Args&&... args) {
  return Error{.code = code, .message = format(text, std::forward<Args>(args)...)};
}

}  // namespace gs

#define GS_CONCAT_INNER(a, b) a##b
#define GS_CONCAT(a, b) GS_CONCAT_INNER(a, b)

// Declares a variable with the value of a Result, or returns its error from the enclosing function:
//   GS_TRY(const uint64_t offset, in.u64());
#define GS_TRY(declaration, ...)                                                                   \
  auto GS_CONCAT(gs_result_, __LINE__) = (__VA_ARGS__);                                            \
  if (!GS_CONCAT(gs_result_, __LINE__)) return std::move(GS_CONCAT(gs_result_, __LINE__)).error(); \
  declaration = *std::move(GS_CONCAT(gs_result_, __LINE__))

// The same for a Result without a value: GS_CHECK(out.flush());
#define GS_CHECK(...)                                                                                      \
  do {                                                                                                     \
    if (auto gs_check_result = (__VA_ARGS__); !gs_check_result) return std::move(gs_check_result).error(); \
  } while (false)
