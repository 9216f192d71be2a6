// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes JSON text: keys in the order given, each number in its shortest form that reads back equal.
//
//   JsonWriter json;
//   json.begin_object().field("name", "front").key("size").value(sizes).end_object();
//   const std::string text = std::move(json).take();
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gs {

// `text` in quotation marks, with the escapes of RFC 8259; bytes that are not UTF-8 become U+FFFD.
std::string json_quote(std::string_view text);
// Shortest decimal that reads back equal, always with a '.' or an exponent, so that readers take it for a
// floating-point number. NaN and infinities, which JSON lacks, become "null".
std::string json_number(double value);
// The same for a float, with as many digits as a float needs: 0.1, not 0.10000000149011612.
std::string json_number_of_float(float value);

// Appends JSON tokens to a text and adds commas, line breaks and indentation. It does not check that keys and values
// alternate or that brackets match: the caller must.
class JsonWriter {
 public:
  // pretty: one item per line, indented by two spaces; compact: everything on one line.
  enum class Layout { pretty, compact };
  explicit JsonWriter(Layout layout = Layout::pretty) : layout_(layout) {}

  // Brackets, and the key of the next value. All functions return the writer, so that calls can be chained.
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  // Appends one value: a text (quoted), a truth value, a number, null, or an array of them.
  JsonWriter& value(std::string_view text) { return raw(json_quote(text)); }
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(bool b) { return raw(b ? "true" : "false"); }
  JsonWriter& value(std::floating_point auto number) { return raw(json_number(number)); }
  JsonWriter& value(std::integral auto number) { return raw(std::to_string(number)); }
  JsonWriter& null() { return raw("null"); }
  template <class T>
  JsonWriter& value(const std::vector<T>& items) {
    begin_array();
    for (const auto& item : items) value(item);
    return end_array();
  }
  // key(name) and value(item) in one call.
  template <class T>
  JsonWriter& field(std::string_view name, const T& item) {
    return key(name).value(item);
  }
  // Appends a value that is JSON text already, unchanged.
  JsonWriter& raw(std::string_view json);

  // The text so far, without a line break at its end.
  const std::string& text() const& { return text_; }
  // Moves the text out of the writer and adds a final line break.
  std::string take() && { return std::move(text_) + "\n"; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void before_item();  // comma and line break, unless a key was just written
  void new_line();
  Layout layout_;
  std::string text_;
  std::vector<bool> has_items_;  // one entry per open bracket
  bool after_key_ = false;
};

}  // namespace gs
