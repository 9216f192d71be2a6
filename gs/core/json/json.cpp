// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/json/json.h"

#include <algorithm>

#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"

namespace gs {
namespace {

// Such lists (positions, matrices) are easier to read on one line.
bool is_list_of_numbers(const Node& node) {
  return node.is_list() && !node.items.empty() &&
         std::all_of(node.items.begin(), node.items.end(), [](const Node& item) { return item.is_number(); });
}

std::string number_text(const Node& node) {
  return node.kind == Node::Kind::integer ? std::to_string(node.integer) : json_number(node.real);
}

}  // namespace

void write_json(const Node& node, JsonWriter& out) {
  switch (node.kind) {
    case Node::Kind::null:
      out.null();
      return;
    case Node::Kind::boolean:
      out.value(node.boolean);
      return;
    case Node::Kind::integer:
    case Node::Kind::real:
      out.raw(number_text(node));
      return;
    case Node::Kind::text:
      out.value(node.text);
      return;
    case Node::Kind::list:
      if (is_list_of_numbers(node)) {
        std::string line = "[";
        for (const Node& item : node.items) line += (line.size() > 1 ? ", " : "") + number_text(item);
        out.raw(line + "]");
        return;
      }
      out.begin_array();
      for (const Node& item : node.items) write_json(item, out);
      out.end_array();
      return;
    case Node::Kind::map:
      out.begin_object();
      for (const auto& [key, value] : node.members) {
        out.key(key);
        write_json(value, out);
      }
      out.end_object();
      return;
  }
}

// parse_json() is in json_parser.cpp.
Result<Node> read_json(const fs::path& path, const DocumentLimits& limits) {
  GS_TRY(const std::string text, read_text_file(path, limits.max_bytes));
  return parse_json(text, limits).with_context(path.string());
}

Result<void> write_json_file(const fs::path& path, std::string_view text, const DocumentLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::limit_exceeded, "a JSON text of {} bytes is too long to be read back, the limit is {}: {}",
                text.size(), limits.max_bytes, path.string());
  }
  return write_file(path, text);
}

std::string write_json(const Node& root) {
  JsonWriter out;
  write_json(root, out);
  return std::move(out).take();
}

}  // namespace gs
