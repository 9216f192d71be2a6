// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON text (RFC 8259) <-> Node. Length, depth and number of values are limited; duplicate keys are errors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs {

class JsonWriter;

// Parses one JSON document, from text or from a file; only white space may follow it, and a byte order mark may stand
// before it. Numbers without fraction and exponent that fit an int64 are integers, all others reals with every bit of
// the nearest double; "-0" is the integer 0 with the real value -0.0. Errors: corrupt with line and byte offset
// (grammar, text that is not UTF-8, a key twice in one object, a number beyond the range of double), limit_exceeded; of
// a file also those of read_text_file().
Result<Node> parse_json(std::string_view text, const DocumentLimits& limits = {});
Result<Node> read_json(const std::filesystem::path& path, const DocumentLimits& limits = {});

// Checks the grammar of a JSON text without building a tree: memory is one bit a level of nesting, whatever the text
// is. Everything that RFC 8259 allows passes, also what parse_json() refuses: repeated keys, any depth, any length,
// numbers beyond the range of double. A byte order mark may stand before the text. Errors: corrupt with line and byte
// offset.
Result<void> check_json(std::string_view text);

// Writes a JSON text to a file that read_json(path, limits) accepts by its length. Errors: limit_exceeded, and those of
// write_file().
Result<void> write_json_file(const std::filesystem::path& path, std::string_view text, const DocumentLimits& limits);

// JSON text of a tree with an indent of two spaces and a line break at its end. Lists of numbers stay on one line.
std::string write_json(const Node& root);
// Appends a tree to a text under construction, as its next value.
void write_json(const Node& node, JsonWriter& out);

}  // namespace gs
