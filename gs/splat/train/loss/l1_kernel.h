// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gradient of an absolute difference, for host and device. F is float, or a dual number in tests.
#pragma once

#include "gs/core/numbers/math.h"

namespace gs::splat::train {

// Derivative of |difference| by the difference, times `v`, the derivative of the total loss by |difference|. Zero at
// zero.
template <class F>
GS_HD GS_INLINE F l1_vjp(F difference, F v) {
  return select(difference > F(0), v, select(difference < F(0), -v, F(0)));
}

}  // namespace gs::splat::train
