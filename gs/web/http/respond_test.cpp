// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Answers to HTTP requests: ranges, entity tags, and files of the manifest only.
#include "gs/web/http/respond.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::web {
namespace {

Manifest ten_bytes() {
  Manifest out;
  out.add("/ten", {.content = text_content("0123456789"), .type = "text/plain", .etag = "\"v1\""});
  return out;
}

// The bytes of a response.
std::string body_of(const HttpResponse& response) {
  std::vector<std::byte> bytes(response.length);
  if (response.content && !response.content->read(response.begin, bytes)) ADD_FAILURE() << "the content cannot be read";
  return std::string(as_text(bytes));
}

std::string header_of(const HttpResponse& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return {};
}

HttpResponse get_ten(const std::string& range, const std::string& if_range = {}) {
  return respond(ten_bytes(),
                 {.method = "GET", .path = "/ten", .range = range, .if_range = if_range, .if_none_match = {}});
}

TEST(HttpRespond, GivesTheWholeOrOneRange) {
  struct Case {
    const char *range, *body, *content_range;
    int status;
  };
  for (const Case& c : std::vector<Case>{{"", "0123456789", "", 200},
                                         {"bytes=0-3", "0123", "bytes 0-3/10", 206},
                                         {"bytes=8-", "89", "bytes 8-9/10", 206},
                                         {"bytes=-3", "789", "bytes 7-9/10", 206},
                                         {"bytes=-99", "0123456789", "bytes 0-9/10", 206},
                                         {"bytes=0-65535", "0123456789", "bytes 0-9/10", 206},
                                         {"bytes=0-18446744073709551615", "0123456789", "bytes 0-9/10", 206},
                                         {"bytes=10-", "", "bytes */10", 416},
                                         {"bytes=-0", "", "bytes */10", 416},
                                         // Not understood: the whole file.
                                         {"bytes=0-1,4-5", "0123456789", "", 200},
                                         {"bytes=5-4", "0123456789", "", 200},
                                         {"bytes=a-b", "0123456789", "", 200},
                                         {"bytes=", "0123456789", "", 200},
                                         {"bytes=-", "0123456789", "", 200},
                                         {"bytes=0-99999999999999999999", "0123456789", "", 200},
                                         {"lines=0-1", "0123456789", "", 200}}) {
    const HttpResponse response = get_ten(c.range);
    EXPECT_EQ(response.status, c.status) << c.range;
    EXPECT_EQ(body_of(response), c.body) << c.range;
    EXPECT_EQ(header_of(response, "Content-Range"), c.content_range) << c.range;
  }
}

TEST(HttpRespond, ARangeOfAnotherVersionGivesTheWhole) {
  EXPECT_EQ(get_ten("bytes=0-3", "\"v1\"").status, 206);
  EXPECT_EQ(get_ten("bytes=0-3", "\"v0\"").status, 200);
}

TEST(HttpRespond, AKnownVersionIsNotSentAgain) {
  const HttpResponse response =
      respond(ten_bytes(), {.method = "GET", .path = "/ten", .range = {}, .if_range = {}, .if_none_match = "\"v1\""});
  EXPECT_EQ(response.status, 304);
  EXPECT_EQ(response.content, nullptr);
}

TEST(HttpRespond, SendsTheCompressedFormToThoseWhoAcceptIt) {
  Manifest files;
  files.add("/a", {.content = text_content("0123456789"),
                   .type = "text/plain",
                   .etag = "\"v1\"",
                   .is_immutable = true,
                   .gzip = text_content("packed")});
  const auto get = [&](const std::string& accept, const std::string& range = {}, const std::string& known = {}) {
    return respond(files, {.method = "GET",
                           .path = "/a",
                           .range = range,
                           .if_range = {},
                           .if_none_match = known,
                           .accept_encoding = accept});
  };
  for (const char* accept : {"gzip", "deflate, gzip;q=0.5, br", "br,gzip", "gzip "}) {
    EXPECT_EQ(body_of(get(accept)), "packed") << accept;
    EXPECT_EQ(header_of(get(accept), "Content-Encoding"), "gzip");
    EXPECT_EQ(header_of(get(accept), "ETag"), "\"v1-gzip\"");
  }
  for (const char* accept : {"", "br", "gzip;q=0", "gzip; q=0.000", "gzipped", ",,,", "x-gzip-not"}) {
    EXPECT_EQ(body_of(get(accept)), "0123456789") << accept;
    EXPECT_EQ(header_of(get(accept), "Content-Encoding"), "");
    EXPECT_EQ(header_of(get(accept), "ETag"), "\"v1\"");
  }
  EXPECT_EQ(header_of(get("br"), "Vary"), "Accept-Encoding");
  EXPECT_EQ(body_of(get("gzip", "bytes=8-")), "89") << "ranges count bytes of the plain form";
  for (const char* known : {"\"v1\"", "\"v1-gzip\""}) EXPECT_EQ(get("gzip", "", known).status, 304) << known;
  EXPECT_EQ(get("gzip", "", "\"v0\"").status, 200);
}

TEST(HttpContent, ConstantBytesAreReadInParts) {
  static constexpr std::string_view kText = "hello";
  const auto content = constant_content(as_bytes(kText));
  std::vector<std::byte> bytes(3);
  ASSERT_TRUE(content->read(2, bytes));
  EXPECT_EQ(content->size(), 5U);
  EXPECT_EQ(as_text(bytes), "llo");
}

TEST(HttpRespond, KnowsOnlyGetHeadAndTheManifest) {
  const auto status = [](const char* method, const char* path) {
    return respond(ten_bytes(), {.method = method, .path = path, .range = {}, .if_range = {}, .if_none_match = {}})
        .status;
  };
  EXPECT_EQ(status("HEAD", "/ten"), 200);
  EXPECT_EQ(status("POST", "/ten"), 405);
  EXPECT_EQ(status("GET", "/ten/"), 404);
  EXPECT_EQ(status("GET", "/etc/passwd"), 404);
}

TEST(HttpRespond, EveryResponseCarriesThePolicies) {
  const std::string head = response_head(text_response(404, "no"), false);
  for (const auto& [name, value] : security_headers()) EXPECT_NE(head.find(name + ": " + value), head.npos) << name;
  EXPECT_NE(head.find("Cache-Control: no-store"), head.npos);
  EXPECT_TRUE(head.starts_with("HTTP/1.1 404 Not Found\r\n"));
  EXPECT_TRUE(head.ends_with("Connection: close\r\n\r\n"));
  EXPECT_EQ(head.find("Access-Control"), head.npos);
  const std::string cookie = response_head(cookie_response("gs_studio_1", "abc"), true);
  EXPECT_NE(cookie.find("Set-Cookie: gs_studio_1=abc; HttpOnly; SameSite=Strict; Path=/\r\n"), cookie.npos);
}

TEST(HttpContent, AFileStaysReadableWhenItIsRemoved) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", std::string_view("hello")));
  const auto content = file_content(folder / "a");
  ASSERT_TRUE(content);
  fs::remove(folder / "a");
  std::vector<std::byte> bytes(3);
  ASSERT_TRUE((*content)->read(1, bytes));
  EXPECT_EQ(as_text(bytes), "ell");
}

TEST(HttpContent, AFileThatBecomesShorterIsAnError) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", std::string_view("hello")));
  const auto content = file_content(folder / "a");
  ASSERT_TRUE(content);
  fs::resize_file(folder / "a", 2);
  std::vector<std::byte> bytes(5);
  const auto read = (*content)->read(0, bytes);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::truncated);
}

TEST(HttpContent, OnlyRegularFilesAreOpened) {
  const TemporaryFolder folder;
  EXPECT_EQ(file_content(folder / "absent").error().code, ErrorCode::not_found);
  EXPECT_EQ(file_content(folder / ".").error().code, ErrorCode::invalid_argument);
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(file_content(folder / "pipe").error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace gs::web
