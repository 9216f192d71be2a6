// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Device resources (stream, buffer, error check), shared with raycast/cuda.
#pragma once

#include "gs/core/cuda/device.h"  // IWYU pragma: export
