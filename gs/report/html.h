// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Markup that is safe to put into a page: text from outside enters it only through escaping.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace gs::report {

// Escapes a text for element content and for attribute values in double quotes: & < > " ' and ` become entities;
// control characters other than tab and line feed, bytes that are not UTF-8 and marks that change the writing direction
// become U+FFFD.
std::string escape(std::string_view text);

// A piece of well-formed HTML. Functions of this library make it; text() is the only way in for other texts.
class Html {
 public:
  Html() = default;
  // The escaped text.
  static Html text(std::string_view text) { return Html(escape(text)); }
  // Takes `markup` as it is: for constants of the program, never for values.
  static Html markup(std::string markup) { return Html(std::move(markup)); }

  Html& operator+=(const Html& other) {
    text_ += other.text_;
    return *this;
  }
  friend Html operator+(Html a, const Html& b) {
    a += b;
    return a;
  }
  // The HTML text.
  const std::string& str() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  explicit Html(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// Attributes of an element: name and value; values are escaped, names are constants of the program.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

// <tag attributes>content</tag>. `tag` is a constant of the program and no void element.
Html element(std::string_view tag, const Html& content, Attributes attributes = {});
// <tag attributes>: a void element such as img or input.
Html void_element(std::string_view tag, Attributes attributes);

// <p> with the escaped text.
Html paragraph(std::string_view text);

// A number for readers: at most four significant digits; "-" for a value that is not finite.
std::string number(double value);

}  // namespace gs::report
