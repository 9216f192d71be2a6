// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calls services on a thread of its own, because a service may wait for the step in progress.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "gs/bridge/services/run_services.h"
#include "gs/core/bytes.h"

namespace gs::web {

// Thread-safe. Services are called in the order of their requests.
class ServiceWorker {
 public:
  // Receives the response in CDR or the reason why there is none; called from any thread.
  using Done = std::function<void(Result<std::vector<std::byte>>)>;

  ServiceWorker();
  // The services must have been closed (RunServices::close). Waiting requests are dropped.
  ~ServiceWorker();
  ServiceWorker(const ServiceWorker&) = delete;
  ServiceWorker& operator=(const ServiceWorker&) = delete;

  // Queues a call. Errors: limit_exceeded if too many calls wait; `done` is then not called.
  Result<void> call(const ros2::Service::LaterHandler& handler, Bytes request, Done done);

 private:
  struct Call {
    ros2::Service::LaterHandler handler;
    std::vector<std::byte> request;
    Done done;
  };
  static constexpr std::size_t kMaxWaiting = 64;
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Call> waiting_;
  bool ending_ = false;
  std::thread thread_;  // declared last because it uses all members above
};

}  // namespace gs::web
