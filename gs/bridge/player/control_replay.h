// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The commands of a recorded drive, handed out again at their times.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/bridge/messages/control_messages.h"
#include "gs/core/problems.h"

namespace gs::bridge {

class ControlReplay {
 public:
  // Reads /vehicle/control_cmd of any log. The start of the log becomes sim_start. not_found lists the topics there
  // are; unsupported when the topic's type is not that of control_mode.
  static Result<ControlReplay> open(const std::filesystem::path& log, const std::string& control_mode,
                                    Timestamp sim_start, Problems& problems);

  // The next command that has arrived by `now`, or null; call until it is null. Borrowed until the next call.
  const std::vector<std::byte>* next(Timestamp now);
  bool finished() const { return next_ == commands_.size(); }
  std::size_t size() const { return commands_.size(); }

 private:
  struct Command {
    Timestamp arrival;
    std::vector<std::byte> cdr;
  };
  std::vector<Command> commands_;
  std::size_t next_ = 0;
};

}  // namespace gs::bridge
