// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one error type. A program branches on the code; a person reads the message and the hint.
#pragma once

#include <string>
#include <string_view>

namespace gs {

enum class ErrorCode {
  invalid_argument,   // the caller asked for something that makes no sense
  invalid_option,     // a configuration value is unknown or out of range
  not_found,          // a file, frame or key is not there
  topic_not_found,    // a log has no such topic, or a recording no such stream
  already_exists,     // an output would be overwritten
  permission_denied,  // the system refused
  io_error,           // reading or writing failed half way
  disk_full,          // no space left for the output
  corrupt,            // bytes break the rules of their format
  truncated,          // bytes end before the format says so
  crc_mismatch,       // a checksum does not match its data
  unsupported,        // valid, but not something we read
  version_mismatch,   // another MAJOR version
  limit_exceeded,     // larger than what we are willing to allocate
  invalid_data,       // well formed, but a rule of the specification is broken
  validation_failed,  // an output broke a rule of its own format and was not published
  out_of_memory,      // host memory
  no_device,          // no usable GPU
  device_error,       // the GPU reported a failure
  device_out_of_memory,
  interrupted,  // the user asked to stop
  timeout,
  network_error,
  internal,  // a promise of our own was broken
};

std::string_view to_string(ErrorCode code);

struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  // what happened; paths and data come last
  std::string hint{};   // what to do next; may be empty

  Error with_hint(std::string text) && {
    hint = std::move(text);
    return std::move(*this);
  }
  // "reading calibration.yaml: <message>"
  Error with_context(std::string_view context) &&;
};

// "<message>\nhint: <hint>", the form a program prints.
std::string to_string(const Error& error);

}  // namespace gs
