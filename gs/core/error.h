// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one error type. A program branches on the code; a person reads the message and the hint.
#pragma once

#include <string>
#include <string_view>

namespace gs {

// The kinds of failure a caller may want to distinguish. Programs derive their exit code from it.
enum class ErrorCode {
  invalid_argument,   // the caller asked for something that makes no sense
  invalid_option,     // a configuration value is unknown or out of range
  not_found,          // a file, frame or key is not there
  topic_not_found,    // a log has no such topic, or a recording has no such stream
  already_exists,     // an output would be overwritten
  permission_denied,  // the operating system refused access
  io_error,           // reading or writing failed after the file was opened
  disk_full,          // no space left for the output
  corrupt,            // bytes break the rules of their format
  truncated,          // the bytes end before the format's own length says they should
  crc_mismatch,       // a checksum does not match its data
  unsupported,        // valid, but a feature of the format that we do not read
  version_mismatch,   // the file has another MAJOR version than this program
  limit_exceeded,     // larger than a limit that protects memory
  invalid_data,       // well formed, but a rule of the specification is broken
  validation_failed,  // an output broke a rule of its own format and was not published
  out_of_memory,      // host memory
  no_device,          // no usable GPU
  device_error,       // the GPU reported a failure
  device_out_of_memory,
  interrupted,  // the user asked to stop
  timeout,
  network_error,
  internal,  // a bug of ours
};

// Name of the enumerator, as in the source: "not_found".
std::string_view to_string(ErrorCode code);

// One failure. Functions return it inside a Result (result.h) and make it with fail().
struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  // what happened; paths and data come last
  std::string hint{};   // what to do next; may be empty

  // The same error with `text` as its hint: return fail(...).with_hint("check the path");
  Error with_hint(std::string text) && {
    hint = std::move(text);
    return std::move(*this);
  }
  // The same error with "<context>: " in front of its message: "reading calibration.yaml: <message>".
  Error with_context(std::string_view context) &&;
};

// "<message>\nhint: <hint>", the form a program prints. Bytes that could control a terminal are escaped.
std::string to_string(const Error& error);

}  // namespace gs
