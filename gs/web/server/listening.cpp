// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/server/listening.h"

#include "gs/core/format.h"

namespace gs::web {
namespace {

constexpr uint16_t kDefaultPort = 8765;  // what Foxglove and Lichtblick propose

// "https://app.foxglove.dev": scheme, host and perhaps port, nothing behind. Desktop programs send "file://".
bool is_origin(const std::string& text) {
  const std::size_t scheme = text.find("://");
  return scheme != text.npos && scheme > 0 && text.find_first_of("/ ", scheme + 3) == text.npos;
}

}  // namespace

Result<ServerOptions> server_options(const Listening& listening) {
  for (const std::string& origin : listening.allow_origin) {
    if (!is_origin(origin))
      return fail(ErrorCode::invalid_option, "allow-origin '{}' is not an origin such as https://app.foxglove.dev",
                  origin);
  }
  for (const std::string& host : listening.allow_host) {
    if (host.empty() || host.find_first_of(":/ ") != host.npos)
      return fail(ErrorCode::invalid_option, "allow-host '{}' is not a host name without port", host);
  }
  ServerOptions out;
  out.addresses = {listening.listen};
  if (listening.listen == "127.0.0.1") out.addresses.emplace_back("::1");
  out.port = static_cast<uint16_t>(listening.port.value_or(kDefaultPort));
  out.more_ports = listening.port ? 0 : 20;
  out.guard.allowed_origins = listening.allow_origin;
  out.guard.allowed_hosts = listening.allow_host;
  return out;
}

// 0.0.0.0 is no address to connect to.
std::string reach(const Listening& listening, uint16_t port, std::string_view token) {
  const bool any = listening.listen == "0.0.0.0" || listening.listen == "::";
  return format("{}:{}/?token={}", url_host(any ? "127.0.0.1" : listening.listen), port, token);
}

}  // namespace gs::web
