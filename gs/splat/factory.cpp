// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/factory.h"

#include "gs/splat/cpu/cpu_rasterizer.h"
#if GS_HAS_CUDA
#include "gs/splat/cuda/cuda_rasterizer.h"
#endif

namespace gs::splat {
namespace {

#if !GS_HAS_CUDA
Error built_without_cuda() {
  return fail(ErrorCode::no_device, "this program was built without CUDA")
      .with_hint("use the backend cpu, or build with the preset cuda");
}
template <class T>
Result<std::unique_ptr<T>> make_cuda() {
  return built_without_cuda();
}
#else
template <class T>
Result<std::unique_ptr<T>> make_cuda() {
  if constexpr (std::is_same_v<T, Rasterizer>)
    return make_cuda_rasterizer();
  else
    return make_cuda_differentiable_rasterizer();
}
#endif

// Tries the GPU first unless the CPU is asked for; falls back to the CPU only for Backend::automatic.
template <class T, class MakeCpu>
Result<std::unique_ptr<T>> make(Backend backend, MakeCpu make_cpu) {
  if (backend == Backend::cpu) return make_cpu();
  Result<std::unique_ptr<T>> on_gpu = make_cuda<T>();
  if (on_gpu || backend == Backend::cuda) return on_gpu;
  return make_cpu();
}

}  // namespace

Result<std::unique_ptr<Rasterizer>> make_rasterizer(Backend backend) {
  return make<Rasterizer>(backend, [] { return make_cpu_rasterizer(); });
}
Result<std::unique_ptr<DifferentiableRasterizer>> make_differentiable_rasterizer(Backend backend) {
  return make<DifferentiableRasterizer>(backend, [] { return make_cpu_differentiable_rasterizer(); });
}

}  // namespace gs::splat
