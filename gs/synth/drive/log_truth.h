// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The truth beside the log of a drive: where the vehicle was, and every error that was planted.
//
//   truth.json      options; per sensor the true and the stated pose and the error of its stamps; IMU biases; GNSS
//   poses.tum       map_from_base every 10 ms of true time
//   lidar.tum       one line per sweep: its stamp in the log, and map_from_base at the true start of the sweep
//   camera_ID.tum   one line per image: its stamp in the log, and map_from_base at the true time of its first row
//   files.json      list of these files; files not in it are never replaced
//
// A .tum file has lines "time tx ty tz qx qy qz qw", seconds and metres; lines that start with # are comments.
#pragma once

#include "gs/core/folders/output_folder.h"
#include "gs/synth/drive/drive_log.h"

namespace gs::synth {

// Folder of the truth of a log: "drive.truth" for "drive.mcap".
fs::path truth_folder_of(const fs::path& log);

// Writes the truth into a temporary folder beside `folder`; commit() publishes it. With `replace`, an existing truth
// folder is replaced unless files were added to it or changed. Errors: already_exists, invalid_option; those of the
// file system.
Result<OutputFolder> make_log_truth(const fs::path& folder, bool replace, const DriveOptions& options);

}  // namespace gs::synth
