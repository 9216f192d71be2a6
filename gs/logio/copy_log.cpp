// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/copy_log.h"

#include <algorithm>

namespace gs {
namespace {

Result<std::vector<uint32_t>> add_channels(const LogReader& from, const ReadOptions& options, LogWriter& to) {
  std::vector<uint32_t> ids(from.channels().size());
  for (const LogChannel& channel : from.channels()) {
    const bool wanted = options.topics.empty() ||
                        std::find(options.topics.begin(), options.topics.end(), channel.topic) != options.topics.end();
    if (!wanted) continue;
    GS_TRY(ids[channel.id], to.add_channel(channel));
  }
  return ids;
}

}  // namespace

Result<CopyReport> copy_log(const LogReader& from, const ReadOptions& options, LogWriter& to, Problems& problems,
                            Progress& progress) {
  CopyReport report;
  GS_TRY(const auto stream, from.read(options, problems));
  GS_TRY(const std::vector<uint32_t> ids, add_channels(from, options, to));
  GS_TRY(const auto metadata, from.metadata(problems));
  for (const LogMetadata& item : metadata) GS_CHECK(to.write_metadata(item));
  report.metadata_count = metadata.size();
  progress.begin("copying", from.info().message_count, "messages");
  while (true) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped by the user");
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) break;
    for (const MessageView& m : batch) {
      GS_CHECK(to.write(ids[m.channel->id], m.log_time, m.publish_time, m.sequence, m.data));
      report.data_bytes += m.data.size();
    }
    report.message_count += batch.size();
    progress.advance(report.message_count);
  }
  GS_TRY(const auto attachments, from.attachments(problems));
  for (const LogAttachment& item : attachments) GS_CHECK(to.write_attachment(item));
  report.attachment_count = attachments.size();
  progress.finish();
  return report;
}

}  // namespace gs
