// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/trained_corrections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace gs::builder {
namespace {

constexpr double kLargest_m = 1, kLargest_rad = 0.2;  // training keeps to 0.15 m and 1.5 deg
constexpr double kLeastGain = 0.1, kMostGain = 10;    // of a bundle
constexpr double kSlope_s = 0.05;                     // half the interval of a finite difference

struct OffsetKey {
  double time_s = 0;
  Vec3d offset{};  // x, y [m], yaw [rad]
};

// The keys in time order; empty if one of them cannot be used.
std::vector<OffsetKey> keys_of(const Node& actor) {
  std::vector<OffsetKey> out;
  const Node* list = actor.find("offsets");
  if (list == nullptr || !list->is_list()) return out;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const Node& node : list->items) {
    const auto number = [&](std::string_view key) { return node[key].number_or(kNone); };
    const OffsetKey key{number("time_s"), {number("x_m"), number("y_m"), number("yaw_rad")}};
    const bool usable = std::isfinite(key.time_s) && std::hypot(key.offset.x, key.offset.y) <= kLargest_m &&
                        std::abs(key.offset.z) <= kLargest_rad && (out.empty() || out.back().time_s < key.time_s);
    if (!usable) return {};
    out.push_back(key);
  }
  return out;
}

Vec3d offset_between(const std::vector<OffsetKey>& keys, double time_s) {
  const auto later = std::ranges::upper_bound(keys, time_s, {}, &OffsetKey::time_s);
  if (later == keys.begin()) return keys.front().offset;
  if (later == keys.end()) return keys.back().offset;
  const OffsetKey& before = *(later - 1);
  const double share = (time_s - before.time_s) / (later->time_s - before.time_s);
  return before.offset * (1 - share) + later->offset * share;
}

}  // namespace

void apply_trained_gains(const Node& actor, world::ActorAsset& asset) {
  constexpr std::string_view kPrefix = "camera_";
  const Node* gains = actor.find("gains");
  if (gains == nullptr) return;
  asset.gains.clear();
  for (const auto& [camera, rgb] : gains->members) {
    if (!camera.starts_with(kPrefix) || rgb.items.size() != 3) continue;
    const Vec3d gain{rgb.items[0].number_or(0), rgb.items[1].number_or(0), rgb.items[2].number_or(0)};
    if (std::min({gain.x, gain.y, gain.z}) < kLeastGain || std::max({gain.x, gain.y, gain.z}) > kMostGain) continue;
    asset.gains.push_back({camera.substr(kPrefix.size()), gain});
  }
}

void apply_trained_offsets(const Node& actor, Timestamp zero, world::ActorTrajectory& trajectory) {
  const std::vector<OffsetKey> keys = keys_of(actor);
  if (keys.empty()) return;
  // Seconds of the data set are those of the stamps.
  const double start_s = static_cast<double>(zero.ns) * 1e-9;
  for (std::size_t i = 0; i < trajectory.t.size(); ++i) {
    const double time_s = start_s + trajectory.t[i];
    const Vec3d offset = offset_between(keys, time_s);
    const Vec3d change = offset_between(keys, time_s + kSlope_s) - offset_between(keys, time_s - kSlope_s);
    const double c = std::cos(trajectory.yaw[i]), s = std::sin(trajectory.yaw[i]);
    trajectory.x[i] += c * offset.x - s * offset.y;
    trajectory.y[i] += s * offset.x + c * offset.y;
    trajectory.yaw[i] += offset.z;
    trajectory.v[i] += change.x / (2 * kSlope_s);
    trajectory.yaw_rate[i] += change.z / (2 * kSlope_s);
  }
}

double largest_offset_m(const Node& actor) {
  double most = 0;
  for (const OffsetKey& key : keys_of(actor)) most = std::max(most, std::hypot(key.offset.x, key.offset.y));
  return most;
}

}  // namespace gs::builder
