// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The worlds, runs and builds of a folder for browsers: lists them, opens worlds and runs in processes of their own,
// and shows builds. Clients name everything by ids.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/web/server/server.h"
#include "gs/web/studio/catalog.h"

namespace gs::web {

// Number of worlds and runs that may be open at the same time.
inline constexpr std::size_t kMaxOpen = 8;

// How a folder is served.
struct StudioOptions {
  ServerOptions server{};  // its token is made here unless it is set
  // The command that serves a world or a run and prints its address; see ChildServer.
  std::function<std::vector<std::string>(const CatalogEntry&)> command{};
  std::function<void(int status, const std::string& reason)> refused{};  // a refused request, at most one a second
  std::function<Timestamp()> now{};                                      // since the UNIX epoch; for remaining times
};

// Serves one folder.
//
//   GET  /api/list.json            what there is
//   POST /api/open/ID              opens a world or run: 202; POST /api/close/ID ends it
//   GET  /api/open/ID.json         its state and, once it runs, its address with its token
//   GET  /api/builds/ID.json       a build; see build_resources()
class StudioServer {
 public:
  // Errors: not_found if the folder is missing; network_error.
  static Result<std::unique_ptr<StudioServer>> start(const std::filesystem::path& root, StudioOptions options);
  // Ends the processes of what is open, and closes all connections.
  ~StudioServer();

  // Port that is listened on, and the token that clients need.
  uint16_t port() const;
  const std::string& token() const;

 private:
  struct Impl;
  explicit StudioServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::web
