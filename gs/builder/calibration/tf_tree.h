// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The transforms of a log as a tree: fixed and moving ones, looked up along chains and interpolated in time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/core/file.h"
#include "gs/core/time.h"
#include "gs/geometry/trajectory.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace gs::builder {

// One transform: point in child -> point in parent.
struct StampedTransform {
  Timestamp stamp;
  std::string parent, child;
  Rigid3d parent_from_child;
};

// Add all transforms, call finish(), then look up.
class TfTree {
 public:
  // Adds a transform. The last one given for a fixed transform counts. Leading slashes of frame names (ROS 1) are
  // ignored. False if the transform is rejected: it would close a cycle or contradict a fixed one.
  bool add(const StampedTransform& transform, bool fixed);
  // The same for a fixed transform of a calibration file. False, too, if the child moves below another parent: the
  // motion of the vehicle would be lost.
  bool add_given(const StampedTransform& transform);
  // Sorts the moving transforms. Call after the last add() and before the first lookup().
  void finish();

  // target_from_source at a time: point in source -> point in target. Moving transforms are interpolated; before the
  // first and after the last, that one is used. Empty if the frames are not connected.
  std::optional<Rigid3d> lookup(std::string_view target, std::string_view source, Timestamp time) const;
  // True if the chain between the frames contains a moving transform.
  bool moves(std::string_view a, std::string_view b) const;
  // True if a transform names the frame.
  bool has_frame(std::string_view frame) const;

  std::vector<StampedTransform> fixed() const;   // sorted by child
  std::vector<StampedTransform> moving() const;  // sorted by time
  std::vector<std::string> frames() const;       // names of all frames, sorted

 private:
  struct Link {
    std::string parent;
    bool fixed = false;
    std::vector<StampedPose> poses;  // parent_from_child, one when fixed
  };
  std::vector<std::string> to_root(std::string_view frame) const;
  static Rigid3d at(const Link& link, Timestamp time);
  std::map<std::string, Link, std::less<>> links_;  // by child
};

// tf.json: {"version", "transforms": [{"timestamp", "header": {"frame_id"}, "child_frame_id", "transform"}]}.
// read_tf_json() reads it. Errors: invalid_data.
std::string write_tf_json(const std::vector<StampedTransform>& transforms);
Result<std::vector<StampedTransform>> read_tf_json(const fs::path& path);

}  // namespace gs::builder
