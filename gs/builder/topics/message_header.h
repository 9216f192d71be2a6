// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stamps and frames of messages without decoding the rest of them, and a look at the first messages of a topic.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gs/logio/api/log.h"

namespace gs::builder {

// What the first fields of a message say.
struct MessageHeader {
  Timestamp stamp{};       // 0: the driver left it empty
  std::string frame_id{};  // of TFMessage: the parent of the first transform
};

// True if messages of this type (in the spelling of ROS 2) have a header that header_of() can read.
bool has_header(std::string_view type);
// The header of a message; of a TFMessage, that of its first transform. Empty: other types and damaged messages.
std::optional<MessageHeader> header_of(const logio::MessageView& message);

// Limits of visit_first_messages().
struct FirstMessages {
  std::optional<Timestamp> begin{};         // recording time to start at; empty: the start of the log
  std::size_t at_least = 5, at_most = 50;   // messages
  Duration span = Duration::from_ms(1000);  // after the first message; more only until at_least is reached
};
// Calls `visit` with the first messages of a topic in the order of the log. Errors: those of reading.
Result<void> visit_first_messages(const logio::LogReader& log, const std::string& topic, const FirstMessages& limits,
                                  Problems& problems, const std::function<void(const logio::MessageView&)>& visit);

}  // namespace gs::builder
