// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How far the clock of a camera is off: its pictures were taken `offset` later than their poses say. Learned by Adam
// beside the poses of single views, one number a camera, along the way the camera moves.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/train/data.h"

namespace gs {

struct ViewCorrection;

// How a camera moves when it takes a view, in its own axes. Zero where that is not known: without a timestamp, or
// without another view of the camera within two seconds.
struct ViewMotion {
  Vec3d velocity_mps{}, rate_rps{};
};
std::vector<ViewMotion> view_motions(const std::vector<TrainingView>& views);

// Cameras by name, in the order views come, and which of them took each view.
struct CameraList {
  std::vector<std::string> names{};
  std::vector<std::size_t> of_view{};
};
CameraList list_cameras(std::span<const TrainingView> views);

// Where the camera is `offset_s` later.
Rigid3d moved_pose(const Rigid3d& map_from_camera, const ViewMotion& motion, double offset_s);
// dL/d(offset) where `pose` is dL/d(twist) at corrected_pose(correction, moved_pose(...)).
double time_offset_vjp(const ViewMotion& motion, double offset_s, const ViewCorrection& correction,
                       const PoseGrad<float>& pose);

// The mean of the corrections of `views` along their way, as a time: a share of it is taken from them and returned, so
// that a clock that far ahead leaves poses as they were.
double take_common_offset(std::vector<ViewCorrection>& corrections, const std::vector<ViewMotion>& motions,
                          std::span<const std::size_t> views, double share);

// With Adam's moments and steps, one of each a camera; empty unless poses are refined.
struct TimeOffsets {
  std::vector<double> values, first, second;  // [s]
  std::vector<uint32_t> steps;
  friend bool operator==(const TimeOffsets&, const TimeOffsets&) = default;
};
TimeOffsets make_time_offsets(std::size_t cameras);

// So that a camera of which `visits` views are seen in a run can be corrected by a tenth of a second, with steps that
// shrink to a tenth by its end.
double time_offset_rate_s(double visits, double progress);
// One step of Adam. A gradient that is not finite does nothing.
void correct_time(TimeOffsets& offsets, std::size_t camera, double gradient, double rate_s);

}  // namespace gs
