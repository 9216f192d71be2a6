// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads XML of other programs: URDF files and labels of data sets. Entities are not replaced, and nothing outside of
// the text is read.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/result.h"

namespace gs {

// A start tag (<name>), an end tag (</name>), or one that is both (<name/>). The views borrow the text.
struct XmlTag {
  std::string_view name;
  bool opens = false, closes = false;
  std::map<std::string, std::string, std::less<>> attributes;
  std::string_view text_before;  // directly before the tag, without blanks at its ends
  int line = 0;                  // of the tag, from 1
};

// Reads the tags of an XML text in order. Comments, instructions, declarations and CDATA are passed over.
class XmlTags {
 public:
  // `text` is borrowed.
  explicit XmlTags(std::string_view text) : text_(text) {}

  // The next tag; empty at the end. Errors: truncated if the text ends inside a tag or comment, or an attribute has no
  // value.
  Result<std::optional<XmlTag>> next();
  // Line of the position that was reached, from 1.
  int line() const { return line_; }

 private:
  Result<XmlTag> tag();
  Result<void> attribute(std::size_t& at, XmlTag& out) const;
  Error cut() const;
  void move_to(std::size_t to);

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

// Called at the end of every element with the names from the root to it ("tracklets/item/h") and, for an element
// without children, its text.
using UseXmlElement = std::function<Result<void>(std::string_view path, std::string_view text)>;

// Reads all elements in the order of their end tags. Errors, all with the line: those of XmlTags, corrupt if tags do
// not match, limit_exceeded beyond 32 levels, and those of `use`.
Result<void> for_each_xml_element(std::string_view text, const UseXmlElement& use);

}  // namespace gs
