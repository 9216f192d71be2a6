// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/error.h"

#include "gs/core/text/printable.h"

namespace gs {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::invalid_option:
      return "invalid_option";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::topic_not_found:
      return "topic_not_found";
    case ErrorCode::already_exists:
      return "already_exists";
    case ErrorCode::permission_denied:
      return "permission_denied";
    case ErrorCode::io_error:
      return "io_error";
    case ErrorCode::disk_full:
      return "disk_full";
    case ErrorCode::corrupt:
      return "corrupt";
    case ErrorCode::truncated:
      return "truncated";
    case ErrorCode::crc_mismatch:
      return "crc_mismatch";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::version_mismatch:
      return "version_mismatch";
    case ErrorCode::limit_exceeded:
      return "limit_exceeded";
    case ErrorCode::invalid_data:
      return "invalid_data";
    case ErrorCode::validation_failed:
      return "validation_failed";
    case ErrorCode::out_of_memory:
      return "out_of_memory";
    case ErrorCode::no_device:
      return "no_device";
    case ErrorCode::device_error:
      return "device_error";
    case ErrorCode::device_out_of_memory:
      return "device_out_of_memory";
    case ErrorCode::interrupted:
      return "interrupted";
    case ErrorCode::timeout:
      return "timeout";
    case ErrorCode::network_error:
      return "network_error";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

Error Error::with_context(std::string_view context) && {
  message.insert(0, std::string(context) + ": ");
  return std::move(*this);
}

std::string to_string(const Error& error) {
  const std::string message = printable(error.message, Newlines::keep);
  return error.hint.empty() ? message : message + "\nhint: " + printable(error.hint, Newlines::keep);
}

}  // namespace gs
