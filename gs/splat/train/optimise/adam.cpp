// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/optimise/adam.h"

#include <algorithm>
#include <array>

#include "gs/core/expect.h"
#include "gs/core/parallel.h"
#include "gs/splat/train/optimise/adam_kernel.h"

namespace gs::splat::train {
namespace {

// Gaussians per parallel task.
constexpr std::size_t kBlock = 4096;

// One parameter plane with its gradient, moments and learning rate. `__restrict`: the arrays do not overlap, so the
// loop is vectorised.
struct Plane {
  float* __restrict x;
  const float* __restrict g;
  float* __restrict m;
  float* __restrict v;
  float rate;
};

void update_plane(const Plane& p, std::size_t begin, std::size_t end, float root) {
  for (std::size_t i = begin; i < end; ++i) adam_update(p.x[i], p.g[i], p.m[i], p.v[i], p.rate, root);
}

// Learning rate of each of the 3 * K coefficients of an SH record, and 1 or 0 for trained or untrained ones.
struct RecordRates {
  std::array<float, 48> rate{}, active{};
  std::size_t size = 0;
};

RecordRates record_rates(const AdamRates& rates, int sh_degree, int active_degree, double first) {
  RecordRates out;
  const int k = sh_coefficients(sh_degree), active = sh_coefficients(std::min(active_degree, sh_degree));
  out.size = 3 * static_cast<std::size_t>(k);
  for (int i = 0; i < 3 * k; ++i) {
    const auto j = static_cast<std::size_t>(i);
    out.active[j] = i % k < active ? 1.0f : 0.0f;
    out.rate[j] = out.active[j] * static_cast<float>(first * (i % k == 0 ? rates.color : rates.color_rest));
  }
  return out;
}

// Untrained coefficients get gradient 0 and rate 0: they keep their value, and their moments stay zero.
void update_records(const Plane& p, std::size_t begin, std::size_t end, const RecordRates& r, float root) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t base = i * r.size;
    for (std::size_t j = 0; j < r.size; ++j) {
      adam_update(p.x[base + j], p.g[base + j] * r.active[j], p.m[base + j], p.v[base + j], r.rate[j], root);
    }
  }
}

}  // namespace

Result<AdamState> make_adam_state(std::size_t size, int sh_degree) {
  AdamState state;
  for (GaussianCloud* moments : {&state.first, &state.second}) {
    GS_TRY(*moments, GaussianCloud::create(size, sh_degree));
    float* block = moments->view().position[0];
    std::fill_n(block, moments->block().size(), 0.0f);
  }
  return state;
}

void adam_step(const MutableCloudView& cloud, const CloudView& gradient, AdamState& state, const AdamRates& rates,
               int active_sh_degree) {
  GS_EXPECT(gradient.size == cloud.size && state.first.size() == cloud.size && state.second.size() == cloud.size);
  GS_EXPECT(gradient.sh_degree == cloud.sh_degree && state.first.sh_degree() == cloud.sh_degree);
  ++state.steps;
  const AdamBias bias = adam_bias(state.steps);
  // Geometry: 11 planes, each with the rate of its group. SH coefficients follow as records.
  const MutableCloudView m = state.first.view(), v = state.second.view();
  std::array<Plane, 11> planes{};
  std::size_t count = 0;
  const auto add = [&](float* x, const float* g, float* first, float* second, double rate) {
    planes[count++] = {x, g, first, second, static_cast<float>(bias.first * rate)};
  };
  for (int k = 0; k < 3; ++k)
    add(cloud.position[k], gradient.position[k], m.position[k], v.position[k], rates.position);
  for (int k = 0; k < 3; ++k) {
    add(cloud.log_scale[k], gradient.log_scale[k], m.log_scale[k], v.log_scale[k], rates.log_scale);
  }
  for (int k = 0; k < 4; ++k)
    add(cloud.rotation[k], gradient.rotation[k], m.rotation[k], v.rotation[k], rates.rotation);
  add(cloud.opacity_logit, gradient.opacity_logit, m.opacity_logit, v.opacity_logit, rates.opacity_logit);
  const Plane sh{cloud.sh, gradient.sh, m.sh, v.sh, 0};
  const RecordRates record = record_rates(rates, cloud.sh_degree, active_sh_degree, bias.first);
  parallel_blocks(cloud.size, kBlock, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (const Plane& plane : planes) update_plane(plane, begin, end, bias.root);
    update_records(sh, begin, end, record, bias.root);
  });
}

}  // namespace gs::splat::train
