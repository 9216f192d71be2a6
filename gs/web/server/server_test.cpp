// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The server on loopback: what it serves, what it refuses, and clients that do not read.
#include "gs/web/server/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>

#include "gs/web/page/page.h"
#include "gs/web/testing/raw_client.h"

namespace gs::web {
namespace {

// Echoes frames, serves one file, and sends `flood` to every client when it is woken.
class EchoHandler final : public ServerHandler {
 public:
  EchoHandler() {
    add_page(manifest_);
    manifest_.add("/ten", {.content = text_content("0123456789"), .type = "text/plain", .etag = {}});
    std::string large(3'000'000, 'x');
    large[2'999'999] = 'y';
    manifest_.add("/large", {.content = text_content(std::move(large)), .type = "text/plain", .etag = {}});
  }
  HttpResponse get(const FileRequest& request) override { return respond(manifest_, request); }
  void opened(uint32_t client, std::shared_ptr<ClientLanes> lanes) override { lanes_[client] = std::move(lanes); }
  void text(uint32_t client, std::string_view frame) override { lanes_[client]->send_text(frame); }
  void binary(uint32_t client, Bytes frame) override { lanes_[client]->send_binary({frame.begin(), frame.end()}); }
  void closed(uint32_t client) override {
    lanes_.erase(client);
    ++ended;
  }
  void woken() override {
    static const auto kPayload = std::make_shared<const std::vector<std::byte>>(1 << 20);
    for (const auto& [client, lanes] : lanes_) lanes->offer(1, Lane::bulk, {}, kPayload);
  }
  void refused(int, const std::string&) override {}

  std::atomic<int> ended{0};

 private:
  Manifest manifest_;
  std::map<uint32_t, std::shared_ptr<ClientLanes>> lanes_;  // shared with the sessions
};

// A server with token "secret" at a free port.
class WebServer : public ::testing::Test {
 protected:
  void start(const ServerLimits& limits = {}) {
    auto made = Server::start({.guard = {.token = "secret"}, .limits = limits}, handler_);
    ASSERT_TRUE(made) << made.error().message;
    server_ = std::move(*made);
    port_ = server_->port();
  }
  std::string host() const { return "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n"; }
  int status(const std::string& request) {
    RawClient client(port_);
    return client.status_of(request);
  }
  // Status of a GET with the right token; `more` are further header lines.
  int status_of_get(const std::string& target, const std::string& more = {}) {
    return status("GET " + target + " HTTP/1.1\r\n" + host() + "Authorization: Bearer secret\r\n" + more + "\r\n");
  }
  void expect_alive() { EXPECT_EQ(status_of_get("/ten"), 200); }

