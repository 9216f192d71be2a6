// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of a log as JSON text.
#pragma once

#include <map>
#include <string>

#include "gs/logio/api/log.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::gs_log {

// Converts payloads of any type with a known definition to JSON. Definitions are parsed once per channel.
class MessageJson {
 public:
  explicit MessageJson(const rosmsg::MessageJsonOptions& options) : options_(options) {}

  // One message as JSON text. A payload that is JSON already is kept; if it is invalid it becomes a JSON string.
  // Errors: unsupported for an encoding or a type that is not known, invalid_data for bytes that do not fit the type.
  Result<std::string> payload(const logio::LogChannel& channel, Bytes data);

 private:
  rosmsg::MessageJsonOptions options_;
  std::map<uint32_t, rosmsg::Schema> schemas_;
};

}  // namespace gs::gs_log
