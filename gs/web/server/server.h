// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// HTTP and WebSocket on one port, on one thread of its own. It moves bytes and enforces the limits; what they mean is
// decided by a handler.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/web/guard/guard.h"
#include "gs/web/http/respond.h"
#include "gs/web/lanes/client_lanes.h"

namespace gs::web {

// Limits of one server; see docs/studio.md.
struct ServerLimits {
  std::size_t connections = 64, sockets_per_address = 8;
  std::size_t header_bytes = 8 << 10, body_bytes = 64 << 10, frame_bytes = 1 << 20;
  std::size_t frames_per_s = 500, frame_bytes_per_s = 4 << 20;
  std::chrono::milliseconds header_time{5'000}, idle_time{60'000};
  std::chrono::milliseconds silence{15'000};  // a WebSocket that answers no ping this long is closed
  std::chrono::milliseconds stall{10'000};    // a client that takes nothing of a frame this long is closed
};

// Where to listen, and who may ask.
struct ServerOptions {
  std::vector<std::string> addresses{"127.0.0.1", "::1"};  // numeric; the first one must work
  uint16_t port = 0;                                       // 0: any free one
  uint16_t more_ports = 0;                                 // if the port is taken, this many after it are tried
  GuardOptions guard{};                                    // port and loopback_only are filled in
  ServerLimits limits{};
};

// What the bytes mean. All functions are called on the server's thread and must not block.
class ServerHandler {
 public:
  virtual ~ServerHandler() = default;
  // Answers a request that the guard has admitted.
  virtual HttpResponse get(const FileRequest& request) = 0;
  // A WebSocket was opened; the lanes are shared with its session.
  virtual void opened(uint32_t client, std::shared_ptr<ClientLanes> lanes) = 0;
  virtual void text(uint32_t client, std::string_view frame) = 0;
  virtual void binary(uint32_t client, Bytes frame) = 0;
  virtual void closed(uint32_t client) = 0;
  // wake() was called: take what other threads left and offer it to the lanes.
  virtual void woken() = 0;
  // A request was refused, at most once a second: for a log. The reason holds nothing of the client.
  virtual void refused(int status, const std::string& reason) = 0;
};

// A running server. Its destructor closes all connections and ends the thread.
class Server {
 public:
  // The handler must outlive the server. Errors: network_error if no port is free or the address is not ours.
  static Result<std::unique_ptr<Server>> start(const ServerOptions& options, ServerHandler& handler);
  ~Server();
  // Port that is listened on.
  uint16_t port() const;
  // Calls ServerHandler::woken() soon. Any thread; does not block.
  void wake();
  // Runs a function on the server's thread soon. Any thread; does not block.
  void post(std::function<void()> work);

  struct Core;

 private:
  explicit Server(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace gs::web
