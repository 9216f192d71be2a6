// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads single messages of a chunk through its MessageIndex records. The rest of an uncompressed chunk is not read; a
// compressed chunk is decoded only up to the last selected message.
#pragma once

#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/segment_loader.h"

namespace gs::logio::mcap {

// Entries of the MessageIndex record of `ref`: 16 bytes each, log time and offset; nullopt if the record is missing or
// invalid.
std::optional<Bytes> message_index_entries(Bytes file, const ChannelRef& ref);

// Adds the selected messages of `segment` to `out`, in file order. Returns false and adds nothing if an index is
// missing or disagrees with the records, or if so much of the chunk is selected that reading all of it, checksum
// included, costs little more.
bool pick_messages(const Selection& selection, const Segment& segment, const ChunkView& view, Decoder& decoder,
                   LoadedSegment& out);

}  // namespace gs::logio::mcap
