// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/tools/topics.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "gs/core/options/options.h"

namespace gs::logio {

bool matches_pattern(std::string_view text, std::string_view pattern) {
  // Greedy matching with one level of backtracking: on a mismatch, the last '*' takes one more character. No recursion
  // and no exponential time, since patterns and names may come from files.
  std::size_t t = 0, p = 0, star = std::string_view::npos, after_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after_star = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<std::string> topics_of(const LogReader& log) {
  std::vector<std::string> topics;
  std::unordered_set<std::string_view> known;
  for (const LogChannel& channel : log.channels()) {
    if (known.insert(channel.topic).second) topics.push_back(channel.topic);
  }
  return topics;
}

Error unknown_topic(const LogReader& log, std::string_view topic) {
  constexpr std::size_t kLongest = 256;  // longer names are not compared letter by letter: edit distance is quadratic
  // A name that contains the other has distance 0.
  const auto distance = [&](const std::string& name) {
    const bool part = name.find(topic) != std::string::npos || topic.find(name) != std::string_view::npos;
    if (part) return std::size_t{0};
    return name.size() > kLongest ? name.size() : edit_distance(name, topic);
  };
  std::vector<std::pair<std::size_t, std::string>> topics;
  for (const std::string& name : topics_of(log)) topics.emplace_back(distance(name), name);
  std::ranges::stable_sort(topics, {}, [](const auto& entry) { return entry.first; });
  std::string hint = topics.empty() ? "the log has no topics" : "the nearest are:";
  for (std::size_t i = 0; i < std::min<std::size_t>(topics.size(), 5); ++i) {
    hint += (i == 0 ? " " : ", ") + topics[i].second;
  }
  return fail(ErrorCode::topic_not_found, "the log has no topic '{}'", topic).with_hint(std::move(hint));
}

Result<std::vector<std::string>> select_topics(const LogReader& log, const std::vector<std::string>& wanted,
                                               const std::vector<std::string>& unwanted) {
  auto topics = topics_of(log);
  const auto matches_any = [](const std::string& topic, const std::vector<std::string>& patterns) {
    return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches_pattern(topic, pattern); });
  };
  // A misspelled topic must be an error, not an empty selection.
  for (const std::string& pattern : wanted) {
    if (std::ranges::none_of(topics, [&](const std::string& topic) { return matches_pattern(topic, pattern); })) {
      return unknown_topic(log, pattern);
    }
  }
  std::erase_if(topics, [&](const std::string& topic) {
    return (!wanted.empty() && !matches_any(topic, wanted)) || matches_any(topic, unwanted);
  });
  return topics;
}

bool is_latched(const LogChannel& channel) {
  if (channel.topic == "/tf_static" || channel.topic == "tf_static") return true;
  const auto latching = channel.metadata.find("latching");
  if (latching != channel.metadata.end() && (latching->second == "1" || latching->second == "true")) return true;
  const auto qos = channel.metadata.find("offered_qos_profiles");
  if (qos == channel.metadata.end()) return false;
  // "durability: 1" up to metadata version 8, "durability: transient_local" since.
  const std::string& text = qos->second;
  if (text.find("transient_local") != std::string::npos) return true;
  for (std::size_t at = text.find("durability:"); at != std::string::npos; at = text.find("durability:", at + 1)) {
    const std::size_t value = text.find_first_not_of(" \"'", at + 11);
    if (value == std::string::npos || text[value] != '1') continue;
    if (value + 1 == text.size() || text[value + 1] < '0' || text[value + 1] > '9') return true;
  }
  return false;
}

}  // namespace gs::logio
