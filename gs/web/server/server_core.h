// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// State that the connections of a server share; private to this folder. Everything belongs to the server's thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gs/web/server/server.h"

namespace gs::web {

// One WebSocket.
class SocketSession {
 public:
  virtual ~SocketSession() = default;
  virtual void pump() = 0;                                                 // sends what its lanes hold
  virtual void end_if_stalled(std::chrono::steady_clock::time_point) = 0;  // see ServerLimits::stall
};

// All state of a server.
struct Server::Core {
  Core(const ServerOptions& o, ServerHandler& h) : options(o), handler(h) {}

  // Open the addresses; wait for the next connection of one of them.
  Result<void> listen();
  void accept(std::size_t acceptor);
  void watch();     // checks for stalled clients, repeatedly
  void pump_all();  // call it after every call of the handler
  // Tells the handler of a refused request, at most once a second.
  void report(int status, const std::string& reason);

  ServerOptions options;
  ServerHandler& handler;
  std::size_t connections = 0;
  std::map<std::string, std::size_t> sockets_of;                // number of WebSockets by address
  std::map<uint32_t, std::shared_ptr<SocketSession>> sessions;  // shared with their pending operations
  uint32_t next_client = 1;
  std::chrono::steady_clock::time_point last_report{};
  boost::asio::io_context io{1};  // destroyed before the members above, which pending operations use
  boost::asio::steady_timer timer{io};
  std::vector<boost::asio::ip::tcp::acceptor> acceptors;
  std::thread thread;
};

// Continues a connection as WebSocket. `request` is the HTTP request that asked for it; `subprotocol` the chosen one.
void start_socket_session(Server::Core& core, boost::asio::ip::tcp::socket socket, std::string request,
                          const std::string& subprotocol);

}  // namespace gs::web
