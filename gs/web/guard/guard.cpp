// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/guard/guard.h"

#include <arpa/inet.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "gs/core/format.h"

namespace gs::web {
namespace {

// Compares in a time that depends on the lengths alone.
bool equal_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return out;
}

bool is_ip_address(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, text.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

// A name that points to another address is how DNS rebinding works, so names must be listed. Numeric addresses cannot
// be rebound; they are accepted where the server listens beyond loopback.
bool host_is_ours(const GuardOptions& options, std::string_view header) {
  const std::string port = format(":{}", options.port);
  if (!header.ends_with(port)) return false;
  std::string host = lower(header.substr(0, header.size() - port.size()));
  if (host == "127.0.0.1" || host == "localhost" || host == "[::1]") return true;
  const auto& names = options.allowed_hosts;
  if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return lower(name) == host; }))
    return true;
  if (options.loopback_only) return false;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return is_ip_address(host);
}

// Our own origin is "http://" and a host that is ours; Origin and Host must name the same one.
bool origin_is_ours(const GuardOptions& options, std::string_view origin, std::string_view host) {
  constexpr std::string_view kScheme = "http://";
  const auto& others = options.allowed_origins;
  if (std::find(others.begin(), others.end(), origin) != others.end()) return true;
  if (!origin.starts_with(kScheme)) return false;
  const std::string_view own = origin.substr(kScheme.size());
  return host_is_ours(options, own) && lower(own) == lower(host);
}

// The value of a cookie in the header "a=1; b=2"; empty if it is missing.
std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(header.size(), pair.size() + 1));
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    const std::size_t equal = pair.find('=');
    if (equal != pair.npos && pair.substr(0, equal) == name) return pair.substr(equal + 1);
  }
  return {};
}

Verdict refused(int status, std::string reason) {
  return {.refusal = Refusal{status, std::move(reason)}, .admitted = {}};
}

// Whether the Host header is there once and names this server.
std::optional<Refusal> check_host(const GuardOptions& options, const RequestHead& head) {
  if (head.hosts.size() != 1)
    return Refusal{400, format("the request has {} Host headers, one is needed", head.hosts.size())};
  if (!host_is_ours(options, head.hosts.front()))
    return Refusal{421, "the Host header does not name this server; other names need --allow-host"};
  return std::nullopt;
}

// Whether the page that asks may do so.
std::optional<Refusal> check_origin(const GuardOptions& options, const RequestHead& head, const Target& target) {
  if (head.origin && !origin_is_ours(options, *head.origin, head.hosts.front()))
    return Refusal{403, "pages of this origin may not use the server; --allow-origin allows one"};
  const bool navigation = head.method == "GET" && target.path == "/" && !head.is_upgrade &&
                          head.fetch_mode.value_or("navigate") == "navigate";
  const bool is_listed = head.origin.has_value();  // checked above
  if (head.fetch_site == "cross-site" && !navigation && !is_listed)
    return Refusal{403, "requests of other sites are refused"};
  return std::nullopt;
}

}  // namespace

std::string cookie_name(uint16_t port) { return format("gs_studio_{}", port); }

bool is_loopback(std::string_view address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

std::string url_host(std::string_view address) {
  return address.find(':') == address.npos ? std::string(address) : "[" + std::string(address) + "]";
}

Result<std::string> make_token() {
  std::array<unsigned char, 16> random{};
  if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
    return fail(ErrorCode::internal, "the operating system gave no random numbers for the token");
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const unsigned char byte : random) {
    bits = (bits << 8 | byte) & 0xffffu;
    for (count += 8; count >= 6; count -= 6) out += kDigits[bits >> (count - 6) & 63u];
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 63u];
  return out;
}

Verdict check_request(const GuardOptions& options, const RequestHead& head) {
  if (auto refusal = check_host(options, head)) return {.refusal = std::move(refusal), .admitted = {}};
  auto target = parse_target(head.target);
  if (!target) return refused(400, target.error().message);
  if (auto refusal = check_origin(options, head, *target)) return {.refusal = std::move(refusal), .admitted = {}};
  Verdict out{.refusal = std::nullopt, .admitted = {.target = *std::move(target)}};
  if (options.token.empty() || out.admitted.target.path == "/healthz") return out;
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view authorization = head.authorization ? *head.authorization : std::string_view();
  const std::string_view cookies = head.cookie ? *head.cookie : std::string_view();
  out.admitted.by_query = equal_secret(out.admitted.target.parameter("token"), options.token);
  const bool known =
      out.admitted.by_query || equal_secret(cookie_value(cookies, cookie_name(options.port)), options.token) ||
      (authorization.starts_with(kBearer) && equal_secret(authorization.substr(kBearer.size()), options.token));
  if (!known) return refused(401, "the token is missing or wrong; open the URL that the program printed");
  return out;
}

}  // namespace gs::web
