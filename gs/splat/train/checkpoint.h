// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The state of training as a file, complete enough that a run continued from it equals one that never stopped.
//
// Little endian: "GSTC", uint32 version, uint64 iteration, uint64 Adam steps, uint64 N, uint32 SH degree,
// float64 seconds so far, string32 options (JSON), uint32 CRC-32 of the views' names and uint32 of their images (not in
// version 3), uint32 number of reports and those; uint64 number of corrected views
// with their values, both moments (12 float32 each) and uint32 steps; the same of cameras with their lens shading (3
// float32 each), then with the offsets of their clocks (float64 each); uint64 number of counted Gaussians with float32
// pulls and counts; then the float32 blocks of the cloud and of both moments (layout of GaussianCloud), then the CRC-32
// of all before. This is version 4. Version 3 is read too; earlier ones had no lenses and clocks, and are not read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/train/state.h"

namespace gs {

// One line of the report: how good the cloud was at an iteration.
struct IterationReport {
  uint64_t iteration = 0;
  double psnr_db = 0, ssim = 0;
  double loss = 0;  // mean since the line before
  uint64_t gaussians = 0;
  friend bool operator==(const IterationReport&, const IterationReport&) = default;
};

// Which data a state was trained on; see resume.h.
struct DataFingerprint {
  uint32_t names = 0, images = 0;
  friend bool operator==(const DataFingerprint&, const DataFingerprint&) = default;
};

struct Checkpoint {
  TrainingState state;
  std::string options_json;  // the run that wrote it
  double training_time_s = 0;
  std::vector<IterationReport> reports;
  std::optional<DataFingerprint> data{};  // empty: not known (version 3)
};

Result<void> save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// truncated, crc_mismatch, version_mismatch or corrupt when it is not one; nothing is allocated before sizes agree.
Result<Checkpoint> load_checkpoint(const std::filesystem::path& path);
Result<Checkpoint> parse_checkpoint(Bytes file);

}  // namespace gs
