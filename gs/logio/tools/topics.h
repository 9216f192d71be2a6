// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Selection of topics by name or pattern.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/logio/api/log.h"

namespace gs::logio {

// True if the pattern matches the whole text. '*' matches any text; all other characters match themselves.
bool matches_pattern(std::string_view text, std::string_view pattern);

// Distinct topics of the log, in the order of its channels.
std::vector<std::string> topics_of(const LogReader& log);

// Topics that match a pattern of `wanted` (all if empty) and no pattern of `unwanted`. Errors: topic_not_found if a
// pattern of `wanted` matches nothing; the hint lists the nearest names.
Result<std::vector<std::string>> select_topics(const LogReader& log, const std::vector<std::string>& wanted,
                                               const std::vector<std::string>& unwanted);

// Error topic_not_found with the nearest topic names as a hint.
Error unknown_topic(const LogReader& log, std::string_view topic);

// True if late subscribers also receive the last message: /tf_static, ROS 1 latching, ROS 2 transient local durability.
bool is_latched(const LogChannel& channel);

}  // namespace gs::logio
