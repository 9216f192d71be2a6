// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Plays a VRS file in time order in a terminal.
#pragma once

#include <optional>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs::convert {

// Playback options.
struct PlayOptions {
  double speed = 1;                            // 0: as fast as possible
  std::optional<logio::vrs::StreamId> only{};  // this stream only
  std::optional<double> from_s{}, to_s{};      // range [s], counted from the first record
};

// Prints one line per stream, redrawn ten times a second on a terminal; in a pipe, one block of lines per second of
// recording. Pauses of more than an hour are skipped. Ends when interrupt_requested(). Unreadable records go to
// problems. Errors: not_found if there is no data record in the range.
Result<void> play_vrs(const logio::vrs::Reader& reader, const PlayOptions& options, Problems& problems);

}  // namespace gs::convert
