// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides whether a request may be served: Host, Origin and token. The cookie alone is no defence, because browsers
// send it to every port of a host; the Origin check is what stops pages of other servers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/web/guard/target.h"

namespace gs::web {

// Who may ask.
struct GuardOptions {
  std::string token;                           // empty: none is asked for
  uint16_t port = 0;                           // of the server
  bool loopback_only = true;                   // false: the server listens beyond this machine
  std::vector<std::string> allowed_hosts{};    // host names beside those of loopback, without port
  std::vector<std::string> allowed_origins{};  // "https://app.foxglove.dev"
};

// The parts of a request that decide. Empty optional: the header is missing.
struct RequestHead {
  std::string method, target;
  std::vector<std::string> hosts;  // every Host header
  std::optional<std::string> origin, cookie, authorization, fetch_site, fetch_mode;
  bool is_upgrade = false;  // asks for a WebSocket
};

// Answer to a request that is not served.
struct Refusal {
  int status = 0;
  std::string reason;
};

// A request that may be served.
struct Admitted {
  Target target;
  bool by_query = false;  // the token was in the query, so that a browser gets its cookie
};

// Either Admitted or Refusal.
struct Verdict {
  std::optional<Refusal> refusal;
  Admitted admitted;
};

// Checks in this order: Host (400, 421), target (400), Origin and Sec-Fetch-Site (403), token (401). "/healthz" needs
// no token.
Verdict check_request(const GuardOptions& options, const RequestHead& head);

// Name of the cookie that carries the token. Cookies ignore ports, so the port is part of the name.
std::string cookie_name(uint16_t port);
// A new random token: 128 bits from the operating system, base64url. Errors: internal if there is no randomness.
Result<std::string> make_token();
// True for an address of loopback: "127.0.0.1", "::1", "localhost".
bool is_loopback(std::string_view address);
// The form of an address in URLs: "[::1]" for "::1".
std::string url_host(std::string_view address);

}  // namespace gs::web
