// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Replays the commands of a log, and the service calls that changed the recorded run, at their recorded times.
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/messages/simulation_events.h"
#include "gs/core/problems.h"

namespace gs::bridge {

// Holds all commands and events of a log in memory. Times are run times (see RunTime), which never run backwards.
class ControlReplay {
 public:
  // Reads /vehicle/control_cmd of any log, and /sim/events of a recorded run. Times are shifted so that the log starts
  // at sim_start. A log with the topic but without commands is valid. Errors: topic_not_found, with the topics of the
  // log; unsupported if the message type is not that of control_mode, or if the run loaded another world.
  static Result<ControlReplay> open(const std::filesystem::path& log, const std::string& control_mode,
                                    Timestamp sim_start, Problems& problems);

  // Removes and returns the next event due at or before `now`; empty if there is none. Take all events before the
  // commands of the same time.
  std::optional<rosmsg::gs_sim_msgs::SimulationEvent> next_event(Timestamp now);
  // Next command (CDR) that arrived at or before `now`, or null. Call it until it returns null. The pointer is valid
  // until the next call.
  const std::vector<std::byte>* next(Timestamp now);
  // finished(): all commands and events have been returned. size(): number of commands in the log.
  bool finished() const { return next_ == commands_.size() && events_.empty(); }
  std::size_t size() const { return commands_.size(); }
  bool has_events() const { return !events_.empty(); }
  // Time of the last message of the log.
  Timestamp end() const { return end_; }

 private:
  Result<void> add_event(Bytes cdr, Timestamp due);
  struct Command {
    Timestamp arrival;
    std::vector<std::byte> cdr;
  };
  struct Event {
    Timestamp due;
    rosmsg::gs_sim_msgs::SimulationEvent event;
  };
  std::vector<Command> commands_;
  std::size_t next_ = 0;
  std::deque<Event> events_;
  Timestamp end_{};
};

}  // namespace gs::bridge
