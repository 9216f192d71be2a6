// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Makes a whole, indexed file of what can be read of a cut or damaged one.
#pragma once

#include "gs/core/progress.h"
#include "gs/logio/mcap/writer.h"

namespace gs {

struct RecoverReport {
  uint64_t message_count = 0, attachment_count = 0, metadata_count = 0;
  bool complete = false;  // nothing was lost; what was is in problems
};

// Reads past damage, also that of the first bytes, and delivers what can be read of chunks whose checksum is wrong.
// Nothing to recover is an error (corrupt), and then there is no output.
Result<RecoverReport> recover_mcap(const fs::path& from, const fs::path& to, const McapWriterOptions& options,
                                   Problems& problems, Progress& progress);

}  // namespace gs
