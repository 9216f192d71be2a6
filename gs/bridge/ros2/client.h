// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The client of a ROS 2 service. It speaks the style of the server it finds.
#pragma once

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gs/bridge/ros2/context.h"
#include "gs/bridge/ros2/service.h"

namespace gs::ros2 {

// Thread safe; may be used inside callbacks.
class RawClient {
 public:
  static Result<std::unique_ptr<RawClient>> create(std::shared_ptr<Context> context, std::string name,
                                                   const EndpointOptions& requests, const EndpointOptions& replies);
  ~RawClient();
  void announce(Context::NodeId node, EndpointInfo request_writer, EndpointInfo reply_reader);

  bool wait_for_service(std::chrono::milliseconds limit);
  // encode(header_bytes) gives the request; decode gets the reply and the header_bytes in it. timeout when no server or
  // no answer is there in time. The reply is as the server sent it: it may be shorter than its headers.
  using Encode = std::function<std::vector<std::byte>(std::size_t header_bytes)>;
  struct Reply {
    std::vector<std::byte> payload;
    std::size_t header_bytes = 0;
  };
  // `stop` is asked every 20 ms; interrupted when it says so.
  using Stop = std::function<bool()>;
  Result<Reply> call(const Encode& encode, std::chrono::milliseconds limit, const Stop& stop = {});
  Writer& writer() { return *writer_; }
  Reader& reader() { return *reader_; }

 private:
  RawClient(std::shared_ptr<Context> context, std::string name);
  void receive();

  std::shared_ptr<Context> context_;  // shared: see Context::create
  std::string name_;
  uint64_t client_id_ = 0;  // of the payload header
  std::mutex mutex_;
  std::map<int64_t, std::promise<Reply>> waiting_;
  int64_t next_call_ = 1;
  std::unique_ptr<Writer> writer_;
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<Announcement> writer_announcement_, reader_announcement_;
};

// The reply without the identity of the call: a CDR payload like any other. Errors: truncated when the reply is shorter
// than its headers.
Result<std::vector<std::byte>> reply_body(const RawClient::Reply& reply);

template <class S>
class Client {
 public:
  explicit Client(std::unique_ptr<RawClient> raw) : raw_(std::move(raw)) {}
  bool wait_for_service(std::chrono::milliseconds limit) { return raw_->wait_for_service(limit); }
  Result<typename S::Response> call(const typename S::Request& request,
                                    std::chrono::milliseconds limit = std::chrono::seconds(5),
                                    const RawClient::Stop& stop = {}) {
    const auto encode = [&](std::size_t header_bytes) { return encode_cdr(request, {.header_bytes = header_bytes}); };
    GS_TRY(const RawClient::Reply reply, raw_->call(encode, limit, stop));
    return decode_cdr<typename S::Response>(reply.payload, reply.header_bytes);
  }
  RawClient& raw() { return *raw_; }

 private:
  std::unique_ptr<RawClient> raw_;
};

}  // namespace gs::ros2
