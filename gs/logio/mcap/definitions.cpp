// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/definitions.h"

namespace gs::logio::mcap {
namespace {

// Own their texts; the records borrow from the file.
Definitions::StoredSchema stored(const Schema& schema) {
  return {std::string(schema.name), std::string(schema.encoding), std::string(as_text(schema.data))};
}

Definitions::StoredChannel stored(const Channel& channel) {
  Definitions::StoredChannel result{
      channel.schema_id, std::string(channel.topic), std::string(channel.message_encoding), {}};
  for (const auto& [key, value] : channel.metadata)
    result.metadata.insert_or_assign(std::string(key), std::string(value));
  return result;
}

// Compares a definition with the one stored under the same id.
template <class Stored>
Definitions::Match compare_stored(const std::map<uint16_t, Stored>& known, uint16_t id, const Stored& found) {
  const auto it = known.find(id);
  if (it == known.end()) return Definitions::Match::unknown;
  return it->second == found ? Definitions::Match::same : Definitions::Match::conflict;
}

}  // namespace

void Definitions::add_schema(const Schema& schema, uint64_t offset, Report& report) {
  if (schema.id == 0) {
    report.add(Severity::warning, fail(ErrorCode::corrupt, "schema id 0 is not allowed; the record is ignored"), offset,
               Op::schema);
    return;
  }
  // The same definition may be repeated, for example in the summary.
  const auto [it, added] = schemas_.try_emplace(schema.id, stored(schema));
  if (added || it->second == stored(schema)) return;
  report.add(Severity::error,
             fail(ErrorCode::corrupt, "schema id {} has two definitions: '{}' and '{}'; the first is kept", schema.id,
                  it->second.name, schema.name),
             offset, Op::schema);
}

void Definitions::add_channel(const Channel& channel, uint64_t offset, Report& report) {
  const auto [it, added] = channels_.try_emplace(channel.id, stored(channel));
  if (added || it->second == stored(channel)) return;
  report.add(Severity::error,
             fail(ErrorCode::corrupt, "channel id {} has two definitions: topic '{}' and topic '{}'; the first is kept",
                  channel.id, it->second.topic, channel.topic),
             offset, Op::channel);
}

bool Definitions::is_complete(uint16_t id) const {
  const auto channel = channels_.find(id);
  if (channel == channels_.end()) return false;
  return channel->second.schema_id == 0 || schemas_.contains(channel->second.schema_id);
}

Definitions::Match Definitions::compare(const Schema& schema) const {
  return schema.id == 0 ? Match::same : compare_stored(schemas_, schema.id, stored(schema));
}

Definitions::Match Definitions::compare(const Channel& channel) const {
  return compare_stored(channels_, channel.id, stored(channel));
}

std::vector<LogChannel> Definitions::log_channels(Report& report) const {
  std::vector<LogChannel> result;
  result.reserve(channels_.size());
  for (const auto& [id, channel] : channels_) {
    LogChannel& made = result.emplace_back();
    made.id = static_cast<uint32_t>(result.size() - 1);
    made.topic = channel.topic;
    made.message_encoding = channel.message_encoding;
    made.metadata = channel.metadata;
    // Channels may have no schema; a schema that is referred to but missing is reported.
    if (channel.schema_id == 0) continue;
    const auto schema = schemas_.find(channel.schema_id);
    if (schema != schemas_.end()) {
      made.schema = {schema->second.name, schema->second.encoding, schema->second.data};
      continue;
    }
    report.problems.push_back({.severity = Severity::warning,
                               .code = ErrorCode::corrupt,
                               .file = report.file,
                               .place = format("channel {}", id),
                               .message = format("refers to schema {}, which the file does not define; topic {}",
                                                 channel.schema_id, channel.topic)});
  }
  return result;
}

}  // namespace gs::logio::mcap
