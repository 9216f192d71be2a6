// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/sweep_factory.h"

#include "gs/raycast/cpu/cpu_sweep_caster.h"
#if GS_HAS_CUDA
#include "gs/raycast/cuda/cuda_sweep_caster.h"
#endif

namespace gs::raycast {
namespace {

// CUDA caster, or no_device in builds without CUDA.
Result<std::unique_ptr<SweepCaster>> on_gpu([[maybe_unused]] const SweepScene& scene) {
#if GS_HAS_CUDA
  return cuda::make_cuda_sweep_caster(scene.heightmap, scene.mesh, scene.rays_origin);
#else
  return fail(ErrorCode::no_device, "this program was built without CUDA")
      .with_hint("use the backend cpu, or build with the preset cuda");
#endif
}

}  // namespace

Result<std::unique_ptr<SweepCaster>> make_sweep_caster(Backend backend, const SweepScene& scene) {
  if (backend == Backend::cpu) return make_cpu_sweep_caster(scene);
  Result<std::unique_ptr<SweepCaster>> made = on_gpu(scene);
  // Backend::automatic falls back to the CPU on any GPU error.
  if (made || backend == Backend::cuda) return made;
  return make_cpu_sweep_caster(scene);
}

}  // namespace gs::raycast
