// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Arguments of `gs-simulator serve`.
#pragma once

#include "apps/gs_simulator/run_arguments.h"
#include "gs/web/live/live_server.h"
#include "gs/web/server/listening.h"

namespace gs {

// Parsed values: those of `run` that make sense here, and those of the network.
struct ServeArguments : RunArguments, web::Listening {
  ServeArguments() { driver = "none"; }
  bool view_only = false;
};

// Declares all options of `serve`.
void declare(config::CommandLine& line, ServeArguments& a);
// Options of the server. Errors: invalid_option for an origin or a host name that cannot be one.
Result<web::LiveOptions> live_options(const ServeArguments& a);
// Addresses for people: page, Foxglove, remote use. Written to stdout.
void print_addresses(const ServeArguments& a, const web::LiveServer& server);

}  // namespace gs
