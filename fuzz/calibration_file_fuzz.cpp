// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration files of all kinds: what is read has finite poses and positive focal lengths, and can be applied to a
// log.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gs/builder/calibration/calibration_file.h"
#include "gs/core/expect.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace gs::builder;
  const auto given = parse_calibration_file({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!given) return 0;
  for (const GivenCamera& camera : given->cameras) {
    if (camera.intrinsics) GS_EXPECT(camera.intrinsics->fx > 0 && std::isfinite(camera.intrinsics->cx));
    if (camera.base_from_camera) GS_EXPECT(std::isfinite(norm(camera.base_from_camera->translation)));
  }
  CalibrationInputs inputs;
  inputs.sensors.resize(2);
  inputs.sensors[0].record.id = "front";
  inputs.sensors[1].record.id = "top", inputs.sensors[1].record.kind = SensorKind::lidar;
  gs::Problems problems;
  (void)apply_calibration(*given, "fuzz", inputs, problems);
  return 0;
}
