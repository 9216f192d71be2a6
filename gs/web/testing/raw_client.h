// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A client of HTTP and WebSocket on a plain socket, which can also send what no client may. Test code only.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/expect.h"

namespace gs::web {

// One TCP connection to 127.0.0.1. A read that gets nothing for 60 s ends as if the server had closed.
class RawClient {
 public:
  // receive_bytes: size of the kernel's receive buffer; 0: the default.
  explicit RawClient(uint16_t port, int receive_bytes = 0) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    GS_EXPECT(socket_ >= 0);
    const timeval limit{60, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    if (receive_bytes > 0) setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  bool connected() const { return connected_; }
  // False if the server has closed the connection.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  // The header of the next response, up to its empty line; empty if the connection ended before.
  std::string read_head() {
    std::size_t end;
    while ((end = received_.find("\r\n\r\n")) == received_.npos) {
      if (!receive()) return {};
    }
    return take(end + 4);
  }
  // The next `count` bytes, or fewer if the connection ends.
  std::string read_bytes(std::size_t count) {
    while (received_.size() < count && receive()) {
    }
    return take(std::min(count, received_.size()));
  }
  // True once the server has ended the connection; drops what it sent before.
  bool ends() {
    while (receive()) received_.clear();
    return ended_;
  }
  // Status of a request that is sent as it is; 0 if the server closed without an answer.
  int status_of(std::string_view request) {
    if (!send(request)) return 0;
    const std::string head = read_head();
    return head.size() > 12 ? std::stoi(head.substr(9, 3)) : 0;
  }
  // Asks for a WebSocket. `headers`: more header lines, each with its line end. Returns the header of the response.
  std::string upgrade(uint16_t port, const std::string& target, const std::string& subprotocol,
                      const std::string& headers = {}) {
    std::string request = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                          "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    if (!subprotocol.empty()) request += "Sec-WebSocket-Protocol: " + subprotocol + "\r\n";
    send(request + headers + "\r\n");
    return read_head();
  }

  // Operation codes of RFC 6455.
  enum Opcode { text = 1, binary = 2, close = 8, ping = 9, pong = 10 };
  struct Frame {
    int opcode = 0;
    std::string payload;
    // Code of a close frame.
    int close_code() const {
      return payload.size() < 2 ? 0
                                : static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
    }
  };
  // Sends one frame. `first` replaces the byte of flags and opcode; `masked` false is forbidden for clients.
  bool send_frame(Opcode opcode, std::string_view payload, bool masked = true, int first = -1) {
    std::string out(1, static_cast<char>(first >= 0 ? first : 0x80 | opcode));
    const int mask_bit = masked ? 0x80 : 0;
    const auto put = [&](uint64_t value, int count) {
      for (int i = count - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 255);
    };
    if (payload.size() < 126) {
      put(static_cast<uint64_t>(mask_bit) | payload.size(), 1);
    } else if (payload.size() < 65536) {
      put(static_cast<uint64_t>(mask_bit | 126), 1), put(payload.size(), 2);
    } else {
      put(static_cast<uint64_t>(mask_bit | 127), 1), put(payload.size(), 8);
    }
    if (masked) out += std::string(4, '\0');  // a mask of zeros changes nothing
    return send(out.append(payload));
  }
  // The next frame; pings are answered. Empty if the connection ended.
  std::optional<Frame> read_frame() {
    while (true) {
      const std::string head = read_bytes(2);
      if (head.size() < 2) return std::nullopt;
      uint64_t size = static_cast<unsigned char>(head[1]) & 127;
      const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
      if (more > 0) {
        size = 0;
        for (const char c : read_bytes(more)) size = size << 8 | static_cast<unsigned char>(c);
      }
      Frame frame{head[0] & 15, read_bytes(size)};
      if (frame.payload.size() < size) return std::nullopt;
      if (frame.opcode != ping) return frame;
      send_frame(pong, frame.payload);
    }
  }

 private:
  bool receive() {
    char block[16384];
    const ssize_t count = ::recv(socket_, block, sizeof(block), 0);
    ended_ = count == 0 || (count < 0 && errno != EAGAIN);
    if (count > 0) received_.append(block, static_cast<std::size_t>(count));
    return count > 0;
  }
  std::string take(std::size_t count) {
    std::string out = received_.substr(0, count);
    received_.erase(0, count);
    return out;
  }
  int socket_;
  bool connected_ = false, ended_ = false;
  std::string received_;
};

}  // namespace gs::web
