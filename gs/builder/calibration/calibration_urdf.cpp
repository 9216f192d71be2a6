// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fixed joints of a URDF. Only the elements joint, origin, parent and child are read.
#include <algorithm>
#include <cmath>
#include <map>

#include "gs/builder/calibration/calibration_kinds.h"
#include "gs/core/format.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"
#include "gs/core/text/words.h"
#include "gs/core/text/xml_tags.h"

namespace gs::builder {
namespace {

constexpr std::size_t kMostJoints = 10'000;

std::string attribute(const XmlTag& tag, std::string_view key) {
  const auto found = tag.attributes.find(key);
  return found == tag.attributes.end() ? std::string() : found->second;
}

// Three numbers of an attribute; zeros if it is missing.
Result<Vec3d> three_numbers(const XmlTag& tag, std::string_view key, const std::string& name) {
  const std::string text = attribute(tag, key);
  if (text.empty()) return Vec3d{};
  std::vector<double> values;
  for (const std::string_view word : split_words(text)) {
    const auto value = parse_decimal(word);
    if (!value || !std::isfinite(*value) || std::abs(*value) > 1e6 || values.size() == 3) {
      values.clear();
      break;
    }
    values.push_back(*value);
  }
  if (values.size() == 3) return Vec3d{values[0], values[1], values[2]};
  const bool macro = text.find("${") != std::string::npos;
  return calibration_error(name, tag.line, format("{}=\"{}\" is not three numbers", key, printable(text)),
                           macro ? "this is a xacro: write the URDF with xacro FILE > FILE.urdf"
                                 : "write metres and radians, separated by spaces");
}

// A joint under construction.
struct OpenJoint {
  std::string name, type, parent, child;
  Rigid3d origin;
  int line = 0;
};

Result<void> close_joint(const OpenJoint& joint, const std::string& name, GivenCalibration& out) {
  // Wheels and steering move; their poses are no calibration.
  if (joint.type != "fixed") return {};
  if (joint.parent.empty() || joint.child.empty() || joint.parent == joint.child) {
    return calibration_error(name, joint.line,
                             format("the fixed joint '{}' connects '{}' and '{}'", printable(joint.name),
                                    printable(joint.parent), printable(joint.child)),
                             "a joint needs <parent link=\"...\"/> and <child link=\"...\"/>");
  }
  if (out.transforms.size() >= kMostJoints) {
    return fail(ErrorCode::limit_exceeded, "{}: more than {} fixed joints", name, kMostJoints);
  }
  out.transforms.push_back({Timestamp{}, joint.parent, joint.child, joint.origin});
  return {};
}

}  // namespace

Result<GivenCalibration> parse_urdf(std::string_view text, const std::string& name) {
  GivenCalibration out{.kind = "URDF", .cameras = {}, .lidars = {}, .transforms = {}};
  XmlTags tags(text);
  std::optional<OpenJoint> joint;
  bool robot = false;
  for (;;) {
    const auto next = tags.next();
    if (!next) return calibration_error(name, tags.line(), next.error().message, "the file may be truncated");
    if (!*next) break;
    const XmlTag* tag = &**next;
    robot = robot || tag->name == "robot";
    if (!robot) {
      return calibration_error(name, tag->line, format("the root element is <{}>", printable(tag->name)),
                               "a URDF begins with <robot>");
    }
    if (tag->name == "joint") {
      if (joint) GS_CHECK(close_joint(*std::exchange(joint, std::nullopt), name, out));
      // An empty joint, <joint/>, has neither parent nor child and is ignored.
      if (tag->opens && !tag->closes)
        joint = OpenJoint{attribute(*tag, "name"), attribute(*tag, "type"), {}, {}, {}, tag->line};
      continue;
    }
    if (!joint || !tag->opens) continue;
    if (tag->name == "parent") joint->parent = attribute(*tag, "link");
    if (tag->name == "child") joint->child = attribute(*tag, "link");
    if (tag->name == "origin") {
      GS_TRY(joint->origin.translation, three_numbers(*tag, "xyz", name));
      GS_TRY(const Vec3d rpy, three_numbers(*tag, "rpy", name));
      joint->origin.rotation = Quaterniond::from_rpy(rpy.x, rpy.y, rpy.z);
    }
  }
  if (joint) return calibration_error(name, joint->line, "a joint is not closed", "the file may be truncated");
  if (out.transforms.empty()) {
    return calibration_error(name, 0, "no fixed joint", "sensors must be connected by joints of type fixed");
  }
  return out;
}

}  // namespace gs::builder
