// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Client of a ROS 2 service. It uses the call style of the server that it discovers.
#pragma once

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gs/ros2/context.h"
#include "gs/ros2/service.h"

namespace gs::ros2 {

// Calls a service with CDR payloads. Thread-safe; may be used inside callbacks.
class RawClient {
 public:
  // Creates the request writer and the reply reader. Errors: those of the participant.
  static Result<std::unique_ptr<RawClient>> create(std::shared_ptr<Context> context, std::string name,
                                                   const EndpointOptions& requests, const EndpointOptions& replies);
  ~RawClient();
  // Lists both endpoints under a node in the ROS graph.
  void announce(Context::NodeId node, EndpointInfo request_writer, EndpointInfo reply_reader);

  // Waits until a server is matched with both endpoints; false after `limit`.
  bool wait_for_service(std::chrono::milliseconds limit);
  // Encodes the request with header_bytes zero bytes in front of the body.
  using Encode = std::function<std::vector<std::byte>(std::size_t header_bytes)>;
  // The reply as the server sent it; a malformed one may be shorter than its headers.
  struct Reply {
    std::vector<std::byte> payload;
    std::size_t header_bytes = 0;
  };
  // Asked every 20 ms; true ends the call.
  using Stop = std::function<bool()>;
  // Sends a request and waits for its reply. Errors: timeout if there is no server or no reply within `limit`;
  // interrupted by `stop`; network_error.
  Result<Reply> call(const Encode& encode, std::chrono::milliseconds limit, const Stop& stop = {});
  // The DDS endpoints.
  Writer& writer() { return *writer_; }
  Reader& reader() { return *reader_; }

 private:
  RawClient(std::shared_ptr<Context> context, std::string name);
  void receive();

  std::shared_ptr<Context> context_;  // shared: see Context::create
  std::string name_;
  uint64_t client_id_ = 0;  // identifies this client in payload headers
  std::mutex mutex_;
  std::map<int64_t, std::promise<Reply>> waiting_;
  int64_t next_call_ = 1;
  std::unique_ptr<Writer> writer_;
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<Announcement> writer_announcement_, reader_announcement_;
};

// CDR payload of the response, without the call identity. Errors: truncated if the reply is shorter than its headers.
Result<std::vector<std::byte>> reply_body(const RawClient::Reply& reply);

// Calls service S with messages; the same as RawClient otherwise.
template <class S>
class Client {
 public:
  explicit Client(std::unique_ptr<RawClient> raw) : raw_(std::move(raw)) {}
  // See RawClient. A response that does not decode is an error of decode_cdr.
  bool wait_for_service(std::chrono::milliseconds limit) { return raw_->wait_for_service(limit); }
  Result<typename S::Response> call(const typename S::Request& request,
                                    std::chrono::milliseconds limit = std::chrono::seconds(5),
                                    const RawClient::Stop& stop = {}) {
    const auto encode = [&](std::size_t header_bytes) {
      return rosmsg::encode_cdr(request, {.header_bytes = header_bytes});
    };
    GS_TRY(const RawClient::Reply reply, raw_->call(encode, limit, stop));
    return rosmsg::decode_cdr<typename S::Response>(reply.payload, reply.header_bytes);
  }
  // The client of CDR payloads.
  RawClient& raw() { return *raw_; }

 private:
  std::unique_ptr<RawClient> raw_;
};

}  // namespace gs::ros2
