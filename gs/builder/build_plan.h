// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a build will cost, said before it starts: seconds per step and bytes of the workspace.
#pragma once

#include <array>
#include <cstdint>

#include "gs/builder/build_config.h"
#include "gs/builder/topic_mapping.h"
#include "gs/logio/log.h"

namespace gs {

struct BuildPlan {
  uint64_t images = 0, sweeps = 0;
  uint64_t workspace_bytes = 0;
  std::array<double, kStepCount> seconds{};  // by Step; 0 for steps that are switched off

  double total_s() const;
};

struct PlanInputs {
  BuildConfig config;
  TrainingOptions training;  // resolved
  bool gpu = false;          // training runs on one
  int threads = 1;
  double external_step_s = 0;  // of an iteration, where another program trains; 0: ours does
};

// From the counts in the log's index; rates are those of a desktop core, so take the time for its order of magnitude.
BuildPlan plan_build(const LogReader& log, const TopicMapping& mapping, const PlanInputs& inputs);

}  // namespace gs
