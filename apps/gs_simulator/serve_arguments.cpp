// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/serve_arguments.h"

#include <cstdio>

#include "gs/core/format.h"
#include "gs/core/log.h"
#include "gs/web/page/page.h"

namespace gs {

void declare(config::CommandLine& line, ServeArguments& a) {
  declare_world(line, a);
  line.option("port", a.port, "TCP port, 0: any free one; default: 8765, or the next one that is free",
              Range{0, 65535});
  line.option(
      "listen", a.listen,
      "numeric address to listen at; 127.0.0.1 also listens at ::1; 0.0.0.0: every network, without encryption");
  line.option("view_only", a.view_only, "clients may look, but not drive, call services or set parameters");
  line.option("rate", a.real_time_factor,
              "simulated seconds per second; 0: as fast as possible; default: simulation.real_time_factor, 1",
              Range{0.0, 1000.0});
  line.option("allow_origin", a.allow_origin,
              "origin of a page that may connect beside our own: https://app.foxglove.dev; may be repeated");
  line.option("allow_host", a.allow_host, "host name under which the server is reached; may be repeated");
  line.option("backend", a.backend, "where images and rays are computed; auto: a usable GPU, otherwise the CPU",
              Choices{{"auto", "cpu", "cuda"}});
  line.option("driver", a.driver,
              "path: follow the recorded drive; hold: keep the initial speed; none: wait for clients",
              Choices{{"path", "hold", "none"}});
  line.option("duration", a.duration, "length of the run in simulated time [s]; default: until Ctrl-C",
              Range{0.0, 1e9});
  line.option("record", a.record, "record all topics and commands to this MCAP file");
  line.option("force", a.force, "replace an existing file at --record");
  line.option("digest", a.digest,
              "print SHA-256 digests of all states, images and clouds; equal runs have equal digests");
  line.option("allow_oversize", a.allow_oversize, "allow worlds with more than 5,000,000 Gaussians");
  line.option("quiet", a.quiet, "the same as --log-level error");
  line.example("gs-simulator serve worlds/minimal_test --rate 1");
}

Result<web::LiveOptions> live_options(const ServeArguments& a) {
  web::LiveOptions out;
  GS_TRY(out.server, web::server_options(a));
  out.view_only = a.view_only;
  out.refused = [](int status, const std::string& reason) {
    log_message(LogLevel::warning, format("[Web] REQUEST_REFUSED: {} {}", status, reason));
  };
  return out;
}

void print_addresses(const ServeArguments& a, const web::LiveServer& server) {
  // 0.0.0.0 is no address to connect to.
  const bool any = a.listen == "0.0.0.0" || a.listen == "::";
  const std::string host = web::url_host(any ? "127.0.0.1" : a.listen);
  const int port = server.port();
  const char* const token = server.token().c_str();
  std::printf("open in a browser:       http://%s:%d/?token=%s%s\n", host.c_str(), port, token,
              web::has_page() ? "" : "   (this build has no page: make studio)");
  std::printf("Foxglove or Lichtblick:  ws://%s:%d/?token=%s\n", host.c_str(), port, token);
  std::printf("from another machine:    ssh -L %d:127.0.0.1:%d HOST, then the same addresses there\n", port, port);
  if (a.view_only) std::printf("view only: clients cannot drive, call services or set parameters\n");
  std::fflush(stdout);
  if (!web::is_loopback(a.listen))
    log_message(LogLevel::warning,
                "[Web] NOT_ENCRYPTED: everyone on the way can read the token and drive; prefer ssh -L");
}

}  // namespace gs
