// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/recover.h"

#include "gs/logio/mcap/reader.h"

namespace gs {
namespace {

Result<uint64_t> copy_messages(const LogReader& from, LogWriter& to, Problems& problems, Progress& progress) {
  std::vector<uint32_t> ids;
  for (const LogChannel& channel : from.channels()) {
    GS_TRY(const uint32_t id, to.add_channel(channel));
    ids.push_back(id);
  }
  // File order: the damage then costs no message that a wrong time would have moved.
  GS_TRY(const auto stream, from.read({.order = Order::file, .salvage = true}, problems));
  uint64_t count = 0;
  progress.begin("recovering", from.info().message_count, "messages");
  while (true) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped by the user");
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) break;
    for (const MessageView& m : batch) {
      GS_CHECK(to.write(ids[m.channel->id], m.log_time, m.publish_time, m.sequence, m.data));
    }
    progress.advance(count += batch.size());
  }
  progress.finish();
  return count;
}

}  // namespace

Result<RecoverReport> recover_mcap(const fs::path& from, const fs::path& to, const McapWriterOptions& options,
                                   Problems& problems, Progress& progress) {
  const std::size_t errors_before = problems.count(Severity::error);
  GS_TRY(const auto log, McapReader::open_damaged(from, problems));
  McapWriterOptions kept = options;
  if (kept.profile.empty()) kept.profile = log->info().profile;
  GS_TRY(const auto writer, McapWriter::create(to, kept));
  RecoverReport report;
  GS_TRY(const auto metadata, log->metadata(problems));
  for (const LogMetadata& item : metadata) GS_CHECK(writer->write_metadata(item));
  report.metadata_count = metadata.size();
  GS_TRY(report.message_count, copy_messages(*log, *writer, problems, progress));
  GS_TRY(const auto attachments, log->attachments(problems));
  for (const LogAttachment& item : attachments) GS_CHECK(writer->write_attachment(item));
  report.attachment_count = attachments.size();
  report.complete = problems.count(Severity::error) == errors_before;
  if (!report.complete && report.message_count + report.attachment_count + report.metadata_count == 0) {
    return fail(ErrorCode::corrupt, "nothing can be recovered from {}", from.string());
  }
  GS_CHECK(writer->close());
  return report;
}

}  // namespace gs
