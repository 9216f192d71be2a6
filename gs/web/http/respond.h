// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Answers HTTP requests from a manifest, with byte ranges and entity tags (RFC 9110). Knows no network.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/web/http/manifest.h"

namespace gs::web {

// The parts of a request that the answer depends on. Missing headers are empty.
struct FileRequest {
  std::string method, path, range, if_range, if_none_match;
  std::string accept_encoding{};
};

// Status, headers and the bytes [begin, begin + length) of a content; a null content has no body.
struct HttpResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const Content> content;
  uint64_t begin = 0, length = 0;
};

// Answers GET and HEAD: 200, 206 for one range, 304, 404, 405, 416. Several ranges give the whole file. A whole file is
// sent compressed if the manifest has it so and the client accepts gzip.
HttpResponse respond(const Manifest& manifest, const FileRequest& request);
// A short text with a status, in the form of an error.
HttpResponse text_response(int status, std::string text);
// 303 to "/" with the cookie of the token, after the token was given in the query.
HttpResponse cookie_response(std::string_view cookie, std::string_view token);

// Headers of every response that has none of the same name: the content security policy and its companions.
const std::vector<std::pair<std::string, std::string>>& security_headers();
// Reason phrase of a status code: "Not Found".
std::string_view reason_of(int status);
// Status line and headers up to the empty line, with Content-Length. `keep_alive`: the connection stays open.
std::string response_head(const HttpResponse& response, bool keep_alive);

}  // namespace gs::web
