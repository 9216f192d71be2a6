// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The only place that looks at the compiler: host/device markers, inlining, and the ISA of this translation unit.
#pragma once

#if defined(__CUDACC__)
#define GS_HD __host__ __device__
#else
#define GS_HD
#endif

// Functions that must have no out-of-line copy. Code compiled for several instruction sets relies on it: two copies of
// one inline function, one with AVX-512, would be merged by the linker into whichever came first.
#if defined(__CUDACC__)
#define GS_INLINE __forceinline__
#elif defined(__GNUC__)
#define GS_INLINE inline __attribute__((always_inline))
#else
#define GS_INLINE inline
#endif

#if defined(__CUDA_ARCH__)
#define GS_ON_DEVICE 1
#else
#define GS_ON_DEVICE 0
#endif
