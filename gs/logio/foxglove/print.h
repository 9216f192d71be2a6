// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Protobuf payloads of foxglove.* channels as JSON, for people to read.
#pragma once

#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/json_writer.h"
#include "gs/core/result.h"

namespace gs::foxglove {

struct PrintOptions {
  JsonWriter::Layout layout = JsonWriter::Layout::pretty;
  std::size_t max_items = 0;  // of an array or of bytes; a last one says how many more there are. 0: all
};

// unsupported for types that messages.h does not have. Without a final line break.
Result<std::string> protobuf_to_json(std::string_view schema_name, Bytes payload, const PrintOptions& options);

}  // namespace gs::foxglove
