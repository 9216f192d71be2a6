// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What browsers get from a build without the page. Compiled with short_page.cpp, whatever this build has.
#include <gtest/gtest.h>

#include "gs/web/page/page.h"
#include "gs/web/page/page_files.h"

namespace gs::web {
namespace {

TEST(WebShortPage, SaysHowToReadTheDataAndHowToGetThePage) {
  EXPECT_FALSE(has_page());
  Manifest manifest;
  add_page(manifest);
  const Resource* const page = manifest.find("/");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->type, "text/html; charset=utf-8");
  EXPECT_LT(page->content->size(), 4096U);
  const std::string_view text = as_text(page_files()[0].content);
  for (const char* word : {"ws://", "Foxglove", "Lichtblick", "apt install nodejs npm", "make studio"}) {
    EXPECT_NE(text.find(word), text.npos) << word;
  }
}

}  // namespace
}  // namespace gs::web
