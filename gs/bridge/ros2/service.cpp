// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/ros2/service.h"

#include <cstring>

namespace gs::ros2 {
namespace {

// Replies are volatile: one that is written before the client's reader is matched is lost.
constexpr std::chrono::milliseconds kMatchLimit{500};

}  // namespace

void Service::answer(const Sample& request) {
  const bool header = call_style(request.id.writer) == CallStyle::payload_header;
  const std::size_t header_bytes = header ? kCallHeaderBytes : 0;
  if (request.payload.size() < kEncapsulationBytes + header_bytes)
    return on_error_(fail(ErrorCode::truncated, "a request of {} bytes for {}", request.payload.size(), name_));
  auto response = handler_(request.payload, header_bytes);
  if (!response) return on_error_(std::move(response).error().with_context("request for " + name_));

  SampleId related;
  if (header) {
    std::memcpy(response->data() + kEncapsulationBytes, request.payload.data() + kEncapsulationBytes, header_bytes);
  } else {
    related = {request.related.writer.is_known() ? request.related.writer : request.id.writer, request.id.sequence};
  }
  const bool reader_known = !header && request.related.writer.is_known();
  replies_->writer().wait_for_match(
      [&](const Guid& reader) {
        return reader_known ? reader == related.writer : reader.same_participant(request.id.writer);
      },
      kMatchLimit);
  if (const auto written = replies_->writer().write(*response, related); !written) on_error_(written.error());
}

}  // namespace gs::ros2
