// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides whether points without times get times from their azimuths.
#pragma once

#include <string_view>

#include "gs/builder/ingest/message_stamp.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/lidar/decoded_sweep.h"

namespace gs::builder {

// Sets has_times and turn of the LiDARs of `mapping`, and adds a note about each one without times. `wanted` is
// lidar.times. With kTimesAuto the azimuths give the times if consecutive sweeps of a moving vehicle get sharper by
// more than 3 % of their occupied voxels: clouds that the driver has deskewed get less sharp. Errors: those of reading.
Result<void> add_lidar_times(const logio::LogReader& log, const TimeWindow& window, std::string_view wanted,
                             TopicMapping& mapping, Problems& problems);

// Gives a decoded sweep of this LiDAR its times if it has none; without a turn, or if the sweep does not show the
// turn, it is unchanged.
void complete_times(const LidarTopic& lidar, lidar::DecodedSweep& sweep);

}  // namespace gs::builder
