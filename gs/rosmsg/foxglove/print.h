// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Prints protobuf payloads of foxglove.* channels as JSON.
#pragma once

#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/result.h"

namespace gs::rosmsg::foxglove {

// Layout and length limits.
struct PrintOptions {
  JsonWriter::Layout layout = JsonWriter::Layout::pretty;
  std::size_t max_items = 0;  // printed items of an array or of bytes, followed by the number of the rest; 0: all
};

// Converts a payload to JSON, without a final line break. Errors: unsupported for types that messages.h does not have.
Result<std::string> protobuf_to_json(std::string_view schema_name, Bytes payload, const PrintOptions& options);

}  // namespace gs::rosmsg::foxglove
