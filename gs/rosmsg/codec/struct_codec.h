// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes message structs by their description: one function serves all message types. cdr.h and ros1.h are
// the typed functions on top of it.
#pragma once

#include "gs/rosmsg/codec/wire.h"
#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// Reads or writes the struct at `object`, which `type` describes. decode_struct() reports errors through the reader;
// the object is then only partly filled, but valid.
void decode_struct(WireReader& in, const MessageType& type, void* object);
void encode_struct(WireWriter& out, const MessageType& type, const void* object);

// Encodes a whole payload with its encapsulation. Replaces the contents of `out` and reuses its memory; computes the
// size first, so that `out` grows at most once.
void encode_payload(const MessageType& type, const void* object, const WireFormat& format, std::size_t header_bytes,
                    std::vector<std::byte>& out);

}  // namespace gs::rosmsg
