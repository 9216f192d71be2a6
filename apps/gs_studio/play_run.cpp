// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// `gs-studio RUN.mcap`: a recorded run for browsers and Foxglove clients.
#include <cstdio>
#include <utility>

#include "apps/gs_studio/arguments.h"
#include "gs/core/progress.h"
#include "gs/web/runs/run_server.h"

namespace gs {

int play_run(const StudioArguments& a) {
  auto server_options = web::server_options(a);
  if (!server_options) return config::report_error(server_options.error(), config::kExitUsage);
  web::RunServerOptions options{.server = std::move(*server_options),
                                .playback = {.speed = static_cast<float>(a.speed), .loop = a.loop},
                                .refused = log_refused};
  install_interrupt_handler();
  const auto server = web::RunServer::start(a.path, std::move(options));
  if (!server) return config::report_error(server.error(), kExitInput);
  std::printf("run:                     %s, %.1f s, at speed %g%s\n", a.path.c_str(), (*server)->length().seconds(),
              a.speed, a.loop ? ", in a loop" : "");
  print_addresses(a, (*server)->port(), (*server)->token(), true);
  wait_for_interrupt();
  return 0;
}

}  // namespace gs
