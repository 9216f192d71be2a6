// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The times of the index equal those of a full read, for every log of the public set.
#include "gs/logio/api/index_times.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "gs/core/file.h"
#include "gs/logio/has_index.h"

namespace gs::logio {
namespace {

using Times = std::map<uint32_t, std::multiset<int64_t>>;  // by channel id

Times read_times(const LogReader& log) {
  Times out;
  Problems problems;
  const auto stream = log.read({.order = Order::file}, problems);
  while (stream) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) break;
    for (const MessageView& message : *batch) out[message.channel->id].insert(message.log_time.ns);
  }
  return out;
}

TEST(IndexTimes, EqualThoseOfAllMessages) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  std::map<std::string, int> compared;  // by extension
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / "logs")) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".mcap" && kind != ".bag" && kind != ".db3") continue;
    SCOPED_TRACE(entry.path().string());
    Problems problems;
    const auto log = open_log(entry.path(), problems);
    if (!log || problems.count(Severity::error) > 0 || problems.count(Severity::warning) > 0) continue;
    Times times;
    const bool complete = visit_index_times(**log, [&](uint32_t id, Timestamp t) { times[id].insert(t.ns); });
    const auto state = find_index(entry.path());
    ASSERT_TRUE(state);
    // The reverse does not hold: an MCAP summary without statistics has its messages counted.
    if (state->indexed) {
      EXPECT_TRUE((*log)->info().indexed);
    }
    if (!complete) continue;
    EXPECT_EQ(times, read_times(**log));
    ++compared[kind];
  }
  EXPECT_GE(compared[".mcap"], 5);
  EXPECT_GE(compared[".bag"], 3);
  EXPECT_GE(compared[".db3"], 1);
}

}  // namespace
}  // namespace gs::logio
