// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/recover.h"

#include "gs/logio/mcap/reader.h"

namespace gs {

Result<RecoverReport> recover_mcap(const fs::path& from, const fs::path& to, const McapWriterOptions& options,
                                   Problems& problems, Progress& progress) {
  const std::size_t errors_before = problems.count(Severity::error);
  GS_TRY(const auto log, McapReader::open_damaged(from, problems));
  McapWriterOptions kept = options;
  if (kept.profile.empty()) kept.profile = log->info().profile;
  GS_TRY(const auto writer, McapWriter::create(to, kept));
  // File order: the damage then costs no message that a wrong time would have moved.
  const ReadOptions everything{.order = Order::file, .salvage = true};
  GS_TRY(const CopyReport copied, copy_log(*log, everything, *writer, problems, progress));
  const bool complete = problems.count(Severity::error) == errors_before;
  if (!complete && copied.message_count + copied.attachment_count + copied.metadata_count == 0) {
    return fail(ErrorCode::corrupt, "nothing can be recovered from {}", from.string());
  }
  GS_CHECK(writer->close());
  return RecoverReport{.copied = copied, .complete = complete};
}

}  // namespace gs
