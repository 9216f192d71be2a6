// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The only header that tests for the compiler: markers for host and device functions, and forced inlining.
#pragma once

// Marks a function that is compiled for the CPU and, by nvcc, also for the GPU.
#if defined(__CUDACC__)
#define GS_HD __host__ __device__
#else
#define GS_HD
#endif

// Marks a function that must never have an out-of-line copy. Files that are compiled once per instruction set depend on
// it: the linker keeps only one copy of an inline function, and an AVX-512 copy would crash on other processors.
#if defined(__CUDACC__)
#define GS_INLINE __forceinline__
#elif defined(__GNUC__)
#define GS_INLINE inline __attribute__((always_inline))
#else
#define GS_INLINE inline
#endif

// 1 while nvcc compiles device code, else 0.
#if defined(__CUDA_ARCH__)
#define GS_ON_DEVICE 1
#else
#define GS_ON_DEVICE 0
#endif
