// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/message_json.h"

#include "gs/core/json/json.h"
#include "gs/rosmsg/foxglove/print.h"

namespace gs::gs_log {
namespace {

// True if the text may stand inside other JSON text: one document, without a byte order mark.
bool is_embeddable_json(std::string_view text) {
  return !text.starts_with("\xEF\xBB\xBF") && check_json(text).has_value();
}

}  // namespace

Result<std::string> MessageJson::payload(const logio::LogChannel& channel, Bytes data) {
  // Invalid JSON is printed as a string, so that the output stays valid.
  if (channel.message_encoding == "json") {
    const std::string_view text = as_text(data);
    return is_embeddable_json(text) ? std::string(text) : json_quote(text);
  }
  if (channel.message_encoding == "protobuf") {
    return rosmsg::foxglove::protobuf_to_json(channel.schema.name, data, {options_.layout, options_.max_array_items});
  }
  GS_TRY(const rosmsg::MessageEncoding encoding, rosmsg::parse_message_encoding(channel.message_encoding));
  auto schema = schemas_.find(channel.id);
  if (schema == schemas_.end()) {
    GS_TRY(rosmsg::Schema found,
           rosmsg::find_schema(channel.schema.name, channel.schema.encoding, channel.schema.data));
    schema = schemas_.emplace(channel.id, std::move(found)).first;
  }
  return rosmsg::message_to_json(schema->second.root(), encoding, data, options_);
}

}  // namespace gs::gs_log
