// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A running simulator for browsers and Foxglove clients: the server, the protocol, and the hooks of the run loop.
//
//   GS_TRY(auto server, LiveServer::start(simulator, options, load));
//   run_loop(simulator, {}, nullptr, std::nullopt, server->hooks());
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/services/run_services.h"
#include "gs/core/result.h"
#include "gs/sim/simulator.h"
#include "gs/web/server/server.h"

namespace gs::web {

// How a run is served.
struct LiveOptions {
  ServerOptions server{};                                                // its token is made here unless it is set
  bool view_only = false;                                                // clients may only look
  std::function<void(int status, const std::string& reason)> refused{};  // a refused request, at most one a second
  // Seconds from any epoch, for the age of inputs; empty: the steady clock. Called on two threads.
  std::function<double()> now_s{};
};

// Serves one simulator. The simulation never waits for a client: see gs/web/README.md.
class LiveServer {
 public:
  // Starts the server; messages come with the first observation of the run loop. The simulator must outlive it. Errors:
  // network_error.
  static Result<std::unique_ptr<LiveServer>> start(sim::Simulator& simulator, LiveOptions options,
                                                   bridge::RunServices::Load load);
  // Answers waiting calls with a failure and closes all connections.
  ~LiveServer();

  // Hooks that serve requests, submit commands and publish observations. They must not outlive the server.
  bridge::RunHooks hooks();
  uint16_t port() const;
  const std::string& token() const;

 private:
  struct Impl;
  explicit LiveServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::web
