// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The small messages of a log: transforms, poses, camera_info and the first position fix. Read before the large ones,
// because points are placed by them.
#pragma once

#include <map>
#include <optional>

#include "gs/builder/decode.h"
#include "gs/builder/tf_tree.h"
#include "gs/builder/topic_mapping.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/world/metadata.h"

namespace gs {

struct MotionSurvey {
  TfTree tf;
  std::vector<StampedPose> map_from_base_link;                 // ready for poses.csv
  std::map<std::string, sensor_msgs::CameraInfo> camera_info;  // the first, by camera id
  std::optional<GeoOrigin> first_fix;
  // The origin of map_from_base_link in the map of the log [m], where that is more than 10 km from the path.
  std::optional<Vec3d> map_shift{};
};

// INSUFFICIENT_DATA below 10 poses; TF_MISSING when poses come from the transforms and these do not lead to base_link.
BuildResult<MotionSurvey> survey_motion(const LogReader& log, const TopicMapping& mapping, const FramesConfig& frames,
                                        const TimeWindow& window, Problems& problems);

// Poses as poses.csv wants them: in time order, 1 ms to 1 s apart. Longer gaps are filled by interpolation. A gap
// beyond 60 s, or a step back by more than 1 s, is taken for a jump of the clock: the longest part without one is kept,
// less the times that another part covers too. Both are reported.
std::vector<StampedPose> resample_poses(std::vector<StampedPose> poses, Problems& problems);

}  // namespace gs
