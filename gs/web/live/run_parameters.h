// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options of the simulator as parameters of the Foxglove protocol, under the same dotted names as on ROS 2. All are
// read-only while the simulator runs, except simulation.real_time_factor.
#pragma once

#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/sim/options.h"
#include "gs/web/foxglove/server_frames.h"

namespace gs::web {

// The one parameter that can be set.
inline constexpr std::string_view kRealTimeFactor = "simulation.real_time_factor";

// All options with their values.
std::vector<ParameterValue> parameters_of(const sim::SimulatorOptions& options);

// The real-time factor that a client asks for. Errors: unsupported for other parameters; invalid_option for a value
// that is not allowed or missing (nullptr).
Result<double> read_real_time_factor(std::string_view name, const Node* value);

}  // namespace gs::web
