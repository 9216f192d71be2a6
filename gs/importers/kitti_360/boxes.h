// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// data_3d_bboxes of KITTI-360: labelled boxes of static and moving objects.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::importers::kitti_360 {

// A labelled box.
struct Box {
  std::string object;        // class and number of the object: "26_12"
  std::string category;      // label of the file: "car", "building" ...
  Rigid3d world_from_box;    // of the centre; z is the most upright axis, x the longer of the other two
  Vec3d size_m;              // along x, y, z
  std::optional<int> frame;  // of a moving object; empty: it stands still
  int first = 0, last = 0;   // frames of the window in which a static object was labelled

  // True if the box belongs to the frame with this number.
  bool is_in(int number) const { return frame ? number == *frame : number >= first && number <= last; }
};

// The boxes of a file, and how many objects are no boxes (their axes are not perpendicular, or they have no size).
struct Boxes {
  std::vector<Box> boxes;
  std::size_t left_out = 0;
};

// Parses a file of an OpenCV storage. Errors, with the line: those of for_each_xml_element(), invalid_data for numbers
// that are missing or not finite, limit_exceeded (1 million boxes, 100,000 vertices a box).
Result<Boxes> parse_boxes(std::string_view xml);

}  // namespace gs::importers::kitti_360
