// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One WebSocket: reads frames within the limits, sends what the lanes hold, one write at a time.
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <utility>

#include "gs/web/guard/rate_limit.h"
#include "gs/web/server/server_core.h"

namespace gs::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ws = beast::websocket;
using boost::asio::ip::tcp;
using Clock = std::chrono::steady_clock;

class BeastSession final : public SocketSession, public std::enable_shared_from_this<BeastSession> {
 public:
  BeastSession(Server::Core& core, tcp::socket socket, std::string request)
      : core_(core),
        stream_(std::move(socket)),
        request_(std::move(request)),
        rate_(core.options.limits.frames_per_s, core.options.limits.frame_bytes_per_s) {
    beast::error_code ignored;
    address_ = beast::get_lowest_layer(stream_).socket().remote_endpoint(ignored).address().to_string();
    ++core_.sockets_of[address_];
    ++core_.connections;
  }
  ~BeastSession() override {
    --core_.connections;
    if (--core_.sockets_of[address_] == 0) core_.sockets_of.erase(address_);
  }

  void start(const std::string& subprotocol) {
    const ServerLimits& limits = core_.options.limits;
    stream_.set_option(ws::stream_base::timeout{limits.header_time, limits.silence, true});
    stream_.set_option(ws::stream_base::decorator([subprotocol](ws::response_type& response) {
      if (!subprotocol.empty()) response.set("Sec-WebSocket-Protocol", subprotocol);
    }));
    stream_.read_message_max(limits.frame_bytes);
    // Pings are answered by Beast; they count like other frames. The callback runs inside of a read.
    stream_.control_callback([this](ws::frame_type, beast::string_view payload) { count(payload.size()); });
    stream_.auto_fragment(false);  // one frame a message; its payload is sent from where it lies
    stream_.async_accept(asio::buffer(request_), [self = shared_from_this()](beast::error_code error) {
      if (!error) self->opened();
    });
  }

  void pump() override {
    if (writing_ || closing_ || client_ == 0) return;
    if (lanes_->closing()) {
      closing_ = true;
      const auto& close = *lanes_->closing();
      stream_.async_close(
          ws::close_reason(static_cast<ws::close_code>(close.code), close.reason.substr(0, 120).c_str()),
          [self = shared_from_this()](beast::error_code) { self->ended(); });
      return;
    }
    auto frame = lanes_->next();
    if (!frame) return;
    sending_ = std::move(*frame);
    writing_ = true;
    write_began_ = Clock::now();
    stream_.text(sending_.is_text);
    const std::array<asio::const_buffer, 2> buffers{
        asio::buffer(sending_.head), sending_.payload ? asio::buffer(*sending_.payload) : asio::const_buffer()};
    stream_.async_write(buffers, [self = shared_from_this()](beast::error_code error, std::size_t) {
      self->writing_ = false;
      self->sending_ = {};
      if (error) return self->ended();
      self->pump();
    });
  }

  // Without a closing frame: it would wait behind the one that the client does not take.
  void end_if_stalled(Clock::time_point now) override {
    const bool stalled = writing_ && now - write_began_ > core_.options.limits.stall;
    if (stalled) beast::get_lowest_layer(stream_).close();
  }

 private:
  void opened() {
    lanes_ = std::make_shared<ClientLanes>();
    client_ = core_.next_client++;
    core_.sessions[client_] = shared_from_this();
    core_.handler.opened(client_, lanes_);
    read();
    core_.pump_all();
  }

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t size) {
      if (error) return self->ended();
      self->received(size);
    });
  }

  // Counts a frame; asks the connection to end if it is one too many.
  void count(std::size_t size) {
    constexpr uint16_t kPolicyViolation = 1008;
    if (rate_.take(Clock::now(), size)) return;
    lanes_->close(kPolicyViolation, "the client sends more than the limit allows");
    asio::post(stream_.get_executor(), [self = shared_from_this()] { self->pump(); });
  }

  void received(std::size_t size) {
    count(size);
    if (lanes_->closing()) return core_.pump_all();
    const Bytes frame{static_cast<const std::byte*>(buffer_.cdata().data()), size};
    if (stream_.got_text()) {
      core_.handler.text(client_, as_text(frame));
    } else {
      core_.handler.binary(client_, frame);
    }
    buffer_.consume(buffer_.size());
    core_.pump_all();
    if (!lanes_->closing()) read();
  }

  // The connection is over; told once.
  void ended() {
    if (client_ == 0) return;
    const uint32_t client = std::exchange(client_, 0);
    const auto self = shared_from_this();
    core_.sessions.erase(client);
    core_.handler.closed(client);
    beast::get_lowest_layer(stream_).close();
    core_.pump_all();
  }

  Server::Core& core_;
  ws::stream<beast::tcp_stream> stream_;
  std::string request_;  // borrowed by async_accept
  std::string address_;
  RateLimit rate_;
  beast::flat_buffer buffer_;
  std::shared_ptr<ClientLanes> lanes_;  // shared with the handler
  uint32_t client_ = 0;                 // 0: not open
  OutFrame sending_;
  bool writing_ = false, closing_ = false;
  Clock::time_point write_began_{};
};

}  // namespace

void start_socket_session(Server::Core& core, tcp::socket socket, std::string request, const std::string& subprotocol) {
  std::make_shared<BeastSession>(core, std::move(socket), std::move(request))->start(subprotocol);
}

}  // namespace gs::web
