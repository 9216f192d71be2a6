// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames of WebSocket clients, inputs by hand and targets of HTTP requests: arbitrary bytes are read or refused.
#include <cstddef>
#include <cstdint>

#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/web/drive/drive_input.h"
#include "gs/web/foxglove/client_frames.h"
#include "gs/web/guard/guard.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes bytes{reinterpret_cast<const std::byte*>(data), size};
  const auto text = gs::web::parse_text_frame(gs::as_text(bytes));
  const auto binary = gs::web::parse_binary_frame(bytes);
  // A frame is of one kind: no text begins with the number of a binary operation.
  GS_EXPECT(!(text && binary));
  // An input that is taken is in range, so no command that follows from it can be NaN.
  if (const auto input = gs::web::parse_drive_input(bytes)) {
    GS_EXPECT(input->steer >= -1 && input->steer <= 1);
    GS_EXPECT(input->throttle >= 0 && input->throttle <= 1 && input->brake >= 0 && input->brake <= 1);
  }
  const auto target = gs::web::parse_target(gs::as_text(bytes));
  if (target) {
    GS_EXPECT(target->path.starts_with('/'));
    GS_EXPECT(target->path.find("/../") == std::string::npos && !target->path.ends_with("/.."));
  }
  // Without the token nothing is admitted but /healthz.
  gs::web::RequestHead head{.method = "GET", .target = std::string(gs::as_text(bytes))};
  head.hosts = {"127.0.0.1:1"};
  const auto verdict = gs::web::check_request({.token = "a token that is not in the corpus", .port = 1}, head);
  GS_EXPECT(verdict.refusal || verdict.admitted.target.path == "/healthz" ||
            gs::as_text(bytes).find("token=") != std::string_view::npos);
  return 0;
}
