// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/scratch.h"

#include <sys/mman.h>

namespace gs::splat::cpu {

// Large blocks are aligned to 2 MB, so that the kernel can back them with huge pages.
void* allocate_scratch(std::size_t bytes) {
  constexpr std::size_t kHugePage = 2u << 20;
  const bool huge = bytes >= kHugePage;
  void* data = nullptr;
  if (::posix_memalign(&data, huge ? kHugePage : 64, bytes) != 0) return nullptr;
  if (huge) ::madvise(data, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
  return data;
}

}  // namespace gs::splat::cpu
