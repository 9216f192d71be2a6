// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The inner loops, once per instruction set. executor_<isa>.cpp fills one table each; executor() picks the best.
#pragma once

#include "gs/core/simd.h"
#include "gs/splat/cpu/records.h"
#include "gs/splat/differentiable.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud.h"

namespace gs::cpu {

struct Executor {
  Isa isa;
  // Projects Gaussians [begin, end) and writes the visible ones to `out` in order; returns how many. `begin` is a
  // multiple of 16. `out` has room for end - begin.
  std::size_t (*project)(const CloudView& cloud, const ViewF& view, std::size_t begin, std::size_t end,
                         SplatRecord* out);
  // Blends a tile into the planes of the image.
  void (*raster)(const SplatRecord* records, TileList list, TileRect rect, const Planes& out);
  // The gradient of a tile: `image` is what raster() gave, `grad` dL/d(image). moments[i] belongs to list.records[i].
  void (*raster_backward)(const SplatRecord* records, TileList list, TileRect rect, const ConstPlanes& image,
                          const ConstPlanes& grad, SplatMoments* moments);
  // dL/d(cloud) for Gaussians [begin, end) (begin a multiple of 16), written to `out`, which has the cloud's layout;
  // returns their part of dL/d(pose).
  PoseGrad<float> (*project_backward)(const CloudView& cloud, const ViewF& view, const SplatGradPlanes& grads,
                                      std::size_t begin, std::size_t end, const MutableCloudView& out);
};

// For an instruction set this processor has; scalar is the reference and always there.
const Executor& executor(Isa isa);
inline const Executor& executor() { return executor(cpu_isa()); }

}  // namespace gs::cpu
