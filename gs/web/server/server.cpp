// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Listens, reads HTTP requests, asks the guard, answers, and hands WebSockets to their sessions.
#include "gs/web/server/server.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "gs/web/foxglove/client_frames.h"
#include "gs/web/lanes/thread_priority.h"
#include "gs/web/server/server_core.h"

namespace gs::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::asio::ip::tcp;

constexpr std::size_t kBlockBytes = 256 << 10;  // of a file, in memory at a time

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

// Value of a header; empty if it is missing.
std::optional<std::string> header(const http::request<http::string_body>& request, beast::string_view name) {
  const auto found = request.find(name);
  if (found == request.end()) return std::nullopt;
  return text_of(found->value());
}

RequestHead head_of(const http::request<http::string_body>& request) {
  RequestHead out;
  out.method = text_of(request.method_string());
  out.target = text_of(request.target());
  const auto hosts = request.equal_range(http::field::host);
  for (auto it = hosts.first; it != hosts.second; ++it) out.hosts.push_back(text_of(it->value()));
  out.origin = header(request, "Origin");
  out.cookie = header(request, "Cookie");
  out.authorization = header(request, "Authorization");
  out.fetch_site = header(request, "Sec-Fetch-Site");
  out.fetch_mode = header(request, "Sec-Fetch-Mode");
  out.is_upgrade = beast::websocket::is_upgrade(request);
  return out;
}

// The first subprotocol of the client that we know; empty if there is none.
std::string choose_subprotocol(const http::request<http::string_body>& request) {
  const auto offered = header(request, "Sec-WebSocket-Protocol");
  if (!offered) return {};
  std::stringstream names(*offered);
  for (std::string name; std::getline(names, name, ',');) {
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (std::find(std::begin(kSubprotocols), std::end(kSubprotocols), name) != std::end(kSubprotocols)) return name;
  }
  return {};
}

// One HTTP connection, possibly with several requests after each other.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(Server::Core& core, tcp::socket socket) : core_(core), stream_(std::move(socket)) {
    ++core_.connections;
  }
  ~HttpConnection() { --core_.connections; }

  void read(std::chrono::milliseconds limit) {
    const ServerLimits& limits = core_.options.limits;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    parser_->body_limit(limits.body_bytes);
    stream_.expires_after(limit);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      error ? self->failed(error) : self->serve();
    });
  }
  void refuse(int status, const std::string& reason) {
    core_.report(status, reason);
    keep_alive_ = false;
    write(text_response(status, reason));
  }

 private:
  // Malformed requests get an answer where there is one; then the connection ends.
  void failed(beast::error_code error) {
    if (error == http::error::header_limit) return refuse(431, "the header exceeds the limit of the server");
    if (error == http::error::body_limit) return refuse(413, "the body exceeds the limit of the server");
    const bool is_syntax = error.category() == make_error_code(http::error::bad_target).category();
    if (is_syntax && error != http::error::end_of_stream && error != http::error::partial_message)
      return refuse(400, "the request is malformed");
  }

  void serve() {
    const http::request<http::string_body> request = parser_->release();
    keep_alive_ = request.keep_alive();
    is_head_ = request.method() == http::verb::head;
    if (request.version() != 11) return refuse(400, "only HTTP/1.1 is supported");
    // Requests with a body are not needed; refusing them leaves no room for two readings of their length.
    if (!request.body().empty() || request.chunked()) return refuse(400, "requests must have no body");
    const RequestHead head = head_of(request);
    const Verdict verdict = check_request(core_.options.guard, head);
    if (verdict.refusal) return refuse(verdict.refusal->status, verdict.refusal->reason);
    if (head.is_upgrade) return upgrade(request);
    const Target& target = verdict.admitted.target;
    if (target.path == "/healthz") return write(text_response(204, {}));
    const GuardOptions& guard = core_.options.guard;
    if (verdict.admitted.by_query && target.path == "/" && head.method == "GET")
      return write(cookie_response(cookie_name(guard.port), guard.token));
    write(core_.handler.get({.method = head.method,
                             .path = target.path,
                             .range = header(request, "Range").value_or(""),
                             .if_range = header(request, "If-Range").value_or(""),
                             .if_none_match = header(request, "If-None-Match").value_or(""),
                             .accept_encoding = header(request, "Accept-Encoding").value_or("")}));
  }

  void upgrade(const http::request<http::string_body>& request) {
    beast::error_code ignored;
    const std::string address = stream_.socket().remote_endpoint(ignored).address().to_string();
    const auto open = core_.sockets_of.find(address);
    if (open != core_.sockets_of.end() && open->second >= core_.options.limits.sockets_per_address)
      return refuse(429, "too many WebSockets of one address are open");
    const std::string subprotocol = choose_subprotocol(request);
    if (subprotocol.empty())
      return refuse(400, "the WebSocket must offer the subprotocol foxglove.websocket.v1 or foxglove.sdk.v1");
    std::ostringstream text;
    text << request.base();
    stream_.expires_never();
    start_socket_session(core_, stream_.release_socket(), std::move(text).str(), subprotocol);
  }

  void write(HttpResponse response) {
    response_ = std::move(response);
    head_ = response_head(response_, keep_alive_);
    at_ = 0;
    if (is_head_) response_.length = 0;
    stream_.expires_after(core_.options.limits.idle_time);
    asio::async_write(stream_, asio::buffer(head_), [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->write_body();
    });
  }

  // Sends the body in blocks.
  void write_body() {
    const uint64_t left = response_.content ? response_.length - at_ : 0;
    if (left == 0) return written();
    block_.resize(static_cast<std::size_t>(std::min<uint64_t>(left, kBlockBytes)));
    if (!response_.content->read(response_.begin + at_, block_)) return;  // the connection ends: the body is cut short
    at_ += block_.size();
    stream_.expires_after(core_.options.limits.idle_time);
    asio::async_write(stream_, asio::buffer(block_), [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->write_body();
    });
  }

  void written() {
    response_ = {};
    if (keep_alive_) return read(core_.options.limits.idle_time);
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(core_.options.limits.header_time);
    block_.resize(4096);
    drain(kBlockBytes);
  }

  // Reads what the client still sends, within limits: closing before would make TCP drop the answer.
  void drain(std::size_t left) {
    stream_.async_read_some(asio::buffer(block_),
                            [self = shared_from_this(), left](beast::error_code error, std::size_t size) {
                              if (!error && size < left) self->drain(left - size);
                            });
  }

  Server::Core& core_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{1 << 17};
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpResponse response_;
  std::string head_;
  std::vector<std::byte> block_;
  uint64_t at_ = 0;
  bool keep_alive_ = false, is_head_ = false;
};

