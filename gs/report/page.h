// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A whole page in one file: style and script inside, dark and light, no request to anywhere.
#pragma once

#include <string>
#include <vector>

#include "gs/report/html.h"

namespace gs::report {

// A page of sections; the same content gives the same bytes.
class Page {
 public:
  // `title` is the heading and the name of the browser's tab.
  explicit Page(std::string title) : title_(std::move(title)) {}

  // Adds content between heading and first section.
  void introduce(const Html& content) { introduction_ += content; }
  // Adds a section; the list at the top of the page links to it.
  void add(std::string heading, Html content) { sections_.push_back({std::move(heading), std::move(content)}); }
  // The HTML document. A content security policy forbids every request and every script but the page's own.
  std::string html() const;

 private:
  struct Section {
    std::string heading;
    Html content;
  };
  std::string title_;
  Html introduction_;
  std::vector<Section> sections_;
};

}  // namespace gs::report
