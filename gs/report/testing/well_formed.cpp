// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/testing/well_formed.h"

#include <algorithm>
#include <array>
#include <set>

namespace gs::report::testing {
namespace {

constexpr std::array<std::string_view, 5> kVoidTags = {"meta", "link", "img", "input", "br"};
constexpr std::array<std::string_view, 6> kEntities = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#96;"};
constexpr std::array<std::string_view, 9> kLoadingTags = {"iframe", "object", "embed", "base",  "form",
                                                          "audio",  "video",  "frame", "source"};

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; }

// One start tag.
struct Tag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
};

class Reader {
 public:
  explicit Reader(std::string_view html) : rest_(html) {}

  void run() {
    if (!rest_.starts_with("<!DOCTYPE html>")) return fault("no document type");
    rest_.remove_prefix(15);
    while (!rest_.empty() && faults.empty()) {
      const std::size_t at = rest_.find('<');
      text(rest_.substr(0, at));
      rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
      if (!rest_.empty()) tag();
    }
    for (const std::string& name : open_) fault("not closed: " + name);
    for (const std::string& link : links_) {
      if (!ids_.contains(link)) fault("no element has the id " + link);
    }
  }

  std::vector<std::string> faults;
  std::vector<Tag> tags;

 private:
  void fault(const std::string& what) { faults.push_back(what + " before: " + std::string(rest_.substr(0, 60))); }

  void text(std::string_view content) {
    if (content.find('>') != std::string_view::npos) fault("> in the text " + std::string(content.substr(0, 60)));
    entities(content);
    if (open_.empty() && content.find_first_not_of(" \n") != std::string_view::npos) fault("text outside of html");
  }
  void entities(std::string_view content) {
    for (std::size_t at = content.find('&'); at != std::string_view::npos; at = content.find('&', at + 1)) {
      const std::string_view from = content.substr(at);
      if (std::ranges::none_of(kEntities, [&](std::string_view e) { return from.starts_with(e); })) {
        fault("unknown entity " + std::string(from.substr(0, 12)));
      }
    }
  }
  std::string name() {
    const auto end = std::ranges::find_if_not(rest_, is_name);
    const std::string out(rest_.begin(), end);
    rest_.remove_prefix(out.size());
    if (out.empty()) fault("a name is missing");
    return out;
  }
  void closing() {
    rest_.remove_prefix(2);
    const std::string closed = name();
    if (open_.empty() || open_.back() != closed) return fault("closed out of order: " + closed);
    open_.pop_back();
    if (!rest_.starts_with('>')) return fault("no > after the closing tag " + closed);
    rest_.remove_prefix(1);
  }
  // name="value" with every value quoted.
  bool attribute(Tag& tag) {
    rest_.remove_prefix(1);
    const std::string key = name();
    if (!rest_.starts_with("=\"")) return fault("attribute without quotes: " + key), false;
    rest_.remove_prefix(2);
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return fault("attribute without end: " + key), false;
    const std::string value(rest_.substr(0, end));
    if (value.find_first_of("<>") != std::string::npos) fault("< or > in the attribute " + key);
    entities(value);
    rest_.remove_prefix(end + 1);
    if (std::ranges::any_of(tag.attributes, [&](const auto& a) { return a.first == key; })) fault("twice: " + key);
    if (key == "id" && !ids_.insert(value).second) fault("id used twice: " + value);
    if (key == "href" && value.starts_with('#')) links_.push_back(value.substr(1));
    tag.attributes.emplace_back(key, value);
    return true;
  }
  void tag() {
    if (rest_.starts_with("</")) return closing();
    rest_.remove_prefix(1);
    Tag tag{name(), {}};
    while (rest_.starts_with(' ')) {
      if (!attribute(tag)) return;
    }
    if (!rest_.starts_with('>')) return fault("no > after the tag " + tag.name);
    rest_.remove_prefix(1);
    tags.push_back(tag);
    if (std::ranges::find(kVoidTags, tag.name) != kVoidTags.end()) return;
    open_.push_back(tag.name);
    // Style and script are read as they are, up to their closing tag.
    if (tag.name == "style" || tag.name == "script") {
      rest_.remove_prefix(std::min(rest_.size(), rest_.find("</" + tag.name)));
    }
  }

  std::string_view rest_;
  std::vector<std::string> open_, links_;
  std::set<std::string> ids_;
};

}  // namespace

std::vector<std::string> faults_of(std::string_view html) {
  Reader reader(html);
  reader.run();
  return reader.faults;
}

std::vector<std::string> requests_of(std::string_view html) {
  Reader reader(html);
  reader.run();
  std::vector<std::string> out = reader.faults;
  for (const Tag& tag : reader.tags) {
    if (std::ranges::find(kLoadingTags, tag.name) != kLoadingTags.end()) out.push_back("element " + tag.name);
    for (const auto& [key, value] : tag.attributes) {
      if ((key == "src" || key == "srcset") && !value.starts_with("data:image/")) out.push_back(key + "=" + value);
      if (key == "href" && !value.starts_with("#") && !value.starts_with("data:")) out.push_back(key + "=" + value);
      if (key.starts_with("on")) out.push_back("event handler " + key);
      if (key == "style" && value.find("url") != std::string::npos) out.push_back("style " + value);
    }
  }
  for (const std::string_view word : {"url(", "@import", "fetch(", "XMLHttpRequest", "WebSocket", "import("}) {
    const std::size_t style = html.find("<style>"), end = html.find("</style>");
    const std::size_t script = html.rfind("<script>");
    if (style < end && html.substr(style, end - style).find(word) != std::string_view::npos) {
      out.push_back("style has " + std::string(word));
    }
    if (script != std::string_view::npos && html.substr(script).find(word) != std::string_view::npos) {
      out.push_back("script has " + std::string(word));
    }
  }
  return out;
}

}  // namespace gs::report::testing
