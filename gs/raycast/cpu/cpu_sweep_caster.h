// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sweeps on the CPU: casts against the heightmap and the mesh one after the other and keeps the nearer hit.
#pragma once

#include "gs/raycast/sweep_factory.h"

namespace gs::raycast {

// Errors: see make_sweep_caster().
Result<std::unique_ptr<SweepCaster>> make_cpu_sweep_caster(const SweepScene& scene);

}  // namespace gs::raycast
