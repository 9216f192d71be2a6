// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of the page that this build contains.
#include "gs/web/page/page.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "gs/web/page/page_files.h"

namespace gs::web {
namespace {

const PageFile* page_file(std::string_view url) {
  for (const PageFile& file : page_files()) {
    if (file.url == url) return &file;
  }
  return nullptr;
}

std::size_t sent_bytes(const PageFile& file) { return file.gzip.empty() ? file.content.size() : file.gzip.size(); }

// The page and everything that it loads before its first line runs: what its HTML names, and what these files import.
std::set<std::string> files_at_start() {
  std::set<std::string> out{"/"};
  std::vector<std::string> open{"/"};
  const std::regex reference(R"re((?:href|src)="(page/[^"]+)"|(?:from|import)"\./([^"]+)")re");
  while (!open.empty()) {
    const PageFile* const file = page_file(open.back());
    open.pop_back();
    if (file == nullptr) continue;
    const std::string text(as_text(file->content));
    for (std::sregex_iterator i(text.begin(), text.end(), reference), end; i != end; ++i) {
      const std::string url = (*i)[1].matched ? "/" + (*i)[1].str() : "/page/" + (*i)[2].str();
      if (out.insert(url).second) open.push_back(url);
    }
  }
  return out;
}

TEST(WebPage, EveryFileIsInTheManifestWithItsCompressedForm) {
  ASSERT_FALSE(page_files().empty());
  EXPECT_STREQ(page_files()[0].url, "/");
  Manifest manifest;
  add_page(manifest);
  for (const PageFile& file : page_files()) {
    const Resource* const resource = manifest.find(file.url);
    ASSERT_NE(resource, nullptr) << file.url;
    EXPECT_EQ(resource->content->size(), file.content.size());
    EXPECT_EQ(resource->gzip != nullptr, !file.gzip.empty()) << file.url;
    if (!file.gzip.empty()) {
      EXPECT_TRUE(as_text(file.gzip).starts_with("\x1f\x8b")) << file.url;
      EXPECT_LT(file.gzip.size(), file.content.size()) << file.url;
    }
  }
}

TEST(WebPage, OnlyFilesWithAHashInTheirNameAreKeptByBrowsers) {
  const std::regex hashed(R"(/page/.*-[A-Z0-9]{8}\.(js|css))");
  for (const PageFile& file : page_files()) {
    EXPECT_EQ(file.is_immutable, std::regex_match(file.url, hashed)) << file.url;
  }
}

TEST(WebPage, IsSmall) {
  if (!has_page()) GTEST_SKIP() << "this build has no page: make studio";
  std::size_t shell = 0, all = 0;
  const auto at_start = files_at_start();
  ASSERT_GE(at_start.size(), 3U) << "the HTML names a script and a style sheet";
  for (const PageFile& file : page_files()) {
    all += sent_bytes(file);
    if (at_start.contains(file.url)) shell += sent_bytes(file);
  }
  EXPECT_LE(shell, 60'000U);
  EXPECT_LE(all, 1'300'000U);
  RecordProperty("shell_bytes", static_cast<int>(shell));
  RecordProperty("all_bytes", static_cast<int>(all));
}

TEST(WebPage, NamesOnlyFilesThatExist) {
  for (const std::string& url : files_at_start()) EXPECT_NE(page_file(url), nullptr) << url;
}

TEST(WebPage, CarriesTheLicencesOfWhatItContains) {
  if (!has_page()) GTEST_SKIP() << "this build has no page: make studio";
  const PageFile* const file = page_file("/page/licences.txt");
  ASSERT_NE(file, nullptr);
  for (const char* name : {"three 0.187.0\n", "@sparkjsdev/spark 2.2.0\n"}) {
    EXPECT_NE(as_text(file->content).find(name), std::string_view::npos) << name;
  }
}

}  // namespace
}  // namespace gs::web
