// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What decoders of LiDAR packets need beside the packets: the metadata topics of a log, and a calibration file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "gs/builder/build_error.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/lidar/decoder_calibration.h"

namespace gs::builder {

// Reads a calibration file by its extension: .yaml or .yml (Velodyne), .csv (Hesai), .json (metadata of Ouster).
// Errors: those of reading; unsupported for other extensions; invalid_data with the reason.
Result<lidar::DecoderCalibration> read_lidar_calibration(const std::filesystem::path& file);

// Calibrations by topic.
using LidarCalibrations = std::map<std::string, lidar::DecoderCalibration>;

// Calibrations of the LiDARs of packets: the file, if one is given, else the last valid message of the
// metadata topic. Metadata that cannot be read is reported. Errors: CONFIGURATION_ERROR for the file; those of reading
// the log.
BuildResult<LidarCalibrations> find_lidar_calibrations(const logio::LogReader& log, const TopicMapping& mapping,
                                                       const std::optional<std::string>& file, Problems& problems);

// The error of a build that needs sweeps and gets none, because all LiDARs are recorded as packets that cannot be
// decoded without metadata of the sensor, and neither the log nor the calibration file has them; empty: it gets some.
std::optional<BuildError> undecodable_lidars(const BuildConfig& config, const TopicMapping& mapping,
                                             const LidarCalibrations& calibrations);

}  // namespace gs::builder
