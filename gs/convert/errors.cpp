// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/errors.h"

namespace gs::convert {

std::string_view ConversionError::name() const {
  return std::visit([](const auto& e) { return e.kName; }, state_);
}

const Error& ConversionError::error() const {
  return std::visit([](const auto& e) -> const Error& { return e.error; }, state_);
}

Error ConversionError::named() const {
  Error named = error();
  if (!is<RequestError>()) named.message = std::string(name()) + ": " + named.message;
  return named;
}

int ConversionError::exit_code() const {
  if (error().code == ErrorCode::already_exists) return 1;  // as in all programs: docs/exit_codes.md
  if (is<RequestError>()) return error().code == ErrorCode::invalid_option ? 2 : 1;
  if (is<FileNotFoundError>() || is<RosbagReadError>()) return 3;
  if (is<MissingTopicError>()) return 4;
  return 5;
}

}  // namespace gs::convert
