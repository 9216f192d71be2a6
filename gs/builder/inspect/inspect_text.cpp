// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/inspect_log.h"
#include "gs/core/progress.h"
#include "gs/core/text/printable.h"

namespace gs::builder {
namespace {

constexpr std::size_t kStripCells = 24;  // of the time line on the screen

// The time line of a topic: '#' many messages, '.' few, ' ' none.
std::string strip_text(const TopicTimes& times) {
  std::string out(kStripCells, ' ');
  for (std::size_t i = 0; i < times.density.size(); ++i) {
    char& cell = out[i * kStripCells / times.density.size()];
    if (times.density[i] > 0.5) {
      cell = '#';
    } else if (times.density[i] > 0 && cell == ' ') {
      cell = '.';
    }
  }
  return out;
}

std::string short_type(const std::string& type) { return type.substr(type.rfind('/') + 1); }

}  // namespace

std::string to_text(const Inspection& in) {
  std::string out =
      format("{}: {}, {}, {}, {} topics, {}\n{}\n\n", in.file, in.log.format, human_bytes(in.log.file_bytes),
             human_duration(in.duration_s()), in.topics.size(), in.log.indexed ? "indexed" : "no index", in.verdict());
  out += format("{:<16} {:<34} {:>7} {:>7} {:>8}  {:<10} {:<14} {}\n", "role", "topic", "count", "Hz", "gap [s]",
                "clock", "frame", "time line");
  bool others = false;
  for (const InspectedTopic& topic : in.topics) {
    if (topic.role.empty()) {
      out += others ? ", " : "not used: ";
      out += format("{} ({})", topic.topic, short_type(topic.type));
      others = true;
      continue;
    }
    const std::string frame = topic.frame + (topic.frame_known ? "" : " (not connected)");
    out += format("{:<16} {:<34} {:>7} {:>7.1f} {:>8.2f}  {:<10} {:<14} |{}|\n", topic.role, topic.topic,
                  topic.times.stamps.size(), topic.times.rate_hz, topic.times.longest_gap_s, topic.clock, frame,
                  strip_text(topic.times));
  }
  out += others ? "\n\n" : "\n";
  for (const Finding& finding : in.findings) {
    out += (finding.fatal ? "missing: " : "note: ") + finding.message + "\n";
    if (!finding.action.empty()) out += "  -> " + finding.action + "\n";
  }
  return printable(out, Newlines::keep);
}

}  // namespace gs::builder
