// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/tf_static.h"

#include <algorithm>
#include <map>

#include "gs/core/json/json.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

// One transform in the JSON form of geometry_msgs/TransformStamped; stamps are accepted and ignored.
void transform_fields(Fields& f, StaticTransform& t) {
  f.ignore("timestamp");
  f.group("header", [&](Fields& g) {
    g.ignore("stamp");
    g("frame_id", t.parent, kFrameId);
  });
  f("child_frame_id", t.child, kFrameId);
  f.group("transform", [&](Fields& g) {
    g.group("translation", [&](Fields& h) {
      h("x", t.parent_from_child.translation.x);
      h("y", t.parent_from_child.translation.y);
      h("z", t.parent_from_child.translation.z);
    });
    g.group("rotation", [&](Fields& h) { h.quaternion_members(t.parent_from_child.rotation); });
  });
}

// TF is a tree: every frame has one parent.
void check_tree(Fields& f, const TfStatic& tf) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < tf.transforms.size(); ++i) {
    const StaticTransform& t = tf.transforms[i];
    if (t.child.empty()) continue;
    const std::string place = format("transforms[{}]", i);
    if (t.child == t.parent) f.error(place, "frame '" + t.child + "' is its own parent");
    const auto [known, is_new] = first.emplace(t.child, i);
    if (is_new) continue;
    f.error(place, format("frame '{}' already has a parent in transforms[{}]", t.child, known->second),
            "one transform for each child frame");
  }
}

// The whole file; the version is optional.
void tf_fields(Fields& f, TfStatic& tf) {
  if (f.reading() ? f.has("version") : tf.version.has_value()) {
    std::string version = tf.version.value_or("");
    f.version(version);
    tf.version = version;
  }
  f.list("transforms", tf.transforms.size(), [&](Fields& g, std::size_t i) {
    tf.transforms.resize(std::max(tf.transforms.size(), i + 1));
    transform_fields(g, tf.transforms[i]);
  });
  check_tree(f, tf);
}

}  // namespace

const StaticTransform* TfStatic::find(std::string_view parent, std::string_view child) const {
  const auto found = std::find_if(transforms.begin(), transforms.end(),
                                  [&](const StaticTransform& t) { return t.parent == parent && t.child == child; });
  return found == transforms.end() ? nullptr : &*found;
}

TfStatic tf_static_of(const Calibration& calibration, std::string_view base_link) {
  TfStatic tf;
  const std::string parent(base_link);
  for (const CameraCalibration& camera : calibration.cameras) {
    tf.transforms.push_back({parent, camera.intrinsics.frame_id, camera.extrinsics.transform});
  }
  for (const LidarCalibration& lidar : calibration.lidars) {
    tf.transforms.push_back({parent, lidar.spec.frame_id, lidar.extrinsics.transform});
  }
  return tf;
}

TfStatic parse_tf_static(std::string_view json, std::string_view file, Problems& problems) {
  return read_fields<TfStatic>(parse_json(json), file, problems, tf_fields);
}

Result<TfStatic> load_tf_static(const std::filesystem::path& path) { return load_checked(path, parse_tf_static); }

std::string write_tf_static(const TfStatic& tf) { return write_json(write_fields(tf, tf_fields)); }

}  // namespace gs::world
