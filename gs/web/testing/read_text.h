// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads JSON frames of a server. Test code only.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "gs/core/json/json.h"
#include "gs/web/testing/raw_client.h"

namespace gs::web {

// The next text frame with this operation; others are skipped.
inline Node read_text(RawClient& client, std::string_view op) {
  while (const auto frame = client.read_frame()) {
    if (frame->opcode != RawClient::text) continue;
    Node node = parse_json(frame->payload).value();
    if (node["op"].text == op) return node;
  }
  ADD_FAILURE() << "the connection ended before " << op;
  return {};
}

}  // namespace gs::web
