// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Single messages out of a chunk by its message indexes: of a stored chunk the rest is never touched, of a compressed
// one nothing is decoded behind the last message wanted.
#pragma once

#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/segment_loader.h"

namespace gs::mcap {

// False, with nothing added, where an index is missing or disagrees with the records, and where so much of the chunk is
// wanted that reading it whole, checksum included, costs little more. Messages are added in the order of the file.
bool pick_messages(const Selection& selection, const Segment& segment, const ChunkView& view, Decoder& decoder,
                   LoadedSegment& out);

}  // namespace gs::mcap
