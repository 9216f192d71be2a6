// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sweeps on the CPU: the two casters of this library, one after the other.
#pragma once

#include "gs/raycast/sweep_factory.h"

namespace gs {

Result<std::unique_ptr<SweepCaster>> make_cpu_sweep_caster(const SweepScene& scene);

}  // namespace gs
