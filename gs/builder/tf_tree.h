// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The transforms of a log as a tree: fixed ones and ones that move, looked up along chains and between times.
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

namespace gs {

struct StampedTransform {
  Timestamp stamp;
  std::string parent, child;
  Rigid3d parent_from_child;
};

class TfTree {
 public:
  // Of a fixed transform the last one given holds. Leading slashes of frame names (ROS 1) do not count. A transform
  // that would close a circle is ignored; false then.
  bool add(const StampedTransform& transform, bool fixed);
  // Sorts the moving transforms; call after the last add and before the first lookup.
  void finish();

  // Point in source -> point in target. A moving transform is interpolated; outside its recorded time its nearest end
  // holds. Nothing when the frames are not connected.
  std::optional<Rigid3d> lookup(std::string_view target, std::string_view source, Timestamp time) const;
  // True when the chain between them moves.
  bool moves(std::string_view a, std::string_view b) const;
  bool has_frame(std::string_view frame) const;

  std::vector<StampedTransform> fixed() const;   // by child
  std::vector<StampedTransform> moving() const;  // by time
  std::vector<std::string> frames() const;

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

// {"version", "transforms": [{"timestamp", "header": {"frame_id"}, "child_frame_id", "transform"}]}
std::string write_tf_json(const std::vector<StampedTransform>& transforms);
Result<std::vector<StampedTransform>> read_tf_json(const fs::path& path);

}  // namespace gs
