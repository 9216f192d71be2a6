// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Base class and output of the tests that need a GPU. Test code only.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "gs/core/cuda/device.h"

namespace gs::cuda {

// Skips the test if there is no GPU. A GPU that reports an error fails the test.
class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const Result<DeviceInfo> device = find_device();
    if (!device && device.error().code == ErrorCode::no_device) GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
  }
};

// Prints the figures of one comparison, whether it passed or not, and fails the test if it did not.
inline void compare_line(const std::string& name, bool passed, const std::string& detail) {
  std::printf("%-4s %-44s %s\n", passed ? "ok" : "BAD", name.c_str(), detail.c_str());
  std::fflush(stdout);
  EXPECT_TRUE(passed) << name << ": " << detail;
}

}  // namespace gs::cuda
