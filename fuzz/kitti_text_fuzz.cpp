// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text files of KITTI drives: a line of timestamps.txt, an OXTS packet, a list of poses, and three calibration files
// separated by zero bytes.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/calibration.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/oxts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  namespace kitti = gs::importers::kitti;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto time = kitti::parse_time(text)) GS_EXPECT(time->ns >= 0);
  if (const auto packet = kitti::parse_oxts(std::string(text), "fuzz")) {
    GS_EXPECT(std::isfinite(kitti::mercator(*packet, packet->latitude_deg).y));
  }
  const std::size_t first = std::min(text.find('\0'), text.size());
  const std::size_t second = std::min(text.find('\0', first + 1), text.size());
  const auto calibration =
      kitti::parse_calibration({text.substr(0, first), text.substr(first, second - first), text.substr(second)});
  if (const auto rows = gs::importers::parse_number_lines(text, 12, "fuzz")) {
    for (const auto& row : *rows) static_cast<void>(gs::importers::rigid_from_rows(row, "fuzz").has_value());
  }
  if (calibration) GS_EXPECT(calibration->left.width > 0 && calibration->right.height > 0);
  return 0;
}
