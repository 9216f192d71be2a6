// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/density/place_order.h"

#include <utility>

#include "gs/splat/model/morton_order.h"

namespace gs::splat::train {
namespace {

// The values in the given order.
std::vector<float> reordered(const std::vector<float>& values, const std::vector<uint32_t>& order) {
  if (values.empty()) return {};
  std::vector<float> out(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) out[i] = values[order[i]];
  return out;
}

}  // namespace

Result<void> sort_by_place(TrainingState& state) {
  const std::vector<uint32_t> order = morton_order(std::as_const(state.cloud).view());
  for (GaussianCloud* cloud : {&state.cloud, &state.adam.first, &state.adam.second}) {
    GS_TRY(*cloud, gather(std::as_const(*cloud).view(), order));
  }
  state.density = {reordered(state.density.pull, order), reordered(state.density.count, order)};
  return {};
}

}  // namespace gs::splat::train
