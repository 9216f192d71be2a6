// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/inspect_log.h"
#include "gs/core/progress.h"
#include "gs/report/chart.h"
#include "gs/report/page.h"
#include "gs/report/table.h"

namespace gs::builder {
namespace {

report::Html summary_cards(const Inspection& in) {
  const bool possible = in.exit_code() == 0;
  std::vector<report::Card> cards{{"build", possible ? "possible" : "not possible",
                                   possible ? report::Verdict::good : report::Verdict::poor, in.verdict()},
                                  {"log", human_duration(in.duration_s()), report::Verdict::none,
                                   format("{}, {}, {} messages, {}", in.log.format, human_bytes(in.log.file_bytes),
                                          in.log.message_count, in.log.indexed ? "indexed" : "no index")}};
  if (in.plan.total_s() > 0) {
    cards.push_back({"expected time", human_duration(in.plan.total_s()), report::Verdict::none,
                     format("{} images, {} sweeps; right to an order of magnitude", in.plan.images, in.plan.sweeps)});
    cards.push_back({"disk", human_bytes(in.plan.workspace_bytes), report::Verdict::none,
                     in.free_bytes ? human_bytes(*in.free_bytes) + " free" : "free space unknown"});
  }
  return report::cards(cards);
}

report::Html finding_list(const Inspection& in) {
  if (in.findings.empty()) return report::paragraph("Nothing is missing.");
  report::Html list;
  for (const Finding& finding : in.findings) {
    report::Html item = badge(finding.fatal ? report::Verdict::poor : report::Verdict::none) +
                        report::Html::text((finding.fatal ? " " : "") + finding.message);
    if (!finding.action.empty()) {
      item += element("p", report::Html::text("What to do: " + finding.action), {{"class", "note"}});
    }
    list += element("li", item);
  }
  return element("ul", list);
}

report::Html topic_table(const Inspection& in, bool with_role) {
  report::Table table{.columns = {{"role"},
                                  {"topic"},
                                  {"type"},
                                  {"messages", true},
                                  {"rate [Hz]", true},
                                  {"longest gap [s]", true},
                                  {"clock"},
                                  {"frame"}}};
  for (const InspectedTopic& topic : in.topics) {
    if (topic.role.empty() == with_role) continue;
    table.add({topic.role, topic.topic, topic.type, format("{}", topic.times.stamps.size()),
               report::number(topic.times.rate_hz), report::number(topic.times.longest_gap_s), topic.clock,
               topic.frame + (topic.frame_known ? "" : " (not connected)")});
  }
  return table.rows.empty() ? report::paragraph("None.") : to_html(table);
}

report::Html time_line(const Inspection& in) {
  report::StripChart chart{
      "messages over the time of the log", format("0 to {} s", report::number(in.duration_s())), {}};
  for (const InspectedTopic& topic : in.topics) {
    if (!topic.role.empty()) chart.strips.push_back({topic.role, topic.times.density});
  }
  return to_html(chart);
}

report::Html plan_chart(const Inspection& in) {
  report::BarChart chart{"expected time of the steps", {}};
  for (std::size_t i = 0; i < kStepCount; ++i) {
    chart.bars.push_back(
        {std::string(to_string(static_cast<Step>(i))), in.plan.seconds[i], human_duration(in.plan.seconds[i])});
  }
  return to_html(chart);
}

}  // namespace

std::string to_html(const Inspection& in) {
  report::Page page("Log " + in.file);
  page.introduce(summary_cards(in));
  page.add("What is missing, and what to do", finding_list(in));
  page.add("Topics the build uses", topic_table(in, true));
  page.add("Time line", time_line(in));
  page.add("Topics it does not use", topic_table(in, false));
  page.add("Plan", plan_chart(in));
  return page.html();
}

}  // namespace gs::builder
