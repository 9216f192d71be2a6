// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/error.h"

#include "gs/core/text/enum_names.h"
#include "gs/core/text/printable.h"

namespace gs {
namespace {

constexpr EnumNames<ErrorCode::internal> kErrorNames("invalid_argument", "invalid_option", "not_found",
                                                     "topic_not_found", "already_exists", "permission_denied",
                                                     "io_error", "disk_full", "corrupt", "truncated", "crc_mismatch",
                                                     "unsupported", "version_mismatch", "limit_exceeded",
                                                     "invalid_data", "validation_failed", "out_of_memory", "no_device",
                                                     "device_error", "device_out_of_memory", "interrupted", "timeout",
                                                     "network_error", "internal");

}  // namespace

std::string_view to_string(ErrorCode code) { return kErrorNames[code]; }

Error Error::with_context(std::string_view context) && {
  message.insert(0, std::string(context) + ": ");
  return std::move(*this);
}

std::string to_string(const Error& error) {
  const std::string message = printable(error.message, Newlines::keep);
  return error.hint.empty() ? message : message + "\nhint: " + printable(error.hint, Newlines::keep);
}

}  // namespace gs
