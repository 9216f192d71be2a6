// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/calibration/tf_tree.h"

#include <algorithm>
#include <set>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::builder {
namespace {

std::string_view plain(std::string_view frame) {
  while (frame.starts_with('/')) frame.remove_prefix(1);
  return frame;
}

Result<double> number_at(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  if (value == nullptr || !value->is_number()) return fail(ErrorCode::invalid_data, "'{}' is not a number", key);
  return value->real;
}

Result<const Node*> child_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  if (value == nullptr) return fail(ErrorCode::invalid_data, "'{}' is missing", key);
  return value;
}

// Inverse of one line of write_tf_json().
Result<StampedTransform> parse_transform(const Node& node) {
  StampedTransform out;
  GS_TRY(const double seconds, number_at(node, "timestamp"));
  out.stamp = Timestamp::from_seconds(seconds);
  GS_TRY(const Node* header, child_of(node, "header"));
  GS_TRY(const Node* parent, child_of(*header, "frame_id"));
  GS_TRY(const Node* child, child_of(node, "child_frame_id"));
  GS_TRY(const Node* transform, child_of(node, "transform"));
  GS_TRY(const Node* t, child_of(*transform, "translation"));
  GS_TRY(const Node* r, child_of(*transform, "rotation"));
  out.parent = parent->text, out.child = child->text;
  auto& [rotation, translation] = out.parent_from_child;
  GS_TRY(translation.x, number_at(*t, "x"));
  GS_TRY(translation.y, number_at(*t, "y"));
  GS_TRY(translation.z, number_at(*t, "z"));
  GS_TRY(rotation.x, number_at(*r, "x"));
  GS_TRY(rotation.y, number_at(*r, "y"));
  GS_TRY(rotation.z, number_at(*r, "z"));
  GS_TRY(rotation.w, number_at(*r, "w"));
  return out;
}

}  // namespace

bool TfTree::add(const StampedTransform& transform, bool fixed) {
  const std::string parent(plain(transform.parent)), child(plain(transform.child));
  if (parent == child || child.empty()) return false;
  // The child must not be an ancestor of its new parent.
  const auto above = to_root(parent);
  if (std::ranges::find(above, child) != above.end()) return false;
  Link& link = links_[child];
  // Another parent: the frame was attached elsewhere, and its earlier transforms are no longer valid.
  if (link.parent != parent) link = {parent, fixed, {}};
  if (fixed) link = {parent, true, {}};
  if (!fixed && link.fixed) return false;
  link.poses.push_back({transform.stamp, transform.parent_from_child});
  return true;
}

bool TfTree::add_given(const StampedTransform& transform) {
  const auto known = links_.find(plain(transform.child));
  const bool moves_elsewhere =
      known != links_.end() && !known->second.fixed && known->second.parent != plain(transform.parent);
  return !moves_elsewhere && add(transform, true);
}

void TfTree::finish() {
  for (auto& [child, link] : links_) {
    std::ranges::stable_sort(link.poses, {}, [](const StampedPose& p) { return p.stamp.ns; });
  }
}

// Interpolated between the poses around the time, constant outside.
Rigid3d TfTree::at(const Link& link, Timestamp time) {
  const auto& poses = link.poses;
  const auto after = std::ranges::lower_bound(poses, time.ns, {}, [](const StampedPose& p) { return p.stamp.ns; });
  if (after == poses.begin()) return poses.front().map_from_body;
  if (after == poses.end()) return poses.back().map_from_body;
  const auto before = std::prev(after);
  const double span = (after->stamp - before->stamp).seconds();
  return interpolate(before->map_from_body, after->map_from_body, (time - before->stamp).seconds() / span);
}

// Frames from `frame` up to its root, both included.
std::vector<std::string> TfTree::to_root(std::string_view frame) const {
  std::vector<std::string> chain{std::string(plain(frame))};
  for (auto link = links_.find(chain.back()); link != links_.end(); link = links_.find(chain.back())) {
    chain.push_back(link->second.parent);
  }
  return chain;
}

