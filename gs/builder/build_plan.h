// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Estimated cost of a build before it starts: seconds per step and bytes of the workspace.
#pragma once

#include <array>
#include <cstdint>

#include "gs/builder/build_config.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// Result of plan_build().
struct BuildPlan {
  uint64_t images = 0, sweeps = 0;
  uint64_t workspace_bytes = 0, bundle_bytes = 0;
  std::array<double, kStepCount> seconds{};  // by Step; 0 for steps that are switched off

  double total_s() const;  // sum over all steps
};

// Settings that the estimate depends on.
struct PlanInputs {
  BuildConfig config;
  splat::train::TrainingOptions training;  // resolved
  bool gpu = false;                        // training runs on a GPU
  int threads = 1;
  double external_step_s = 0;  // seconds per iteration of an external trainer; 0: native trainer
};

// Estimates from the message counts in the log's index. The rates are those of a desktop core, so the times are correct
// to an order of magnitude only.
BuildPlan plan_build(const logio::LogReader& log, const TopicMapping& mapping, const PlanInputs& inputs);

}  // namespace gs::builder
