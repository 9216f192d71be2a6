// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares every log of the public set with the topic table of the README in its folder.
#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "gs/core/file.h"
#include "gs/logio/api/log.h"

namespace gs::logio {
namespace {

// Type and message count of a topic in the README.
struct Listed {
  std::string type;
  uint64_t count = 0;
};
using Topics = std::map<std::string, Listed>;
using LogSet = std::map<std::string, Topics>;  // by path

uint64_t number_after(const std::string& line, std::string_view label) {
  const std::size_t at = line.find(label);
  uint64_t value = 0;
  if (at != std::string::npos) std::from_chars(line.data() + at + label.size(), line.data() + line.size(), value);
  return value;
}

// "### path" starts a log, "- `topic` type ... n=12 ..." is one of its topics.
LogSet read_listing(const fs::path& readme) {
  LogSet set;
  Topics* topics = nullptr;
  std::ifstream in(readme);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("### ")) topics = &set[line.substr(4)];
    if (topics == nullptr || !line.starts_with("- `")) continue;
    const std::size_t end = line.find('`', 3), type_end = line.find(' ', end + 2);
    Listed& listed = (*topics)[line.substr(3, end - 3)];
    listed.type = line.substr(end + 2, type_end - end - 2);
    listed.count += number_after(line, " n=");
  }
  return set;
}

TEST(LogSet, OpensWithTheTopicsAndCountsOfItsReadme) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  const fs::path folder = fs::path(data) / "logs";
  LogSet set = read_listing(folder / "README.md");
  ASSERT_GE(set.size(), 55u);
  // The README counts the last message, although the file is cut after 54 of its 110 bytes.
  --set.at("ros1/edge_truncated.bag").at("/rosout_agg").count;
  std::size_t topics_compared = 0;
  for (const auto& [path, topics] : set) {
    SCOPED_TRACE(path);
    Problems problems;
    const auto log = open_log(folder / path, problems);
    ASSERT_TRUE(log) << to_string(log.error());
    Topics found;
    for (const LogChannel& channel : (*log)->channels()) {
      found[channel.topic].type = channel.schema.name;
      found[channel.topic].count += (*log)->info().channels[channel.id].message_count;
    }
    for (const auto& [topic, listed] : topics) {
      EXPECT_EQ(found[topic].count, listed.count) << topic;
      EXPECT_EQ(found[topic].type, listed.type) << topic;
      ++topics_compared;
    }
  }
  EXPECT_GT(topics_compared, 200u);
}

}  // namespace
}  // namespace gs::logio