// Opens one address. Port 0: any free one.
Result<tcp::acceptor> listen_at(asio::io_context& io, const std::string& address, uint16_t port) {
  beast::error_code error;
  const auto numeric = asio::ip::make_address(address, error);
  if (error) return fail(ErrorCode::network_error, "'{}' is not a numeric address", address);
  tcp::acceptor acceptor(io);
  const tcp::endpoint endpoint(numeric, port);
  acceptor.open(endpoint.protocol(), error);
  if (!error && numeric.is_v6()) acceptor.set_option(asio::ip::v6_only(true), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return fail(ErrorCode::network_error, "cannot listen at {} port {}: {}", address, port, error.message());
  return acceptor;
}

}  // namespace

// Opens the first address at the first free port, then the others at the same port where that is possible.
Result<void> Server::Core::listen() {
  const int last = options.port == 0 ? 0 : std::min(65535, options.port + options.more_ports);
  std::optional<Error> error;
  for (int port = options.port; port <= last && acceptors.empty(); ++port) {
    auto made = listen_at(io, options.addresses.front(), static_cast<uint16_t>(port));
    if (made) {
      acceptors.push_back(std::move(*made));
    } else if (!error) {
      error = made.error();
    }
  }
  if (acceptors.empty()) return std::move(*error).with_hint("--port 0 takes any free port");
  options.guard.port = acceptors.front().local_endpoint().port();
  for (std::size_t i = 1; i < options.addresses.size(); ++i) {
    auto made = listen_at(io, options.addresses[i], options.guard.port);
    if (made) acceptors.push_back(std::move(*made));  // a machine may have no IPv6
  }
  options.guard.loopback_only = std::all_of(options.addresses.begin(), options.addresses.end(),
                                            [](const std::string& address) { return is_loopback(address); });
  for (std::size_t i = 0; i < acceptors.size(); ++i) accept(i);
  watch();
  return {};
}

void Server::Core::accept(std::size_t acceptor) {
  acceptors[acceptor].async_accept([this, acceptor](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      beast::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      socket.set_option(asio::socket_base::send_buffer_size(256 << 10), ignored);
      const bool is_full = connections >= options.limits.connections;
      const auto connection = std::make_shared<HttpConnection>(*this, std::move(socket));
      is_full ? connection->refuse(429, "too many connections are open") : connection->read(options.limits.header_time);
    }
    accept(acceptor);
  });
}

void Server::Core::watch() {
  timer.expires_after(std::min<std::chrono::milliseconds>(std::chrono::milliseconds(1000), options.limits.stall / 4));
  timer.async_wait([this](beast::error_code error) {
    if (error) return;
    const auto now = std::chrono::steady_clock::now();
    for (const auto& [client, session] : sessions) session->end_if_stalled(now);
    watch();
  });
}

// A copy, because a session that ends leaves the map.
void Server::Core::pump_all() {
  const auto all = sessions;
  for (const auto& [client, session] : all) session->pump();
}

void Server::Core::report(int status, const std::string& reason) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_report < std::chrono::seconds(1)) return;
  last_report = now;
  handler.refused(status, reason);
}

Server::Server(std::unique_ptr<Core> core) : core_(std::move(core)) {}

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options, ServerHandler& handler) {
  auto core = std::make_unique<Core>(options, handler);
  GS_CHECK(core->listen());
  core->thread = std::thread([&core = *core] {
    yield_to_stepping_thread();
    core.io.run();
  });
  return std::unique_ptr<Server>(new Server(std::move(core)));
}

Server::~Server() {
  core_->io.stop();
  core_->thread.join();
  core_->sessions.clear();
}

uint16_t Server::port() const { return core_->options.guard.port; }

void Server::wake() {
  asio::post(core_->io, [core = core_.get()] {
    core->handler.woken();
    core->pump_all();
  });
}

void Server::post(std::function<void()> work) {
  asio::post(core_->io, [core = core_.get(), work = std::move(work)] {
    work();
    core->pump_all();
  });
}

}  // namespace gs::web
