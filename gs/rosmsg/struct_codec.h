// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Structs to wire bytes and back, driven by the description: one function for all messages. cdr.h and ros1.h are the
// typed faces of it.
#pragma once

#include "gs/rosmsg/message_type.h"
#include "gs/rosmsg/wire.h"

namespace gs {

// object is the struct type describes. Errors stay in the reader; the object is then half filled, but whole.
void decode_struct(WireReader& in, const MessageType& type, void* object);
void encode_struct(WireWriter& out, const MessageType& type, const void* object);

// A whole payload: measures first, so that out grows once. out is replaced, its memory reused.
void encode_payload(const MessageType& type, const void* object, const WireFormat& format, std::size_t header_bytes,
                    std::vector<std::byte>& out);

}  // namespace gs
