// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The server of a ROS 2 service. It answers each request in the style of its client: identity in inline QoS
// (rmw_fastrtps) or in front of the body (rmw_cyclonedds); clients of both may call at the same time. It never waits:
// a reply whose reader is not discovered yet is kept for half a second, and a handler may answer later.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gs/bridge/ros2/pending_replies.h"
#include "gs/bridge/ros2/publisher.h"
#include "gs/bridge/ros2/subscription.h"

namespace gs::ros2 {

inline constexpr std::size_t kCallHeaderBytes = 16;  // uint64 client, int64 sequence

class Service {
 public:
  // The request behind header_bytes to the response behind as many zero bytes. An error means the request is malformed:
  // it is not answered.
  using Handler = std::function<Result<std::vector<std::byte>>(Bytes request, std::size_t header_bytes)>;
  // Sends a response of the same layout, from any thread, at most once; does nothing when the service has ended.
  using Respond = std::function<void(std::vector<std::byte> response)>;
  // The same for work that takes long: returns at once and responds when it is done.
  using LaterHandler = std::function<Result<void>(Bytes request, std::size_t header_bytes, Respond respond)>;
  using OnError = std::function<void(const Error&)>;

  Service(std::string name, LaterHandler handler, OnError on_error)
      : name_(std::move(name)), handler_(std::move(handler)), on_error_(std::move(on_error)) {}
  ~Service();

  const std::string& name() const { return name_; }
  void answer(const Sample& request);
  // Both before the first request. The executor is the one that calls answer().
  void set_replies(std::unique_ptr<RawPublisher> replies, Executor& executor);
  void set_requests(std::unique_ptr<Subscription> requests) { requests_ = std::move(requests); }

 private:
  // Shared with the responses that handlers still owe.
  struct Replies {
    std::mutex mutex;
    std::unique_ptr<RawPublisher> publisher;
    PendingReplies pending;
    OnError on_error;
    void send(ServiceReply reply);
    void send_matched();
  };

  std::string name_;
  LaterHandler handler_;
  OnError on_error_;
  std::shared_ptr<Replies> replies_;
  Executor* executor_ = nullptr;
  Executor::Id match_work_ = 0;
  std::unique_ptr<Subscription> requests_;
};

// A handler that answers at once, as one that answers later.
Service::LaterHandler at_once(Service::Handler handler);

template <class S>
Service::Handler typed_handler(std::function<typename S::Response(const typename S::Request&)> serve) {
  return [serve = std::move(serve)](Bytes request, std::size_t header_bytes) -> Result<std::vector<std::byte>> {
    GS_TRY(const auto decoded, decode_cdr<typename S::Request>(request, header_bytes));
    return encode_cdr(serve(decoded), {.header_bytes = header_bytes});
  };
}

// Calls `serve` with the decoded request and a function that sends the response.
template <class S>
Service::LaterHandler typed_later_handler(
    std::function<void(const typename S::Request&, std::function<void(const typename S::Response&)>)> serve) {
  return [serve = std::move(serve)](Bytes request, std::size_t header_bytes, Service::Respond respond) -> Result<void> {
    GS_TRY(const auto decoded, decode_cdr<typename S::Request>(request, header_bytes));
    serve(decoded, [respond = std::move(respond), header_bytes](const typename S::Response& response) {
      respond(encode_cdr(response, {.header_bytes = header_bytes}));
    });
    return {};
  };
}

}  // namespace gs::ros2
