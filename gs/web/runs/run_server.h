// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A recorded run for browsers and Foxglove clients: the server, the protocol and the playback.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "gs/core/result.h"
#include "gs/web/runs/playback.h"
#include "gs/web/server/server.h"

namespace gs::web {

// How a run is served.
struct RunServerOptions {
  ServerOptions server{};  // its token is made here unless it is set
  PlaybackOptions playback{};
  std::function<void(int status, const std::string& reason)> refused{};  // a refused request, at most one a second
  std::function<Playback::Time()> now = std::chrono::steady_clock::now;  // called on the thread that plays
};

// Serves one run. All clients share one playback.
class RunServer {
 public:
  // Opens the run and starts the server. Errors: those of RunLog::open; network_error.
  static Result<std::unique_ptr<RunServer>> start(const std::filesystem::path& run, RunServerOptions options);
  // Closes all connections and ends the playback.
  ~RunServer();

  // Port that is listened on, and the token that clients need.
  uint16_t port() const;
  const std::string& token() const;
  // Length of the run in recorded time.
  Duration length() const;

 private:
  struct Impl;
  explicit RunServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::web