std::optional<Rigid3d> TfTree::lookup(std::string_view target, std::string_view source, Timestamp time) const {
  const auto up_target = to_root(target), up_source = to_root(source);
  if (up_target.back() != up_source.back()) return std::nullopt;
  // Product of the transforms from the last frame of a chain down to its first.
  const auto root_from = [&](const std::vector<std::string>& chain) {
    Rigid3d root_from_frame;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      root_from_frame = at(links_.find(chain[i])->second, time) * root_from_frame;
    }
    return root_from_frame;
  };
  // Cut both chains at their first common frame: the part above cancels and would only add rounding errors.
  auto a = up_target, b = up_source;
  while (a.size() > 1 && b.size() > 1 && a[a.size() - 2] == b[b.size() - 2]) a.pop_back(), b.pop_back();
  Rigid3d out = root_from(a).inverse() * root_from(b);
  out.rotation = normalized(out.rotation);
  return out;
}

bool TfTree::moves(std::string_view a, std::string_view b) const {
  auto up_a = to_root(a), up_b = to_root(b);
  while (up_a.size() > 1 && up_b.size() > 1 && up_a[up_a.size() - 2] == up_b[up_b.size() - 2]) {
    up_a.pop_back(), up_b.pop_back();
  }
  const auto moving = [&](const std::vector<std::string>& chain) {
    return std::any_of(chain.begin(), std::prev(chain.end()),
                       [&](const std::string& frame) { return !links_.find(frame)->second.fixed; });
  };
  return moving(up_a) || moving(up_b);
}

bool TfTree::has_frame(std::string_view frame) const {
  return std::ranges::any_of(
      links_, [&](const auto& entry) { return entry.first == plain(frame) || entry.second.parent == plain(frame); });
}

std::vector<StampedTransform> TfTree::fixed() const {
  std::vector<StampedTransform> out;
  for (const auto& [child, link] : links_) {
    if (link.fixed) out.push_back({link.poses.back().stamp, link.parent, child, link.poses.back().map_from_body});
  }
  return out;
}

std::vector<StampedTransform> TfTree::moving() const {
  std::vector<StampedTransform> out;
  for (const auto& [child, link] : links_) {
    if (link.fixed) continue;
    for (const StampedPose& pose : link.poses) out.push_back({pose.stamp, link.parent, child, pose.map_from_body});
  }
  std::ranges::stable_sort(out, {}, [](const StampedTransform& t) { return t.stamp.ns; });
  return out;
}

std::vector<std::string> TfTree::frames() const {
  // Parents that are never children are frames too.
  std::set<std::string> names;
  for (const auto& [child, link] : links_) names.insert(child), names.insert(link.parent);
  return {names.begin(), names.end()};
}

std::string write_tf_json(const std::vector<StampedTransform>& transforms) {
  // One transform per line: these files are large, and users search them with grep.
  std::string text = "{\n\"version\": \"1.0.0\",\n\"transforms\": [\n";
  for (std::size_t i = 0; i < transforms.size(); ++i) {
    const auto& [stamp, parent, child, pose] = transforms[i];
    const auto& [q, t] = pose;
    JsonWriter out(JsonWriter::Layout::compact);
    out.begin_object().key("timestamp").raw(to_decimal_seconds(stamp));
    out.key("header").begin_object().field("frame_id", parent).end_object().field("child_frame_id", child);
    out.key("transform").begin_object();
    out.key("translation").begin_object().field("x", t.x).field("y", t.y).field("z", t.z).end_object();
    out.key("rotation").begin_object().field("x", q.x).field("y", q.y).field("z", q.z).field("w", q.w).end_object();
    out.end_object().end_object();
    text += out.text() + (i + 1 < transforms.size() ? ",\n" : "\n");
  }
  return text + "]\n}\n";
}

Result<std::vector<StampedTransform>> read_tf_json(const fs::path& path) {
  GS_TRY(const Node root, read_json(path, kOwnFile));
  GS_TRY(const Node* list, child_of(root, "transforms"));
  std::vector<StampedTransform> out;
  for (const Node& node : list->items) {
    auto transform = parse_transform(node);
    if (!transform) return std::move(transform).error().with_context(path.filename().string());
    out.push_back(*std::move(transform));
  }
  return out;
}

}  // namespace gs::builder
