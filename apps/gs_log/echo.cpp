// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/message_json.h"
#include "apps/gs_log/time_range.h"
#include "gs/core/progress.h"
#include "gs/logio/tools/topics.h"

namespace gs::gs_log {
namespace {

// Indents the lines of a payload, which is a JSON text of its own.
std::string indented(const std::string& json) {
  std::string out;
  for (const char c : json) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

void print(const logio::MessageView& message, const std::string& payload, JsonWriter::Layout layout) {
  JsonWriter json(layout);
  json.begin_object();
  json.field("topic", message.channel->topic).field("type", message.channel->schema.name);
  json.field("log_time_ns", message.log_time.ns).field("publish_time_ns", message.publish_time.ns);
  json.field("sequence", message.sequence).key("message").raw(indented(payload)).end_object();
  std::printf("%s\n", json.text().c_str());
}

}  // namespace

// gs-log echo LOG TOPIC...: prints messages as JSON, one object per line.
int run_echo(config::CommandLine& line) {
  std::filesystem::path path;
  std::vector<std::string> topics;
  std::string time_range;
  uint64_t count = 0;
  uint64_t max_items = 100;
  bool pretty = false;
  line.positional("log", path, "file or folder");
  line.positional("topic", topics, "topics to print; '*' matches any text");
  line.option("count", count, "number of messages to print; 0: all");
  line.option("time_range", time_range, "BEGIN:END in seconds; '+2.5' counts from the start of the log");
  line.option("max_items", max_items, "maximum number of printed array elements; 0: all");
  line.option("pretty", pretty, "indented JSON instead of one line per message");
  line.example("gs-log echo drive.mcap /odom --count 1");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  const auto log = logio::open_log(path, problems);
  if (!log) return report_input_error(log.error());
  // Exit codes: 4 unknown topic, 1 invalid time range, 5 a message that cannot be decoded, 3 damaged input.
  const auto selected = logio::select_topics(**log, topics, {});
  if (!selected) return config::report_error(selected.error(), kExitMissing);
  const auto range = parse_time_range(time_range, (*log)->info());
  if (!range) return config::report_error(range.error(), config::kExitUsage);
  const auto stream = (*log)->read({.topics = *selected, .begin = range->begin, .end = range->end}, problems);
  if (!stream) return report_input_error(stream.error());
  const auto layout = pretty ? JsonWriter::Layout::pretty : JsonWriter::Layout::compact;
  MessageJson json({.layout = layout, .max_array_items = max_items});
  uint64_t printed = 0;
  while ((count == 0 || printed < count) && !interrupt_requested()) {
    const auto batch = (*stream)->next_batch();
    if (!batch) return log_problems(problems), report_input_error(batch.error());
    if (batch->empty()) break;
    for (const logio::MessageView& message : *batch) {
      if (count > 0 && printed == count) break;
      auto payload = json.payload(*message.channel, message.data);
      if (!payload) {
        log_problems(problems);
        return config::report_error(std::move(payload).error().with_context("message on " + message.channel->topic),
                                    kExitProcessing);
      }
      print(message, *payload, layout);
      ++printed;
    }
  }
  log_problems(problems);
  const bool is_complete = count > 0 && printed == count;
  if (interrupt_requested() && !is_complete)
    return config::report_error(fail(ErrorCode::interrupted, "stopped on request"), config::kExitUsage);
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
