// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A clock that only one of several cameras with equal stamps shows is not believed.
#include "gs/builder/recording/shared_clocks.h"

#include <gtest/gtest.h>

namespace gs::builder {
namespace {

// A camera of 10 Hz whose first image is at `first_ms`.
CameraClock camera(double time_s, double sigma_s, bool applied, int first_ms = 0) {
  CameraClock out{.time_s = time_s, .sigma_s = sigma_s, .applied = applied};
  for (int i = 0; i < 20; ++i) out.stamps.push_back(Timestamp{} + Duration::from_ms(100 * i + first_ms));
  return out;
}
using Found = std::vector<std::size_t>;

TEST(SharedClocks, AClockThatTheOtherCameraDoesNotShowIsAContradiction) {
  const std::vector<CameraClock> stereo = {camera(-0.010, 0.0023, true), camera(0.001, 0.002, false)};
  EXPECT_EQ(contradicting_cameras(stereo), (Found{0, 1}));
  // 30 ms that both show, though not equally.
  const std::vector<CameraClock> late = {camera(-0.019, 0.0011, true), camera(-0.024, 0.0005, true)};
  EXPECT_EQ(contradicting_cameras(late), Found{});
  // Cameras beside them with a trigger of their own are not concerned.
  const std::vector<CameraClock> three = {stereo[0], camera(-0.030, 0.001, true, 40), stereo[1]};
  EXPECT_EQ(contradicting_cameras(three), (Found{0, 2}));
  // The other camera sees it badly, so it does not speak against it.
  const std::vector<CameraClock> weak = {camera(-0.025, 0.001, true), camera(0.01, 0.05, false)};
  EXPECT_EQ(contradicting_cameras(weak), Found{});
}

TEST(SharedClocks, CamerasWithOtherStampsOrWithoutAClockSayNothing) {
  const std::vector<CameraClock> apart = {camera(-0.010, 0.0023, true), camera(0.001, 0.002, false, 30)};
  EXPECT_EQ(contradicting_cameras(apart), Found{});
  const std::vector<CameraClock> silent = {camera(-0.010, 0.0023, true), camera(0, 0, false)};
  EXPECT_EQ(contradicting_cameras(silent), Found{});
  EXPECT_EQ(contradicting_cameras({}), Found{});
  // Every second image and 0.4 ms apart: still one trigger.
  std::vector<CameraClock> half = {camera(-0.010, 0.0023, true), camera(0.001, 0.002, false)};
  std::vector<Timestamp> fewer;
  for (std::size_t i = 0; i < half[1].stamps.size(); i += 2) fewer.push_back(half[1].stamps[i] + Duration{400'000});
  half[1].stamps = fewer;
  EXPECT_EQ(contradicting_cameras(half), (Found{0, 1}));
}

}  // namespace
}  // namespace gs::builder
