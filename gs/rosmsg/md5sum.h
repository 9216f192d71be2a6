// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The md5sum of a ROS 1 message type: over its text without comments, constants first, the types of fields that are
// messages replaced by their own md5sum.
#pragma once

#include <string>

#include "gs/rosmsg/message_type.h"

namespace gs {

std::string ros1_md5sum(const MessageType& type);

}  // namespace gs
