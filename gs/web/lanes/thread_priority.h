// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// On a machine with few cores the steps of the simulator come before network and encoding.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace gs::web {

// Lowers the priority of the calling thread: on Linux a nice value belongs to a thread.
inline void yield_to_stepping_thread() {
  constexpr int kNice = 5;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
}

}  // namespace gs::web
