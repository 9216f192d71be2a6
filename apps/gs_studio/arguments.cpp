// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_studio/arguments.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "gs/core/format.h"
#include "gs/core/log.h"
#include "gs/core/progress.h"

namespace gs {

void declare(config::CommandLine& line, StudioArguments& a) {
  line.positional("path", a.path, "recorded run (MCAP file of gs-simulator), or a folder with worlds, runs and builds");
  line.option("port", a.port, "TCP port, 0: any free one; default: 8765, or the next one that is free",
              Range{0, 65535});
  line.option("listen", a.listen,
              "numeric address to listen at; 127.0.0.1 also listens at ::1; 0.0.0.0: every network, not encrypted");
  line.option("allow_origin", a.allow_origin,
              "origin of another page that may connect: https://app.foxglove.dev; may be repeated");
  line.option("allow_host", a.allow_host, "host name under which this server is reached; may be repeated");
  line.option("speed", a.speed, "recorded seconds per second with which a run starts", Range{0.1, 100.0});
  line.option("loop", a.loop, "start a run again when it ends");
  line.example("gs-studio . --port 0");
}

void print_addresses(const StudioArguments& a, uint16_t port, std::string_view token, bool data) {
  const std::string address = web::reach(a, port, token);
  std::printf("page:                    http://%s\n", address.c_str());
  if (data) std::printf("Foxglove or Lichtblick:  ws://%s\n", address.c_str());
  std::printf("from another machine:    ssh -L %d:127.0.0.1:%d HOST, then the same addresses there\n", port, port);
  std::fflush(stdout);
  if (!web::is_loopback(a.listen))
    log_message(LogLevel::warning, "[Web] NOT_ENCRYPTED: everyone on the way can read the token; prefer ssh -L");
}

void log_refused(int status, const std::string& reason) {
  log_message(LogLevel::warning, format("[Web] REQUEST_REFUSED: {} {}", status, reason));
}

void wait_for_interrupt() {
  while (!interrupt_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace gs
