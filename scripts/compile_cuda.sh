#!/bin/sh
# Compiles the CUDA sources and the GPU tests for one architecture (preset gpu). Does nothing if nvcc is not found.
set -eu
cd "$(dirname "$0")/.."
if ! command -v nvcc > /dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
  echo "cuda: nvcc was not found, so the CUDA sources were not compiled"
  exit 0
fi
[ -n "${CUDACXX:-}" ] || CUDACXX=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
export CUDACXX
cmake --preset gpu > build-gpu-configure.log 2>&1 || { cat build-gpu-configure.log; exit 1; }
rm -f build-gpu-configure.log
cmake --build build/gpu -j "$(nproc)"
echo "cuda: every CUDA source compiles"
