// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/text/xml_tags.h"

#include <algorithm>
#include <vector>

#include "gs/core/text/printable.h"

namespace gs {
namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n";

bool is_blank(char c) { return kXmlBlanks.find(c) != std::string_view::npos; }

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kXmlBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kXmlBlanks) + 1 - begin);
}

// End of a construct whose content is not made of tags; empty for a tag.
std::string_view end_of_other(std::string_view text) {
  if (text.starts_with("<!--")) return "-->";
  if (text.starts_with("<![CDATA[")) return "]]>";
  if (text.starts_with("<?")) return "?>";
  return text.starts_with("<!") ? ">" : "";
}

}  // namespace

Error XmlTags::cut() const {
  return Error{.code = ErrorCode::truncated, .message = "the XML text ends inside a tag or comment"};
}

void XmlTags::move_to(std::size_t to) {
  line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                       text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
  at_ = to;
}

Result<std::optional<XmlTag>> XmlTags::next() {
  for (;;) {
    const std::size_t begin = at_;
    const std::size_t found = text_.find('<', at_);
    move_to(std::min(found, text_.size()));
    if (found == std::string_view::npos) return std::optional<XmlTag>{};
    const std::string_view end = end_of_other(text_.substr(at_));
    if (end.empty()) {
      GS_TRY(XmlTag out, tag());
      out.text_before = without_blanks(text_.substr(begin, found - begin));
      return std::optional(std::move(out));
    }
    const std::size_t last = text_.find(end, at_ + 2);
    if (last == std::string_view::npos) return cut();
    move_to(last + end.size());
  }
}

Result<XmlTag> XmlTags::tag() {
  XmlTag out{.name = {}, .opens = true, .closes = false, .attributes = {}, .text_before = {}, .line = line_};
  std::size_t at = at_ + 1;
  if (at < text_.size() && text_[at] == '/') out.opens = false, out.closes = true, ++at;
  const std::size_t begin = at;
  while (at < text_.size() && !is_blank(text_[at]) && text_[at] != '>' && text_[at] != '/') ++at;
  out.name = text_.substr(begin, at - begin);
  for (;;) {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    if (at >= text_.size()) return cut();
    if (text_[at] == '>') break;
    if (text_[at] == '/') {
      out.closes = true, ++at;
    } else {
      GS_CHECK(attribute(at, out));
    }
  }
  move_to(at + 1);
  return out;
}

// name = "value", from `at` on, which moves behind it.
Result<void> XmlTags::attribute(std::size_t& at, XmlTag& out) const {
  const std::size_t equals = text_.find_first_of("=>", at);
  if (equals == std::string_view::npos || text_[equals] == '>') return cut();
  const std::string_view key = without_blanks(text_.substr(at, equals - at));
  at = equals + 1;
  while (at < text_.size() && is_blank(text_[at])) ++at;
  if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return cut();
  const std::size_t close = text_.find(text_[at], at + 1);
  if (close == std::string_view::npos) return cut();
  out.attributes.emplace(key, text_.substr(at + 1, close - at - 1));
  at = close + 1;
  return {};
}

Result<void> for_each_xml_element(std::string_view text, const UseXmlElement& use) {
  constexpr std::size_t kDeepest = 32;
  XmlTags tags(text);
  std::string path;
  std::vector<std::size_t> ends;  // length of the path of each open element
  bool has_children = false;      // of the element that was read last
  const auto at_line = [&tags](Result<void> done) {
    return done ? std::move(done) : std::move(done).with_context(format("line {}", tags.line()));
  };
  for (;;) {
    auto read = tags.next();
    if (!read) return at_line(std::move(read).error());
    if (!*read) break;
    const XmlTag& tag = **read;
    if (tag.opens) {
      if (ends.size() == kDeepest) {
        return at_line(fail(ErrorCode::limit_exceeded, "elements are nested more than {} levels deep", kDeepest));
      }
      ends.push_back(path.size());
      path.append(path.empty() ? "" : "/").append(tag.name);
      has_children = false;
    }
    if (!tag.closes) continue;
    const std::string_view open = std::string_view(path).substr(ends.empty() ? 0 : ends.back());
    const std::string_view name = open.starts_with('/') ? open.substr(1) : open;
    if (ends.empty() || name != tag.name) {
      return at_line(fail(ErrorCode::corrupt, "</{}> closes no open element", printable(tag.name.substr(0, 40))));
    }
    const bool leaf = !tag.opens && !has_children;
    GS_CHECK(at_line(use(path, leaf ? tag.text_before : std::string_view{})));
    path.resize(ends.back());
    ends.pop_back();
    has_children = true;
  }
  if (!ends.empty()) return at_line(fail(ErrorCode::truncated, "the element {} is not closed", printable(path)));
  return {};
}

}  // namespace gs
