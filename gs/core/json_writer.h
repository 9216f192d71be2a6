// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes JSON text: two-space indent, keys in the order given, numbers shortest that read back equal.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gs {

// "\"...\"" with everything JSON wants escaped; bytes that are not UTF-8 become U+FFFD.
std::string json_quote(std::string_view text);
// Shortest decimal that reads back equal; always with a '.' or exponent, so that it stays a float. NaN/Inf: "null".
std::string json_number(double value);
// The same for a float, in its own shortest form: 0.1, not 0.10000000149011612.
std::string json_number_of_float(float value);

class JsonWriter {
 public:
  enum class Layout { pretty, compact };
  explicit JsonWriter(Layout layout = Layout::pretty) : layout_(layout) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

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
  template <class T>
  JsonWriter& field(std::string_view name, const T& item) {
    return key(name).value(item);
  }
  // Text that is JSON already.
  JsonWriter& raw(std::string_view json);

  const std::string& text() const& { return text_; }
  // With a final line break.
  std::string take() && { return std::move(text_) + "\n"; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void before_item();
  void new_line();
  Layout layout_;
  std::string text_;
  std::vector<bool> has_items_;  // one entry per open bracket
  bool after_key_ = false;
};

}  // namespace gs
