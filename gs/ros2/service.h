// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Server of a ROS 2 service. It answers each request in the style of its client: the identity of the call is in the
// inline QoS (rmw_fastrtps) or in front of the body (rmw_cyclonedds); clients of both kinds may call at the same time.
// It never waits: a reply whose reader is not discovered yet is kept for half a second, and a handler may answer later.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gs/ros2/pending_replies.h"
#include "gs/ros2/publisher.h"
#include "gs/ros2/subscription.h"

namespace gs::ros2 {

// Size of the call identity in front of the body: uint64 client, int64 sequence number.
inline constexpr std::size_t kCallHeaderBytes = 16;

// A service. After its destruction no handler runs any more, and late responses are dropped.
class Service {
 public:
  // Converts a request to a response. The body of the request follows after header_bytes; the response starts with as
  // many zero bytes. An error means that the request is malformed; it is not answered.
  using Handler = std::function<Result<std::vector<std::byte>>(Bytes request, std::size_t header_bytes)>;
  // Sends a response of the same layout. May be called from any thread, at most once; it does nothing after the service
  // was destroyed.
  using Respond = std::function<void(std::vector<std::byte> response)>;
  // Handler for long work: it returns soon, and `respond` is called when the work is done.
  using LaterHandler = std::function<Result<void>(Bytes request, std::size_t header_bytes, Respond respond)>;
  using OnError = std::function<void(const Error&)>;

  Service(std::string name, LaterHandler handler, OnError on_error)
      : name_(std::move(name)), handler_(std::move(handler)), on_error_(std::move(on_error)) {}
  ~Service();

  // Resolved ROS name.
  const std::string& name() const { return name_; }
  // Handles one request; called on the executor's thread.
  void answer(const Sample& request);
  // Set the endpoints; both must be called before the first request. `executor` is the one that calls answer().
  void set_replies(std::unique_ptr<RawPublisher> replies, Executor& executor);
  void set_requests(std::unique_ptr<Subscription> requests) { requests_ = std::move(requests); }

 private:
  // Sender of replies; shared with `respond` functions that have not been called yet.
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

// Wraps a handler that answers at once.
Service::LaterHandler at_once(Service::Handler handler);

// Wraps a function on messages as a handler on CDR payloads.
template <class S>
Service::Handler typed_handler(std::function<typename S::Response(const typename S::Request&)> serve) {
  return [serve = std::move(serve)](Bytes request, std::size_t header_bytes) -> Result<std::vector<std::byte>> {
    GS_TRY(const auto decoded, rosmsg::decode_cdr<typename S::Request>(request, header_bytes));
    return rosmsg::encode_cdr(serve(decoded), {.header_bytes = header_bytes});
  };
}

// Calls `serve` with the decoded request and a function that sends the response.
template <class S>
Service::LaterHandler typed_later_handler(
    std::function<void(const typename S::Request&, std::function<void(const typename S::Response&)>)> serve) {
  return [serve = std::move(serve)](Bytes request, std::size_t header_bytes, Service::Respond respond) -> Result<void> {
    GS_TRY(const auto decoded, rosmsg::decode_cdr<typename S::Request>(request, header_bytes));
    serve(decoded, [respond = std::move(respond), header_bytes](const typename S::Response& response) {
      respond(rosmsg::encode_cdr(response, {.header_bytes = header_bytes}));
    });
    return {};
  };
}

}  // namespace gs::ros2
