// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The md5sum by which ROS 1 identifies a message type.
#pragma once

#include <string>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// MD5, as 32 hexadecimal digits, of the definition without comments, with constants first and with the type of each
// field that is a message replaced by the md5sum of that message (as roslib's gentools does).
std::string ros1_md5sum(const MessageType& type);

}  // namespace gs::rosmsg
