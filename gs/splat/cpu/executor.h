// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Inner loops of the CPU renderer, compiled once per instruction set. Each executor_<isa>.cpp defines one table;
// executor() selects one.
#pragma once

#include "gs/core/numbers/simd.h"
#include "gs/splat/api/differentiable.h"
#include "gs/splat/cpu/records.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat::cpu {

// Function table of one instruction set.
struct Executor {
  Isa isa;
  // Projects Gaussians [begin, end), `begin` a multiple of 16, and writes the visible ones to `out` in order, which has
  // room for end - begin. Returns their number.
  std::size_t (*project)(const CloudView& cloud, const ViewF& view, std::size_t begin, std::size_t end,
                         SplatRecord* out);
  // Blends the splats of a tile into the planes of the image.
  void (*raster)(const SplatRecord* records, TileList list, TileRect rect, const Planes& out);
  // Backward pass of raster(): `image` as rendered, `grad` = dL/d(image). moments[i] belongs to list.records[i].
  void (*raster_backward)(const SplatRecord* records, TileList list, TileRect rect, const ConstPlanes& image,
                          const ConstPlanes& grad, SplatMoments* moments);
  // Writes dL/d(cloud) of Gaussians [begin, end), `begin` a multiple of 16, to `out` (layout of the cloud). Returns
  // their contribution to dL/d(pose).
  PoseGrad<float> (*project_backward)(const CloudView& cloud, const ViewF& view, const SplatGradPlanes& grads,
                                      std::size_t begin, std::size_t end, const MutableCloudView& out);
};

// Table for an instruction set of this processor; scalar is the reference and always available.
const Executor& executor(Isa isa);
inline const Executor& executor() { return executor(cpu_isa()); }

}  // namespace gs::splat::cpu
