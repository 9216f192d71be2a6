// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Passes the clients of a server to a hub.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gs/web/live/hub.h"
#include "gs/web/server/server.h"

namespace gs::web {

// A derived class sets `hub` before the server starts, and answers HTTP requests.
class HubHandler : public ServerHandler {
 public:
  void opened(uint32_t client, std::shared_ptr<ClientLanes> lanes) override { hub->opened(client, std::move(lanes)); }
  void text(uint32_t client, std::string_view frame) override { hub->text(client, frame); }
  void binary(uint32_t client, Bytes frame) override { hub->binary(client, frame); }
  void closed(uint32_t client) override { hub->closed(client); }
  void woken() override { hub->pump(); }
  void refused(int status, const std::string& reason) override {
    if (on_refused) on_refused(status, reason);
  }

 protected:
  std::unique_ptr<Hub> hub;
  std::function<void(int status, const std::string& reason)> on_refused;  // may be empty
};

}  // namespace gs::web
