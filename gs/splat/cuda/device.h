// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The GPU's resources as the files here know them; raycast/cuda uses the same.
#pragma once

#include "gs/core/cuda/device.h"  // IWYU pragma: export
