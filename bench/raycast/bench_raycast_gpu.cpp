// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU rows of bench_raycast as a program of their own, for GPU machines without Embree.
#include "bench/raycast/raycast_gpu_rows.h"

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_raycast_gpu");
  bench::Table table("raycast, GPU");
  bench::add_raycast_gpu_rows(table);
  return table.finish(arguments);
}
