// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A Foxglove client and a run on a thread of its own, for tests of a running simulator. The token must be "secret".
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gs/bridge/runner/run_loop.h"
#include "gs/core/bytes.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/web/live/live_server.h"
#include "gs/web/testing/raw_client.h"
#include "gs/web/testing/read_text.h"

namespace gs::web {

// A Foxglove client. It learns the channels and services when it connects.
class Viewer {
 public:
  explicit Viewer(uint16_t port, int receive_bytes = 0) : client_(port, receive_bytes) {
    EXPECT_TRUE(client_.upgrade(port, "/?token=secret", "foxglove.websocket.v1").starts_with("HTTP/1.1 101"));
    info_ = read_text("serverInfo");
    channels_ = read_text("advertise")["channels"].items;
  }
  const Node& info() const { return info_; }
  const std::vector<Node>& channels() const { return channels_; }
  const Node* channel(std::string_view topic) const {
    for (const Node& channel : channels_) {
      if (channel["topic"].text == topic) return &channel;
    }
    return nullptr;
  }
  void send(std::string_view text) { client_.send_frame(RawClient::text, text); }
  void send_binary(const ByteWriter& frame) { client_.send_frame(RawClient::binary, as_text(frame.view())); }
  // Subscribes to a topic under the id of its channel, or to all topics.
  void subscribe(std::string_view topic = {}) {
    for (const Node& channel : channels_) {
      if (!topic.empty() && channel["topic"].text != topic) continue;
      send(format(R"({{"op":"subscribe","subscriptions":[{{"id":{0},"channelId":{0}}}]}})", channel["id"].integer));
    }
  }
  // Returns when the server has handled everything that was sent before.
  void synchronise() {
    send(R"({"op":"getParameters","parameterNames":["frames.map"],"id":"done"})");
    read_text("parameterValues");
  }
  // The next text frame with this operation; others are skipped.
  Node read_text(std::string_view op) { return web::read_text(client_, op); }
  // The payload of the next binary frame that begins with these bytes.
  std::string read_binary(const ByteWriter& begin) {
    const std::string_view wanted = as_text(begin.view());
    while (const auto frame = client_.read_frame()) {
      if (frame->opcode == RawClient::binary && frame->payload.starts_with(wanted))
        return frame->payload.substr(wanted.size());
    }
    ADD_FAILURE() << "the connection ended before a binary frame";
    return {};
  }
  // The next message of a topic in CDR.
  std::string read_message(std::string_view topic) {
    ByteWriter begin;
    begin.u8(1), begin.u32(static_cast<uint32_t>((*channel(topic))["id"].integer));
    const std::string rest = read_binary(begin);
    return rest.size() < 8 ? std::string() : rest.substr(8);  // without the time
  }
  RawClient& socket() { return client_; }

 private:
  RawClient client_;
  Node info_;
  std::vector<Node> channels_;
};

// Runs a simulation on a thread of its own, from construction to destruction.
class Running {
 public:
  Running(sim::Simulator& simulator, LiveServer& server) {
    hooks_ = server.hooks();
    hooks_.stop = [this] { return stop_.load(); };
    thread_ = std::thread([this, &simulator] { report_ = run_loop(simulator, {}, nullptr, std::nullopt, hooks_); });
  }
  ~Running() {
    stop_ = true;
    thread_.join();
  }

 private:
  bridge::RunHooks hooks_;
  std::atomic<bool> stop_{false};
  bridge::RunReport report_;
  std::thread thread_;
};

}  // namespace gs::web
