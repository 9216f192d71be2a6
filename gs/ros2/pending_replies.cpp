// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/pending_replies.h"

#include <algorithm>

namespace gs::ros2 {

bool ServiceReply::can_reach(const std::vector<Guid>& matched) const {
  return std::any_of(matched.begin(), matched.end(), [&](const Guid& other) {
    return reader_is_exact ? other == reader : other.same_participant(reader);
  });
}

void PendingReplies::add(ServiceReply reply, Clock::time_point now) {
  // Limit per client first, so that a flood of one client drops only its own replies.
  const auto same = [&](const Waiting& w) { return w.reply.reader.same_participant(reply.reader); };
  if (static_cast<std::size_t>(std::count_if(waiting_.begin(), waiting_.end(), same)) >= kPerClient)
    waiting_.erase(std::find_if(waiting_.begin(), waiting_.end(), same));
  if (waiting_.size() >= kInAll) waiting_.pop_front();
  waiting_.push_back({std::move(reply), now});
}

std::vector<ServiceReply> PendingReplies::take(const std::vector<Guid>& matched, Clock::time_point now) {
  std::vector<ServiceReply> out;
  std::deque<Waiting> kept;
  for (Waiting& w : waiting_) {
    if (now - w.since > kMatchLimit) continue;
    if (w.reply.can_reach(matched)) {
      out.push_back(std::move(w.reply));
    } else {
      kept.push_back(std::move(w));
    }
  }
  waiting_ = std::move(kept);
  return out;
}

}  // namespace gs::ros2
