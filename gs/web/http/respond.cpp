// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/http/respond.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "gs/core/format.h"

namespace gs::web {
namespace {

// First byte and length of the part that a request wants.
struct Part {
  uint64_t begin = 0, length = 0;
};

std::optional<uint64_t> whole_number(std::string_view text) {
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// Result of reading a Range header: not usable (send everything), not satisfiable, or a part.
enum class RangeKind { none, unsatisfiable, part };

// Reads "bytes=a-b", "bytes=a-" and "bytes=-n". RFC 9110, section 14: a header that is not understood is ignored.
RangeKind read_range(std::string_view header, uint64_t size, Part& part) {
  constexpr std::string_view kUnit = "bytes=";
  if (!header.starts_with(kUnit) || header.find(',') != header.npos) return RangeKind::none;
  header.remove_prefix(kUnit.size());
  const std::size_t dash = header.find('-');
  if (dash == header.npos) return RangeKind::none;
  const auto first = whole_number(header.substr(0, dash)), last = whole_number(header.substr(dash + 1));
  if (dash == 0) {
    if (!last) return RangeKind::none;
    part.length = std::min(*last, size);
    part.begin = size - part.length;
    return part.length > 0 ? RangeKind::part : RangeKind::unsatisfiable;
  }
  if (!first || (!last && dash + 1 != header.size()) || (last && *last < *first)) return RangeKind::none;
  if (*first >= size) return RangeKind::unsatisfiable;
  part.begin = *first;
  part.length = std::min(last.value_or(size - 1), size - 1) - *first + 1;
  return RangeKind::part;
}

// True if an Accept-Encoding header names gzip without forbidding it ("gzip;q=0"). RFC 9110, section 12.5.3.
bool accepts_gzip(std::string_view header) {
  while (!header.empty()) {
    const std::size_t comma = header.find(',');
    std::string_view coding = header.substr(0, comma);
    header = comma == header.npos ? std::string_view() : header.substr(comma + 1);
    coding.remove_prefix(std::min(coding.find_first_not_of(" \t"), coding.size()));
    if (!coding.starts_with("gzip")) continue;
    const std::size_t quality = coding.find("q=");
    if (quality == coding.npos) return coding.find_first_not_of(" \t", 4) == coding.npos;
    return coding.find_first_of("123456789", quality) != coding.npos;
  }
  return false;
}

// The entity tag of the compressed form: "abc" becomes "abc-gzip".
std::string gzip_etag(std::string_view etag) {
  return etag.empty() ? std::string() : format("{}-gzip\"", etag.substr(0, etag.size() - 1));
}

// True if the client holds the content already, plain or compressed.
bool is_known(const Resource& resource, const std::string& if_none_match) {
  if (resource.etag.empty()) return false;
  return if_none_match == resource.etag || (resource.gzip && if_none_match == gzip_etag(resource.etag));
}

// The whole file, compressed if the client takes it so.
void put_whole(const Resource& resource, const FileRequest& request, HttpResponse& out) {
  const bool compressed = resource.gzip && accepts_gzip(request.accept_encoding);
  const std::string etag = compressed ? gzip_etag(resource.etag) : resource.etag;
  if (!etag.empty()) out.headers.emplace_back("ETag", etag);
  if (compressed) out.headers.emplace_back("Content-Encoding", "gzip");
  out.content = compressed ? resource.gzip : resource.content;
  out.length = out.content->size();
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& security_headers() {
  static const std::vector<std::pair<std::string, std::string>> kHeaders = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; img-src "
       "'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
       "'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Referrer-Policy", "no-referrer"},
      {"Permissions-Policy", "gamepad=(self), fullscreen=(self)"},
  };
  return kHeaders;
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 416:
      return "Range Not Satisfiable";
    case 421:
      return "Misdirected Request";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    default:
      return "Status";
  }
}

HttpResponse text_response(int status, std::string text) {
  HttpResponse out{.status = status, .headers = {}, .content = nullptr};
  if (text.empty()) return out;
  out.headers.emplace_back("Content-Type", "text/plain; charset=utf-8");
  text += '\n';
  out.length = text.size();
  out.content = text_content(std::move(text));
  return out;
}

HttpResponse cookie_response(std::string_view cookie, std::string_view token) {
  HttpResponse out = text_response(303, {});
  out.headers.emplace_back("Location", "/");
  out.headers.emplace_back("Set-Cookie", format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie, token));
  return out;
}

HttpResponse respond(const Manifest& manifest, const FileRequest& request) {
  if (request.method != "GET" && request.method != "HEAD") {
    HttpResponse out = text_response(405, "only GET and HEAD are supported");
    out.headers.emplace_back("Allow", "GET, HEAD");
    return out;
  }
  const Resource* const resource = manifest.find(request.path);
  if (resource == nullptr) return text_response(404, "there is nothing at this address");
  HttpResponse out{.status = 200, .headers = {}, .content = nullptr};
  out.headers.emplace_back("Accept-Ranges", "bytes");
  out.headers.emplace_back("Cache-Control", resource->is_immutable ? "max-age=31536000, immutable" : "no-store");
  if (resource->gzip) out.headers.emplace_back("Vary", "Accept-Encoding");
  if (is_known(*resource, request.if_none_match)) {
    out.status = 304;
    out.headers.emplace_back("ETag", request.if_none_match);
    return out;
  }
  out.headers.emplace_back("Content-Type", resource->type);
  const uint64_t size = resource->content->size();
  Part part;
  const bool same_file = request.if_range.empty() || request.if_range == resource->etag;
  const RangeKind kind = same_file ? read_range(request.range, size, part) : RangeKind::none;
  if (kind == RangeKind::none) {
    put_whole(*resource, request, out);
    return out;
  }
  if (!resource->etag.empty()) out.headers.emplace_back("ETag", resource->etag);
  if (kind == RangeKind::unsatisfiable) {
    out.status = 416;
    out.headers.emplace_back("Content-Range", format("bytes */{}", size));
    return out;
  }
  out.status = 206;
  out.headers.emplace_back("Content-Range", format("bytes {}-{}/{}", part.begin, part.begin + part.length - 1, size));
  out.begin = part.begin;
  out.length = part.length;
  out.content = resource->content;
  return out;
}

std::string response_head(const HttpResponse& response, bool keep_alive) {
  std::string out = format("HTTP/1.1 {} {}\r\n", response.status, reason_of(response.status));
  const auto has = [&](std::string_view wanted) {
    return std::any_of(response.headers.begin(), response.headers.end(),
                       [&](const auto& header) { return header.first == wanted; });
  };
  for (const auto& [name, value] : response.headers) out += format("{}: {}\r\n", name, value);
  for (const auto& [name, value] : security_headers()) {
    if (!has(name)) out += format("{}: {}\r\n", name, value);
  }
  if (!has("Cache-Control")) out += "Cache-Control: no-store\r\n";
  if (response.status != 204 && response.status != 304) out += format("Content-Length: {}\r\n", response.length);
  return out + (keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

}  // namespace gs::web
