// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/client.h"

#include <cstring>

namespace gs::ros2 {
namespace {

using Clock = std::chrono::steady_clock;

// Remaining time, never negative.
std::chrono::milliseconds left_until(Clock::time_point end) {
  return std::max(std::chrono::milliseconds(0),
                  std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
}

}  // namespace

RawClient::RawClient(std::shared_ptr<Context> context, std::string name)
    : context_(std::move(context)), name_(std::move(name)) {}

Result<std::unique_ptr<RawClient>> RawClient::create(std::shared_ptr<Context> context, std::string name,
                                                     const EndpointOptions& requests, const EndpointOptions& replies) {
  std::unique_ptr<RawClient> out(new RawClient(std::move(context), std::move(name)));
  RawClient* self = out.get();
  Participant& participant = self->context_->participant();
  // No reply can arrive before the first call, and a call needs the reader, which is set last.
  GS_TRY(auto reader, participant.create_reader(replies, [self] { self->receive(); }));
  GS_TRY(self->writer_, participant.create_writer(requests));
  {
    const std::lock_guard lock(self->mutex_);
    self->reader_ = std::move(reader);
  }
  std::memcpy(&self->client_id_, self->writer_->guid().bytes.data() + 8, sizeof(self->client_id_));
  return out;
}

RawClient::~RawClient() {
  writer_announcement_.reset();
  reader_announcement_.reset();
  std::unique_ptr<Reader> reader;
  const std::lock_guard lock(mutex_);
  reader = std::move(reader_);  // destroyed after the lock is released, because receive() may be waiting for the lock
}

void RawClient::announce(Context::NodeId node, EndpointInfo request_writer, EndpointInfo reply_reader) {
  writer_announcement_ = std::make_unique<Announcement>(context_, node, std::move(request_writer));
  reader_announcement_ = std::make_unique<Announcement>(context_, node, std::move(reply_reader));
}

bool RawClient::wait_for_service(std::chrono::milliseconds limit) {
  const auto end = Clock::now() + limit;
  if (!writer_->wait_for_match([](const Guid&) { return true; }, limit)) return false;
  const std::vector<Guid> servers = writer_->matched();
  // The reply writer must belong to the participant of a matched server.
  const auto replies = [&](const Guid& writer) {
    return std::any_of(servers.begin(), servers.end(), [&](const Guid& s) { return s.same_participant(writer); });
  };
  return reader_->wait_for_match(replies, left_until(end));
}

Result<RawClient::Reply> RawClient::call(const Encode& encode, std::chrono::milliseconds limit, const Stop& stop) {
  constexpr std::chrono::milliseconds kSlice{20};
  const auto end = Clock::now() + limit;
  // Calls `ready` with slices of the remaining time until it returns true, the time is over, or `stop` returns true.
  const auto wait_in_slices = [&](const auto& ready) {
    while (true) {
      const auto left = left_until(end);
      if (ready(stop ? std::min(left, kSlice) : left)) return true;
      if (left.count() == 0 || (stop && stop())) return false;
    }
  };
  const auto give_up = [&](std::string what) -> Error {
    if (stop && stop()) return fail(ErrorCode::interrupted, "the call of {} was interrupted", name_);
    return fail(ErrorCode::timeout, "{}", what);
  };
  if (!wait_in_slices([&](auto slice) { return wait_for_service(slice); }))
    return give_up("no server for service " + name_);
  const std::vector<Guid> servers = writer_->matched();
  if (servers.empty()) return fail(ErrorCode::timeout, "the server of service {} has left", name_);
  // All servers of a service are assumed to have the call style of the first.
  const bool header = call_style(servers.front()) == CallStyle::payload_header;
  std::vector<std::byte> request = encode(header ? kCallHeaderBytes : 0);

  std::future<Reply> reply;
  int64_t call = 0;
  {
    const std::lock_guard lock(mutex_);  // held while writing, because the reply may arrive before waiting_ is filled
    call = next_call_++;
    if (header) {
      std::memcpy(request.data() + rosmsg::kEncapsulationBytes, &client_id_, sizeof(client_id_));
      std::memcpy(request.data() + rosmsg::kEncapsulationBytes + 8, &call, sizeof(call));
    }
    const SampleId related = header ? SampleId{} : SampleId{.writer = reader_->guid()};
    GS_TRY(const SampleId sent, writer_->write(request, related));
    if (!header) call = sent.sequence;
    reply = waiting_[call].get_future();
  }
  const bool arrived = wait_in_slices([&](auto slice) { return reply.wait_for(slice) == std::future_status::ready; });
  const std::lock_guard lock(mutex_);
  waiting_.erase(call);
  if (!arrived) return give_up(format("{} did not answer within {} ms", name_, limit.count()));
  return reply.get();
}

Result<std::vector<std::byte>> reply_body(const RawClient::Reply& reply) {
  const std::size_t headers = rosmsg::kEncapsulationBytes + reply.header_bytes;
  if (reply.payload.size() < headers) {
    return fail(ErrorCode::truncated, "a service reply has {} bytes, shorter than its {} bytes of headers",
                reply.payload.size(), headers);
  }
  std::vector<std::byte> body = reply.payload;
  const auto identity = body.begin() + rosmsg::kEncapsulationBytes;
  body.erase(identity, identity + static_cast<std::ptrdiff_t>(reply.header_bytes));
  return body;
}

// Called on a thread of DDS: completes the waiting call to which a reply belongs.
void RawClient::receive() {
  const std::lock_guard lock(mutex_);
  if (reader_ == nullptr) return;
  while (auto sample = reader_->take()) {
    const bool header = call_style(sample->id.writer) == CallStyle::payload_header;
    int64_t call = sample->related.sequence;
    if (header) {
      if (sample->payload.size() < rosmsg::kEncapsulationBytes + kCallHeaderBytes) continue;
      if (load_le<uint64_t>(sample->payload.data() + rosmsg::kEncapsulationBytes) != client_id_) continue;
      call = load_le<int64_t>(sample->payload.data() + rosmsg::kEncapsulationBytes + 8);
    } else if (sample->related.writer != reader_->guid() && sample->related.writer != writer_->guid()) {
      continue;  // reply to another client
    }
    const auto found = waiting_.find(call);
    if (found == waiting_.end()) continue;
    found->second.set_value({std::move(sample->payload), header ? kCallHeaderBytes : 0});
    waiting_.erase(found);
  }
}

}  // namespace gs::ros2
