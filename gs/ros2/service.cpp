// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/service.h"

#include <cstring>

namespace gs::ros2 {
namespace {

// Address of the reply to this request; the payload is filled in later.
ServiceReply reply_to(const Sample& request) {
  if (call_style(request.id.writer) == CallStyle::payload_header) return {.reader = request.id.writer};
  const bool reader_known = request.related.writer.is_known();
  const Guid& client = reader_known ? request.related.writer : request.id.writer;
  return {.related = {client, request.id.sequence}, .reader = client, .reader_is_exact = reader_known};
}

}  // namespace

Service::LaterHandler at_once(Service::Handler handler) {
  return [handler = std::move(handler)](Bytes request, std::size_t header_bytes,
                                        const Service::Respond& respond) -> Result<void> {
    GS_TRY(auto response, handler(request, header_bytes));
    respond(std::move(response));
    return {};
  };
}

Service::~Service() {
  requests_.reset();
  if (executor_ != nullptr) executor_->remove(match_work_);
}

void Service::set_replies(std::unique_ptr<RawPublisher> replies, Executor& executor) {
  replies_ = std::make_shared<Replies>();
  replies_->publisher = std::move(replies);
  replies_->on_error = on_error_;
  executor_ = &executor;
  match_work_ = executor.add([this] { replies_->send_matched(); });
  // A new match wakes the executor, which sends waiting replies.
  replies_->publisher->writer().on_match([&executor, id = match_work_] { executor.wake(id); });
}

void Service::answer(const Sample& request) {
  const bool header = call_style(request.id.writer) == CallStyle::payload_header;
  const std::size_t header_bytes = header ? kCallHeaderBytes : 0;
  if (request.payload.size() < rosmsg::kEncapsulationBytes + header_bytes)
    return on_error_(
        fail(ErrorCode::truncated, "request of {} bytes for service {} is too short", request.payload.size(), name_));
  // Clients of the payload-header style expect their call identity back in front of the response.
  std::vector<std::byte> identity(request.payload.begin() + rosmsg::kEncapsulationBytes,
                                  request.payload.begin() + rosmsg::kEncapsulationBytes + header_bytes);
  const auto respond = [replies = std::weak_ptr<Replies>(replies_), reply = reply_to(request),
                        identity = std::move(identity)](std::vector<std::byte> response) mutable {
    const auto alive = replies.lock();
    if (alive == nullptr) return;
    GS_EXPECT(identity.empty() || response.size() >= rosmsg::kEncapsulationBytes + identity.size());
    std::copy(identity.begin(), identity.end(),
              response.begin() + (identity.empty() ? 0 : rosmsg::kEncapsulationBytes));
    reply.payload = std::move(response);
    alive->send(std::move(reply));
  };
  auto handled = handler_(request.payload, header_bytes, respond);
  if (!handled) on_error_(std::move(handled).error().with_context("request for " + name_));
}

void Service::Replies::send(ServiceReply reply) {
  {
    const std::lock_guard lock(mutex);
    // Not matched yet: keep the reply; send_matched() sends it when the reader appears.
    if (!reply.can_reach(publisher->writer().matched()))
      return pending.add(std::move(reply), PendingReplies::Clock::now());
  }
  if (const auto written = publisher->writer().write(reply.payload, reply.related); !written) on_error(written.error());
}

void Service::Replies::send_matched() {
  std::vector<ServiceReply> ready;
  {
    const std::lock_guard lock(mutex);
    ready = pending.take(publisher->writer().matched(), PendingReplies::Clock::now());
  }
  for (const ServiceReply& reply : ready) {
    if (const auto written = publisher->writer().write(reply.payload, reply.related); !written)
      on_error(written.error());
  }
}

}  // namespace gs::ros2
