// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Results of the services of simulation_interfaces. Private to gs/bridge/services.
#pragma once

#include "gs/bridge/services/run_services_impl.h"

namespace gs::bridge {

// Result code and message of an outcome; `failure` is the code of a failed one.
inline rosmsg::simulation_interfaces::Result result_of(
    const Outcome& o, uint8_t failure = rosmsg::simulation_interfaces::Result::RESULT_OPERATION_FAILED) {
  using Code = rosmsg::simulation_interfaces::Result;
  return {.result = o.success ? Code::RESULT_OK : failure, .error_message = o.success ? "" : o.message};
}

}  // namespace gs::bridge
