// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/page.h"

#include <span>

#include "gs/core/format.h"
#include "gs/core/hash/sha256.h"
#include "gs/report/page_style.h"
#include "gs/report/picture.h"

namespace gs::report {
namespace {

// Only the script with this hash may run, even if markup from outside got into the page.
std::string policy() {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(kPageScript)));
  return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-" + base64(hash.digest()) +
         "'";
}

Html head_of(const std::string& title) {
  return element("head",
                 void_element("meta", {{"charset", "utf-8"}}) +
                     void_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy()}}) +
                     void_element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
                     void_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) +
                     void_element("link", {{"rel", "icon"}, {"href", "data:,"}}) + element("title", Html::text(title)) +
                     element("style", Html::markup(std::string(kPageStyle))));
}

}  // namespace

std::string Page::html() const {
  Html links, body;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const std::string id = format("section-{}", i + 1);
    links += element("a", Html::text(sections_[i].heading), {{"href", "#" + id}});
    body += element("section", element("h2", Html::text(sections_[i].heading)) + sections_[i].content, {{"id", id}}) +
            Html::markup("\n");
  }
  const Html top = element("header", element("h1", Html::text(title_)) + introduction_);
  const Html all =
      top + element("nav", links) + element("main", body) + element("script", Html::markup(std::string(kPageScript)));
  return "<!DOCTYPE html>\n" +
         element("html", head_of(title_) + Html::markup("\n") + element("body", all), {{"lang", "en"}}).str() + "\n";
}

}  // namespace gs::report