  EchoHandler handler_;
  std::unique_ptr<Server> server_;
  uint16_t port_ = 0;
};

TEST_F(WebServer, ServesThePageFilesAndRanges) {
  start();
  EXPECT_EQ(status_of_get("/"), 200);
  EXPECT_EQ(status_of_get("/ten", "Range: bytes=2-4\r\n"), 206);
  EXPECT_EQ(status_of_get("/ten", "Range: bytes=20-\r\n"), 416);
  EXPECT_EQ(status_of_get("/other"), 404);
  EXPECT_EQ(status("GET /healthz HTTP/1.1\r\n" + host() + "\r\n"), 204);
  // Two requests after each other, one of them large.
  RawClient client(port_);
  client.send("GET /large HTTP/1.1\r\n" + host() + "Authorization: Bearer secret\r\n\r\n");
  EXPECT_NE(client.read_head().find("Content-Length: 3000000\r\n"), std::string::npos);
  EXPECT_EQ(client.read_bytes(3'000'000).back(), 'y');
  client.send("GET /ten HTTP/1.1\r\n" + host() + "Authorization: Bearer secret\r\nRange: bytes=-3\r\n\r\n");
  EXPECT_NE(client.read_head().find("Content-Range: bytes 7-9/10\r\n"), std::string::npos);
  EXPECT_EQ(client.read_bytes(3), "789");
  client.send("HEAD /ten HTTP/1.1\r\n" + host() + "Authorization: Bearer secret\r\nConnection: close\r\n\r\n");
  EXPECT_NE(client.read_head().find("Content-Length: 10\r\n"), std::string::npos);
  EXPECT_EQ(client.read_bytes(1), "");
}

TEST_F(WebServer, TheTokenOfTheUrlBecomesACookie) {
  start();
  RawClient client(port_);
  client.send("GET /?token=secret HTTP/1.1\r\n" + host() + "\r\n");
  const std::string head = client.read_head();
  EXPECT_TRUE(head.starts_with("HTTP/1.1 303")) << head;
  const std::string cookie = "gs_studio_" + std::to_string(port_) + "=secret";
  EXPECT_NE(head.find("Set-Cookie: " + cookie + "; HttpOnly; SameSite=Strict; Path=/\r\n"), head.npos);
  EXPECT_EQ(status("GET / HTTP/1.1\r\n" + host() + "Cookie: " + cookie + "\r\n\r\n"), 200);
}

TEST_F(WebServer, RefusesAttacksOverHttpAndStaysAlive) {
  start();
  const std::string token = "Authorization: Bearer secret\r\n";
  struct Attack {
    const char* what;
    std::string request;
    int status;
  };
  const std::string get = "GET /ten HTTP/1.1\r\n";
  const std::string port = std::to_string(port_);
  for (const Attack& attack : std::vector<Attack>{
           {"no Host", get + token + "\r\n", 400},
           {"two Hosts", get + host() + host() + token + "\r\n", 400},
           {"a rebound name", get + "Host: evil.example:" + port + "\r\n" + token + "\r\n", 421},
           {"another port", get + "Host: 127.0.0.1:1\r\n" + token + "\r\n", 421},
           {"no token", get + host() + "\r\n", 401},
           {"a wrong token", "GET /?token=wrong HTTP/1.1\r\n" + host() + "\r\n", 401},
           {"a foreign origin", get + host() + token + "Origin: http://127.0.0.1:1\r\n\r\n", 403},
           {"a null origin", get + host() + token + "Origin: null\r\n\r\n", 403},
           {"a request of another site", get + host() + token + "Sec-Fetch-Site: cross-site\r\n\r\n", 403},
           {"dots", "GET /../etc/passwd HTTP/1.1\r\n" + host() + token + "\r\n", 400},
           {"escaped dots", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host() + token + "\r\n", 400},
           {"NUL", "GET /a%00 HTTP/1.1\r\n" + host() + token + "\r\n", 400},
           {"a backslash", "GET /..\\x HTTP/1.1\r\n" + host() + token + "\r\n", 400},
           {"an absolute URI", "GET http://127.0.0.1/ten HTTP/1.1\r\n" + host() + token + "\r\n", 400},
           {"a folder of the disk", "GET /etc/passwd HTTP/1.1\r\n" + host() + token + "\r\n", 404},
           {"a long header", get + host() + token + "X: " + std::string(9000, 'a') + "\r\n\r\n", 431},
           {"HTTP/1.0", "GET /ten HTTP/1.0\r\n" + host() + token + "\r\n", 400},
           {"garbage", "\x16\x03\x01 hello\r\n\r\n", 400},
           {"two lengths",
            "POST /ten HTTP/1.1\r\n" + host() + token +
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400},
           {"a body", "POST /ten HTTP/1.1\r\n" + host() + token + "Content-Length: 2\r\n\r\nhi", 400},
           {"a large body", "POST /ten HTTP/1.1\r\n" + host() + token + "Content-Length: 70000\r\n\r\n", 413},
           {"another method", "DELETE /ten HTTP/1.1\r\n" + host() + token + "\r\n", 405},
       }) {
    EXPECT_EQ(status(attack.request), attack.status) << attack.what;
    expect_alive();
  }
}

TEST_F(WebServer, ClosesAConnectionWhoseHeaderDoesNotCome) {
  start({.header_time = std::chrono::milliseconds(50)});
  RawClient client(port_);
  client.send("GET /ten HTTP/1.1\r\n");
  EXPECT_TRUE(client.ends());
  expect_alive();
}

TEST_F(WebServer, LimitsTheConnections) {
  start({.connections = 4});
  std::vector<std::unique_ptr<RawClient>> open;
  for (int i = 0; i < 4; ++i) {
    open.push_back(std::make_unique<RawClient>(port_));
    ASSERT_EQ(open.back()->status_of("GET /healthz HTTP/1.1\r\n" + host() + "\r\n"), 204);
  }
  EXPECT_EQ(status_of_get("/ten"), 429);
}

TEST_F(WebServer, OpensAWebSocketWithEitherSubprotocol) {
  start();
  for (const std::string name : {"foxglove.websocket.v1", "foxglove.sdk.v1"}) {
    RawClient client(port_);
    const std::string head = client.upgrade(port_, "/?token=secret", "other, " + name);
    EXPECT_TRUE(head.starts_with("HTTP/1.1 101")) << head;
    EXPECT_NE(head.find("Sec-WebSocket-Protocol: " + name + "\r\n"), head.npos) << head;
    client.send_frame(RawClient::text, "hello");
    EXPECT_EQ(client.read_frame()->payload, "hello");
    client.send_frame(RawClient::binary, std::string(70000, 'b'));
    const auto echoed = client.read_frame();
    ASSERT_TRUE(echoed);
    EXPECT_EQ(echoed->opcode, RawClient::binary);
    EXPECT_EQ(echoed->payload, std::string(70000, 'b'));
  }
}

TEST_F(WebServer, RefusesWebSocketsWithoutTokenOriginOrSubprotocol) {
  start();
  const auto refused = [&](const std::string& target, const std::string& subprotocol, const std::string& headers) {
    RawClient client(port_);
    const std::string head = client.upgrade(port_, target, subprotocol, headers);
    return head.size() > 12 ? head.substr(9, 3) : head;
  };
  const std::string name = "foxglove.websocket.v1";
  EXPECT_EQ(refused("/", name, ""), "401");
  EXPECT_EQ(refused("/?token=wrong", name, ""), "401");
  EXPECT_EQ(refused("/?token=secret", "", ""), "400");
  EXPECT_EQ(refused("/?token=secret", "foxglove.websocket.v2", ""), "400");
  // A page of another port of this machine sends our cookie.
  const std::string cookie = "Cookie: gs_studio_" + std::to_string(port_) + "=secret\r\n";
  EXPECT_EQ(refused("/", name, cookie + "Origin: http://127.0.0.1:" + std::to_string(port_) + "\r\n"), "101");
  EXPECT_EQ(refused("/", name, cookie + "Origin: http://127.0.0.1:1\r\n"), "403");
  EXPECT_EQ(refused("/", name, cookie + "Origin: null\r\n"), "403");
}

TEST_F(WebServer, LimitsTheWebSocketsOfAnAddress) {
  start({.sockets_per_address = 2});
  RawClient first(port_), second(port_), third(port_);
  EXPECT_TRUE(first.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  EXPECT_TRUE(second.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  EXPECT_TRUE(third.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 429"));
}

TEST_F(WebServer, EndsWebSocketsThatBreakTheProtocol) {
  start();
  struct Attack {
    const char* what;
    RawClient::Opcode opcode;
    std::string payload;
    bool masked;
    int first, code;
  };
  for (const Attack& attack :
       std::vector<Attack>{{"unmasked", RawClient::text, "hi", false, -1, 1002},
                           {"reserved bits", RawClient::text, "hi", true, 0xf1, 1002},
                           {"reserved opcode", RawClient::text, "hi", true, 0x83, 1002},
                           {"not UTF-8", RawClient::text, "\xff\xfe", true, -1, 1007},
                           {"2 MB", RawClient::binary, std::string(2 << 20, 'x'), true, -1, 1009}}) {
    RawClient client(port_);
    ASSERT_TRUE(client.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
    client.send_frame(attack.opcode, attack.payload, attack.masked, attack.first);
    const auto frame = client.read_frame();
    // TCP drops the close frame when the server closes before it has read the rest of a long message.
    if (frame || attack.payload.size() < 100) {
      EXPECT_EQ(frame ? frame->close_code() : 0, attack.code) << attack.what;
    }
    EXPECT_TRUE(client.ends()) << attack.what;
    expect_alive();
  }
}

// Texts and pings count alike.
TEST_F(WebServer, EndsAClientThatSendsTooMuch) {
  start({.frames_per_s = 20});
  for (const char opcode : {'\x81', '\x89'}) {
    RawClient client(port_);
    ASSERT_TRUE(client.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
    std::string frames;
    for (int i = 0; i < 5000; ++i) frames += opcode + std::string("\x81\0\0\0\0x", 6);
    client.send(frames);
    int code = 0;
    while (const auto frame = client.read_frame()) {
      if (frame->opcode != RawClient::close) continue;
      code = frame->close_code();
      break;
    }
    EXPECT_EQ(code, 1008) << static_cast<int>(opcode);
    expect_alive();
  }
}

// The reader takes nothing of a message: it is dropped after the limit, and others are served meanwhile.
TEST_F(WebServer, DropsAClientThatDoesNotRead) {
  start({.stall = std::chrono::milliseconds(2000)});
  RawClient stalled(port_, 4096);
  ASSERT_TRUE(stalled.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  RawClient good(port_);
  ASSERT_TRUE(good.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  // The answer shows that the server has opened the session: it does so after its response to the upgrade.
  good.send_frame(RawClient::text, "ready");
  ASSERT_TRUE(good.read_frame());
  while (handler_.ended == 0) {
    server_->wake();
    const auto frame = good.read_frame();
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->payload.size(), (1u << 20) + 13);
  }
  EXPECT_EQ(handler_.ended, 1);
  good.send_frame(RawClient::text, "still here");
  auto frame = good.read_frame();
  while (frame && frame->opcode == RawClient::binary) frame = good.read_frame();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->opcode, RawClient::text);
  EXPECT_EQ(frame->payload.size(), 10u);
}

TEST_F(WebServer, TakesTheNextFreePortAndNamesATakenOne) {
  start();
  auto next = Server::start({.port = port_, .more_ports = 20, .guard = {.token = "secret"}}, handler_);
  ASSERT_TRUE(next) << next.error().message;
  EXPECT_NE((*next)->port(), port_);
  const auto taken = Server::start({.port = port_, .guard = {.token = "secret"}}, handler_);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::network_error);
  EXPECT_NE(taken.error().message.find(std::to_string(port_)), std::string::npos);
  const auto no_address = Server::start({.addresses = {"nowhere"}}, handler_);
  ASSERT_FALSE(no_address);
  EXPECT_EQ(no_address.error().message, "'nowhere' is not a numeric address");
}

TEST_F(WebServer, EndsWithOpenConnections) {
  start();
  RawClient idle(port_), half(port_), socket(port_);
  half.send("GET /ten HT");
  ASSERT_TRUE(socket.upgrade(port_, "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  server_.reset();
  EXPECT_TRUE(socket.ends() && half.ends() && idle.ends());
}

}  // namespace
}  // namespace gs::web
