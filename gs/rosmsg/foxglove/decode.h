// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes the payload of a foxglove.* channel.
//
//   if (channel.schema.name == foxglove::PointCloud::kName) {
//     GS_TRY(const auto cloud, foxglove::decode<foxglove::PointCloud>(channel.message_encoding, message.data));
//   }
#pragma once

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/rosmsg/foxglove/messages.h"

namespace gs::rosmsg::foxglove {

// Decodes a message. message_encoding is "protobuf" or "json". Missing fields keep their defaults; unknown fields are
// skipped. Defined for every struct of messages.h that has a kName. Errors: unsupported (encoding), corrupt, truncated,
// invalid_data.
template <class Message>
Result<Message> decode(std::string_view message_encoding, Bytes payload);

}  // namespace gs::rosmsg::foxglove
