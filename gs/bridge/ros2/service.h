// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The server of a ROS 2 service. It answers each request in the style of its client: identity in inline QoS
// (rmw_fastrtps) or in front of the body (rmw_cyclonedds); clients of both may call at the same time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gs/bridge/ros2/publisher.h"
#include "gs/bridge/ros2/subscription.h"

namespace gs::ros2 {

inline constexpr std::size_t kCallHeaderBytes = 16;  // uint64 client, int64 sequence

class Service {
 public:
  // The request behind header_bytes to the response behind as many zero bytes. An error means the request is malformed:
  // it is not answered.
  using Handler = std::function<Result<std::vector<std::byte>>(Bytes request, std::size_t header_bytes)>;
  using OnError = std::function<void(const Error&)>;

  Service(std::string name, Handler handler, OnError on_error)
      : name_(std::move(name)), handler_(std::move(handler)), on_error_(std::move(on_error)) {}
  ~Service() { requests_.reset(); }

  const std::string& name() const { return name_; }
  void answer(const Sample& request);
  void set_replies(std::unique_ptr<RawPublisher> replies) { replies_ = std::move(replies); }
  void set_requests(std::unique_ptr<Subscription> requests) { requests_ = std::move(requests); }

 private:
  std::string name_;
  Handler handler_;
  OnError on_error_;
  std::unique_ptr<RawPublisher> replies_;
  std::unique_ptr<Subscription> requests_;
};

template <class S>
Service::Handler typed_handler(std::function<typename S::Response(const typename S::Request&)> serve) {
  return [serve = std::move(serve)](Bytes request, std::size_t header_bytes) -> Result<std::vector<std::byte>> {
    GS_TRY(const auto decoded, decode_cdr<typename S::Request>(request, header_bytes));
    return encode_cdr(serve(decoded), {.header_bytes = header_bytes});
  };
}

}  // namespace gs::ros2
