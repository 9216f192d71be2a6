// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Choosing topics by name or pattern, and what a topic's channels say about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/logio/log.h"

namespace gs {

// '*' stands for any text; everything else for itself.
bool matches_pattern(std::string_view text, std::string_view pattern);

// The topics of the log, each once, in the order of its channels.
std::vector<std::string> topics_of(const LogReader& log);

// Those that match one of wanted (all when empty) and none of unwanted. A pattern of wanted that matches nothing is
// topic_not_found, and its hint lists the nearest names.
Result<std::vector<std::string>> select_topics(const LogReader& log, const std::vector<std::string>& wanted,
                                               const std::vector<std::string>& unwanted);

// topic_not_found with the nearest names in the hint.
Error unknown_topic(const LogReader& log, std::string_view topic);

// Whether a late subscriber gets the last message too: /tf_static, ROS 1 latching, ROS 2 transient local.
bool is_latched(const LogChannel& channel);

}  // namespace gs
