// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clock offset of a camera: its images were taken `offset` seconds later than their poses claim. One number per camera,
// learned by Adam together with the pose corrections, from motion along the camera's path.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

struct ViewCorrection;

// Velocity and angular rate of the camera at a view, in camera axes. Zero if unknown: no timestamp, or no other view of
// the camera within two seconds.
struct ViewMotion {
  Vec3d velocity_mps{}, rate_rps{};
};
// Motion at every view, [views], from the previous and next view of the same camera.
std::vector<ViewMotion> view_motions(const std::vector<TrainingView>& views);

// Names of the cameras in order of first appearance, and the camera index of each view.
struct CameraList {
  std::vector<std::string> names{};
  std::vector<std::size_t> of_view{};
};
// Groups views by camera_of().
CameraList list_cameras(std::span<const TrainingView> views);

// The pose `offset_s` seconds later, at constant motion.
Rigid3d moved_pose(const Rigid3d& map_from_camera, const ViewMotion& motion, double offset_s);
// dL/d(offset) [1/s], given `pose` = dL/d(twist) at corrected_pose(correction, moved_pose(...)).
double time_offset_vjp(const ViewMotion& motion, double offset_s, const ViewCorrection& correction,
                       const PoseGrad<float>& pose);

// Converts the along-track part that the pose corrections of `views` share into a clock offset: subtracts `share` of it
// from them and returns it [s]. Added to the camera's offset, it leaves the resulting poses unchanged.
double take_common_offset(std::vector<ViewCorrection>& corrections, const std::vector<ViewMotion>& motions,
                          std::span<const std::size_t> views, double share);

// Clock offsets with Adam moments and step counts, each [cameras]; empty unless poses are refined.
struct TimeOffsets {
  std::vector<double> values, first, second;  // [s]
  std::vector<uint32_t> steps;
  friend bool operator==(const TimeOffsets&, const TimeOffsets&) = default;
};
// Zero offsets and moments.
TimeOffsets make_time_offsets(std::size_t cameras);

// Learning rate of a camera's clock offset [s]; `visits` updates can move it by about 0.05 s, at most 0.5 ms each.
// Decays to 10 % over the run (`progress` 0..1).
double time_offset_rate_s(double visits, double progress);
// One Adam step for the offset of one camera. A non-finite gradient is ignored.
void correct_time(TimeOffsets& offsets, std::size_t camera, double gradient, double rate_s);

}  // namespace gs::splat::train
