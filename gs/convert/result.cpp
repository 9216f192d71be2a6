// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/result.h"

#include "gs/core/format.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/progress.h"
#include "gs/core/text/printable.h"

namespace gs::convert {

std::string to_text(const ConversionResult& r) {
  std::string out = format("{:<10} {:<8} {:>9}  {}\n", "stream", "VRS", "messages", "topic");
  const auto lookup = [](const auto& map, int id) {
    const auto found = map.find(id);
    return found == map.end() ? typename std::decay_t<decltype(map)>::mapped_type{} : found->second;
  };
  for (const auto& [id, count] : r.messages_per_stream) {
    out += format("{:<10} {:<8} {:>9}  {}\n", id, lookup(r.vrs_streams, id), count, printable(lookup(r.topics, id)));
  }
  out += format("{:<19} {:>9}\n", "total", r.total_messages);
  // Speed relative to real time, and throughput of uncompressed payloads.
  const double speed = r.conversion_time_sec > 0 ? r.duration_sec / r.conversion_time_sec : 0;
  const double rate =
      r.conversion_time_sec > 0 ? static_cast<double>(r.payload_bytes) / 1e6 / r.conversion_time_sec : 0;
  out += format("input {}, output {} ({:.1f} % of the input)\n", human_bytes(r.input_bag_size),
                human_bytes(r.output_vrs_size), 100 * r.compression_ratio);
  out += format("{:.3f} s of recording in {:.3f} s ({:.1f}x real time, {:.0f} MB/s of payload)\n", r.duration_sec,
                r.conversion_time_sec, speed, rate);
  if (r.late_records > 0) out += format("{} records are stored out of time order; readers sort them\n", r.late_records);
  for (const std::string& what : r.absent) out += format("not in the log: {}\n", what);
  for (const auto& [topic, count] : r.not_converted)
    out += format("not converted: {} ({} messages)\n", printable(topic), count);
  return out;
}

std::string to_json(const ConversionResult& r) {
  JsonWriter json;
  json.begin_object();
  json.field("input_bag_size", r.input_bag_size).field("output_vrs_size", r.output_vrs_size);
  json.field("compression_ratio", r.compression_ratio).field("total_messages", r.total_messages);
  const auto object = [&](const char* name, const auto& map, auto&& key_text) {
    json.key(name).begin_object();
    for (const auto& [key, value] : map) json.field(key_text(key), value);
    json.end_object();
  };
  const auto number = [](int id) { return std::to_string(id); };
  object("messages_per_stream", r.messages_per_stream, number);
  json.field("duration_sec", r.duration_sec).field("conversion_time_sec", r.conversion_time_sec);
  object("topics", r.topics, number);
  object("vrs_streams", r.vrs_streams, number);
  json.field("payload_bytes", r.payload_bytes).field("late_records", r.late_records);
  object("peak_resident", r.peak_resident, number);
  json.field("absent", r.absent);
  object("not_converted", r.not_converted, [](const std::string& topic) { return topic; });
  json.end_object();
  return std::move(json).take();
}

}  // namespace gs::convert
