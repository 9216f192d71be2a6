// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Simulates a full disk: while the object lives, writing more than `bytes` to a file fails. Test code only.
#pragma once

#include <sys/resource.h>

#include <csignal>

#include "gs/core/expect.h"

namespace gs {

// Sets RLIMIT_FSIZE of the whole process in its constructor, and restores the old limit in its destructor.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {  // the write fails instead
    GS_EXPECT(::getrlimit(RLIMIT_FSIZE, &old_) == 0);
    const rlimit small{bytes, old_.rlim_max};
    GS_EXPECT(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_{};
};

}  // namespace gs
