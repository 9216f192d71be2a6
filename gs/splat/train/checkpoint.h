// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checkpoint file (state.gstc): the complete state of training. A run that continues from it gives the same result as a
// run that was never interrupted.
//
// Layout, little endian, version 6, or 8 if actors are trained (string32 = uint32 length and bytes):
//   "GSTC", uint32 version, uint64 iteration, uint64 Adam steps, uint64 N Gaussians, uint32 SH degree,
//   float64 training time so far [s], string32 options (JSON),
//   uint32 CRC-32 of the view names, uint32 CRC-32 of the images (both absent in version 3),
//   uint32 number of reports, then the reports (iteration, PSNR, SSIM, loss, Gaussians, PSNR of the views
//   that choose the checkpoint, which is absent before version 5; 8 bytes each),
//   uint64 number of corrected views, then their values and both moments (12 float32 each) and uint32 steps,
//   uint64 number of cameras, then their vignetting values and moments (3 float32 each) and uint32 steps,
//   in versions 3 to 5: uint64 number of cameras, then their clock offsets and moments (float64 each) and uint32 steps,
//   uint64 number of Gaussians with density statistics, then float32 gradient sums and float32 counts,
//   from version 7 on: uint32 number of actors, then of each uint64 Adam steps, uint64 Gaussians, uint32 SH degree and
//   the float32 blocks of its cloud and moments, in version 8: uint32 number of actors, then of each its gains and its
//   offsets: uint64 number, values and both moments (3 float32 each) and uint32 steps, the float32 blocks of the cloud
//   and of both Adam moments (layout of GaussianCloud), CRC-32 of all bytes before.
// Versions 3 to 8 are read. Versions 1 and 2 (without vignetting) are refused.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/train/state.h"

namespace gs::splat::train {

// One line of the training report: quality of the cloud at an iteration.
struct IterationReport {
  uint64_t iteration = 0;
  double psnr_db = 0, ssim = 0;
  double loss = 0;  // mean over the steps since the previous line
  uint64_t gaussians = 0;
  double selection_psnr_db = 0;  // of the views that choose the checkpoint (Evaluation)
  friend bool operator==(const IterationReport&, const IterationReport&) = default;
};

// Checksums of the data that a state was trained on; computed by fingerprint_of() (resume.h).
struct DataFingerprint {
  uint32_t names = 0, images = 0;
  friend bool operator==(const DataFingerprint&, const DataFingerprint&) = default;
};

// Content of a checkpoint file.
struct Checkpoint {
  TrainingState state;
  std::string options_json;  // options of the run that wrote it
  double training_time_s = 0;
  std::vector<IterationReport> reports;
  std::optional<DataFingerprint> data{};  // empty if the file does not contain it (version 3)
  // The largest clock offset of a camera that versions 3 to 5 learned [s]. The images were trained at poses moved by
  // it, so that a run cannot continue without it (check_resumable()).
  double clock_offset_s = 0;
};

// Writes the file atomically (temporary name, then rename). Errors: those of the file system.
Result<void> save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Reads and checks a checkpoint. Errors: truncated, crc_mismatch, version_mismatch, corrupt. Sizes are checked against
// the length of the file before memory is allocated.
Result<Checkpoint> load_checkpoint(const std::filesystem::path& path);
Result<Checkpoint> parse_checkpoint(Bytes file);

}  // namespace gs::splat::train
