// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Plays a VRS file in time order to a terminal.
#pragma once

#include <optional>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs {

struct PlayOptions {
  double speed = 1;  // 0: as fast as it can be read
  std::optional<vrs::StreamId> only{};
  std::optional<double> from_s{}, to_s{};  // since the first record
};

// One line a stream, redrawn ten times a second on a terminal; in a pipe a block of lines per second of recording.
// Pauses of more than an hour are skipped. Ends early when interrupt_requested().
Result<void> play_vrs(const vrs::Reader& reader, const PlayOptions& options, Problems& problems);

}  // namespace gs
