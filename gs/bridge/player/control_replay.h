// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The commands of a recorded drive, and the service calls that changed it, handed out again at their times.
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

class ControlReplay {
 public:
  // Reads /vehicle/control_cmd of any log, and /sim/events of a recorded run. The start of the log becomes sim_start.
  // No command at all is a legal replay if the log has the topic. Errors: topic_not_found lists the topics there are;
  // unsupported when the type is not that of control_mode, or when the run loaded another world.
  static Result<ControlReplay> open(const std::filesystem::path& log, const std::string& control_mode,
                                    Timestamp sim_start, Problems& problems);

  // Times are those of RunTime, which never run backwards.
  // The next event that is due by `now`, or nothing. Take all of them before the commands of that time.
  std::optional<gs_sim_msgs::SimulationEvent> next_event(Timestamp now);
  // The next command that has arrived by `now`, or null; call until it is null. Borrowed until the next call.
  const std::vector<std::byte>* next(Timestamp now);
  bool finished() const { return next_ == commands_.size() && events_.empty(); }
  std::size_t size() const { return commands_.size(); }
  bool has_events() const { return !events_.empty(); }
  // When the log ends.
  Timestamp end() const { return end_; }

 private:
  Result<void> add_event(Bytes cdr, Timestamp due);
  struct Command {
    Timestamp arrival;
    std::vector<std::byte> cdr;
  };
  struct Event {
    Timestamp due;
    gs_sim_msgs::SimulationEvent event;
  };
  std::vector<Command> commands_;
  std::size_t next_ = 0;
  std::deque<Event> events_;
  Timestamp end_{};
};

}  // namespace gs::bridge
