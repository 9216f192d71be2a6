// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gs/core/json/json_writer.h"
#include "gs/core/text/printable.h"
#include "gs/logio/tools/report.h"

namespace gs::logio {
namespace {

// "1700000000.123456789 (2023-11-14T22:13:20.123456789Z)"
std::string moment(Timestamp time) { return to_decimal_seconds(time) + " (" + to_iso8601_utc(time) + ")"; }

// "-" if the sizes are unknown.
std::string size_text(const TopicReport& topic) { return topic.bytes > 0 ? human_bytes(topic.bytes) : "-"; }

// Column "gaps".
std::string gaps_text(const TopicReport& topic) {
  if (!topic.timing || topic.messages < 2) return "-";
  const TopicTiming& timing = *topic.timing;
  std::string text = timing.gaps == 0 ? "none"
                                      : format("{}, longest {:.3f} s at {}", timing.gaps, timing.longest.seconds(),
                                               to_decimal_seconds(timing.longest_from));
  if (timing.begins_late.ns > 0) text += format(", begins {:.3f} s after the log", timing.begins_late.seconds());
  if (timing.ends_early.ns > 0) text += format(", ends {:.3f} s before the log", timing.ends_early.seconds());
  return text;
}

std::string pad(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// Aligns columns to their widest cell; the last one is not padded.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += " " + pad(row[i], i + 1 < row.size() ? widths[i] + 1 : 0);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace

std::string to_text(const LogReport& report) {
  const LogInfo& info = report.info;
  std::string text = "format:    " + info.format;
  if (!info.profile.empty()) text += ", profile " + printable(info.profile);
  if (!info.library.empty()) text += ", written by " + printable(info.library);
  text += format("\nsize:      {}{}\n", human_bytes(info.file_bytes), info.indexed ? "" : ", not indexed");
  if (info.start && info.end) {
    text += format("start:     {}\nend:       {}\nduration:  {:.3f} s\n", moment(*info.start), moment(*info.end),
                   (*info.end - *info.start).seconds());
  }
  // All names come from the log, so control characters are escaped.
  text += format("messages:  {}\n", info.message_count);
  if (info.chunk_count > 0 || !info.chunks_by_compression.empty()) {
    text += format("chunks:    {}", info.chunk_count);
    for (const auto& [codec, count] : info.chunks_by_compression) {
      text += format(", {} {}", count, codec.empty() ? "none" : printable(codec));
    }
    text += "\n";
  }
  for (const auto& [name, bytes] : report.attachments)
    text += format("attached:  {} ({})\n", printable(name), human_bytes(bytes));
  for (const std::string& name : report.metadata) text += format("metadata:  {}\n", printable(name));
  std::vector<std::vector<std::string>> rows = {{"topic", "type", "encoding", "messages", "rate", "size", "gaps"}};
  for (const TopicReport& topic : report.topics) {
    std::string count = std::to_string(topic.messages);
    if (topic.channels > 1) count += format(" in {} channels", topic.channels);
    rows.push_back({printable(topic.topic) + (topic.latched ? " (latched)" : ""), printable(topic.type),
                    printable(topic.encoding), std::move(count),
                    topic.rate_hz > 0 ? format("{:.2f} Hz", topic.rate_hz) : "-", size_text(topic), gaps_text(topic)});
  }
  return text + format("topics:    {}\n", report.topics.size()) + (report.topics.empty() ? "" : table(rows));
}

std::string to_json(const LogReport& report) {
  const LogInfo& info = report.info;
  JsonWriter json;
  json.begin_object();
  json.field("format", info.format).field("profile", info.profile).field("library", info.library);
  json.field("indexed", info.indexed).field("file_bytes", info.file_bytes);
  if (info.start && info.end) {
    json.field("start_ns", info.start->ns).field("end_ns", info.end->ns);
    json.field("duration_s", (*info.end - *info.start).seconds());
  }
  json.field("message_count", info.message_count).field("chunk_count", info.chunk_count);
  json.key("chunks_by_compression").begin_object();
  for (const auto& [codec, count] : info.chunks_by_compression) json.field(codec.empty() ? "none" : codec, count);
  json.end_object().key("topics").begin_array();
  for (const TopicReport& topic : report.topics) {
    json.begin_object();
    json.field("topic", topic.topic).field("type", topic.type).field("encoding", topic.encoding);
    json.field("schema_encoding", topic.schema_encoding).field("channels", topic.channels);
    json.field("message_count", topic.messages).field("data_bytes", topic.bytes).field("rate_hz", topic.rate_hz);
    json.field("latched", topic.latched);
    if (topic.timing) {
      const TopicTiming& timing = *topic.timing;
      json.field("first_ns", timing.first.ns).field("last_ns", timing.last.ns);
      json.field("median_period_s", timing.median_period_s).field("gaps", timing.gaps);
      json.field("longest_pause_s", timing.longest.seconds()).field("longest_pause_from_ns", timing.longest_from.ns);
      json.field("begins_late_s", timing.begins_late.seconds()).field("ends_early_s", timing.ends_early.seconds());
    }
    json.end_object();
  }
  json.end_array().key("attachments").begin_array();
  for (const auto& [name, bytes] : report.attachments) {
    json.begin_object().field("name", name).field("bytes", bytes).end_object();
  }
  json.end_array().field("metadata", report.metadata).end_object();
  return std::move(json).take();
}

}  // namespace gs::logio
