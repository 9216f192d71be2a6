// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The options with which people say where a server listens and who may connect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/web/server/server.h"

namespace gs::web {

// Values of --listen, --port, --allow-origin and --allow-host.
struct Listening {
  std::string listen = "127.0.0.1";
  std::optional<int> port;  // empty: 8765, or the next free one of 20
  std::vector<std::string> allow_origin, allow_host;
};

// Options of a server. Errors: invalid_option for an origin or a host name that cannot be one.
Result<ServerOptions> server_options(const Listening& listening);

// "127.0.0.1:8765/?token=...": what stands behind "http://" and "ws://" to reach a server from its own machine.
std::string reach(const Listening& listening, uint16_t port, std::string_view token);

}  // namespace gs::web
