// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Imports any bytes as a folder of KITTI odometry.
#include "fuzz/importers/drive_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  gs::fuzz::import_folder("kitti-odometry", data, size);
  return 0;
}
