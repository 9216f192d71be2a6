// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/report/summary_text.h"

#include "gs/core/json/json_writer.h"
#include "gs/core/progress.h"
#include "gs/core/text/printable.h"

namespace gs::logio::vrs {
namespace {

std::string codecs_text(const StreamSummary& s) {
  std::string out;
  for (const auto& [codec, count] : s.codecs)
    out += format("{}{} {}", out.empty() ? "" : ", ", count, to_string(codec));
  return out;
}

uint64_t count_of(const StreamSummary& s, RecordType type) {
  const auto found = s.counts.find(type);
  return found == s.counts.end() ? 0 : found->second;
}

// "VRS1": the characters of the version number.
std::string version_text(FormatVersion version) {
  const auto number = static_cast<uint32_t>(version);
  return {reinterpret_cast<const char*>(&number), 4};
}

void append_stream(const StreamSummary& s, bool verbose, std::string& out) {
  out += format("\n{}{}  {}{}\n", to_string(s.id), s.logical_id ? format(" (id {})", *s.logical_id) : "",
                printable(s.name), s.flavor.empty() ? "" : "  " + printable(s.flavor));
  out += format("  records        {} data, {} configuration, {} state\n", count_of(s, RecordType::data),
                count_of(s, RecordType::configuration), count_of(s, RecordType::state));
  if (!s.image.empty()) out += format("  images         {}\n", printable(s.image));
  if (s.first_s)
    out += format("  time           {:.6f} to {:.6f} s ({:.3f} s)\n", *s.first_s, *s.last_s, *s.last_s - *s.first_s);
  if (s.rate_hz > 0)
    out += format("  rate           {:.2f} Hz, median period {:.3f} ms\n", s.rate_hz, s.median_period_s * 1e3);
  out += format("  gaps           {}", s.gap_count);
  if (!s.gaps.empty()) out += format(", longest {:.3f} s at {:.3f} s", s.gaps[0].seconds, s.gaps[0].from_s);
  out +=
      format("\n  size           {} stored, {} uncompressed ({:.1f} %)\n", human_bytes(s.stored_bytes),
             human_bytes(s.payload_bytes),
             s.payload_bytes == 0 ? 100.0
                                  : 100.0 * static_cast<double>(s.stored_bytes) / static_cast<double>(s.payload_bytes));
  out += format("  compression    {}\n", codecs_text(s));
  if (!verbose) return;
  for (const auto& [key, value] : s.record_formats) {
    out += format("  format         {}: {}\n", printable(key), printable(value));
  }
  if (!s.configuration_json.empty()) out += format("  configuration  {}\n", printable(s.configuration_json));
  for (const Gap& gap : s.gaps) out += format("  gap            {:.6f} s, {:.3f} s long\n", gap.from_s, gap.seconds);
}

void append_stream(const StreamSummary& s, JsonWriter& json) {
  json.begin_object().field("id", to_string(s.id)).field("name", s.name).field("flavor", s.flavor);
  json.key("logical_id");
  s.logical_id ? json.value(*s.logical_id) : json.null();
  json.key("records").begin_object();
  for (const auto& [type, count] : s.counts) json.field(to_string(type), count);
  json.end_object();
  json.field("image", s.image);
  json.key("start_s");
  s.first_s ? json.value(*s.first_s) : json.null();
  json.key("end_s");
  s.last_s ? json.value(*s.last_s) : json.null();
  json.field("rate_hz", s.rate_hz).field("median_period_s", s.median_period_s).field("gap_count", s.gap_count);
  json.key("gaps").begin_array();
  for (const Gap& gap : s.gaps)
    json.begin_object().field("from_s", gap.from_s).field("seconds", gap.seconds).end_object();
  json.end_array();
  json.field("stored_bytes", s.stored_bytes).field("payload_bytes", s.payload_bytes);
  json.key("compression").begin_object();
  for (const auto& [codec, count] : s.codecs) json.field(to_string(codec), count);
  json.end_object();
  json.key("record_formats").begin_object();
  for (const auto& [key, value] : s.record_formats) json.field(key, value);
  json.end_object();
  json.key("configuration");
  s.configuration_json.empty() ? json.null() : json.raw(s.configuration_json);
  json.end_object();
}

}  // namespace

std::string to_text(const FileSummary& f, const SummaryText& options) {
  std::string out = format("{}, {} in {} file{}, {} records, index {}{}\n", version_text(f.header.version),
                           human_bytes(f.file_bytes), f.chunks, f.chunks == 1 ? "" : "s", f.records, to_string(f.index),
                           f.sorted ? "" : ", records out of time order");
  if (f.first_s) out += format("time {:.6f} to {:.6f} s ({:.3f} s)\n", *f.first_s, *f.last_s, *f.last_s - *f.first_s);
  for (const auto& [key, value] : f.tags) {
    if (options.verbose || key.find('/') == std::string::npos) {
      out += format("{:<18} {}\n", printable(key), printable(value));
    }
  }
  for (const StreamSummary& s : f.streams) {
    if (!options.only || *options.only == s.id) append_stream(s, options.verbose, out);
  }
  return out;
}

std::string to_json(const FileSummary& f, const SummaryText& options, std::string_view health) {
  JsonWriter json;
  json.begin_object().field("version", version_text(f.header.version)).field("file_bytes", f.file_bytes);
  json.field("chunks", f.chunks).field("records", f.records).field("index", to_string(f.index));
  json.field("sorted", f.sorted);
  json.key("start_s");
  f.first_s ? json.value(*f.first_s) : json.null();
  json.key("end_s");
  f.last_s ? json.value(*f.last_s) : json.null();
  json.key("tags").begin_object();
  for (const auto& [key, value] : f.tags) json.field(key, value);
  json.end_object();
  json.key("streams").begin_array();
  for (const StreamSummary& s : f.streams) {
    if (!options.only || *options.only == s.id) append_stream(s, json);
  }
  json.end_array();
  if (!health.empty()) json.key("health").raw(health);
  json.end_object();
  return std::move(json).take();
}

}  // namespace gs::logio::vrs
