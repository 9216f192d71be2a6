// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gs/core/format.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/validate/actor_rules.h"

namespace gs::world {
namespace {

constexpr double kSizeTolerance = 0.01;                   // [m] between an actor and its asset
constexpr double kFarOutside = 200, kOutside = 20;        // [m] beyond the spatial extent
constexpr double kBelowGround = 0.3, kAboveGround = 0.5;  // [m] of the box's floor
constexpr double kShareOffGround = 0.1;                   // of the samples over known ground
constexpr double kZeroTolerance = 1;                      // [s] between time.zero and the first row of trajectory.csv
constexpr int64_t kManySplats = 2'000'000;                // of all assets

// Distance from a point to a box [m]; 0 inside.
double distance_to(const SpatialExtent& box, Vec3d p) {
  const auto beyond = [](double value, double min, double max) { return std::max({min - value, value - max, 0.0}); };
  return norm(
      Vec3d{beyond(p.x, box.min.x, box.max.x), beyond(p.y, box.min.y, box.max.y), beyond(p.z, box.min.z, box.max.z)});
}

// One function per rule; each returns early if one of its parts is missing.
class ActorChecker {
 public:
  ActorChecker(const BundleParts& parts, Problems& problems) : parts_(parts), problems_(problems) {}

  // Every actor has an asset of the same size.
  void assets_of_actors() {
    if (!parts_.actor_assets) return;
    std::map<std::string_view, const ActorAsset*> assets;
    for (const ActorAsset& asset : parts_.actor_assets->assets) assets[asset.id] = &asset;
    for_each_actor([&](const ActorTrajectory& actor, const std::string& place) {
      const auto found = assets.find(actor.asset);
      if (found == assets.end()) {
        return error(trajectories(), place + ".asset", format("'{}' does not exist", actor.asset),
                     "an asset of " + *parts_.index->actor_assets);
      }
      const Vec3d off = actor.size - found->second->size;
      if (std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) <= kSizeTolerance) return;
      error(trajectories(), place + ".size", format("differs from that of asset '{}'", actor.asset),
            "equal within 0.01 m");
    });
  }

  // Samples far outside of the world are errors, those a little outside warnings.
  void extent() {
    if (!parts_.metadata) return;
    const SpatialExtent& box = parts_.metadata->spatial_extent;
    for_each_actor([&](const ActorTrajectory& actor, const std::string& place) {
      double farthest = 0;
      std::size_t sample = 0;
      for (std::size_t i = 0; i < actor.t.size(); ++i) {
        const double distance = distance_to(box, {actor.x[i], actor.y[i], actor.z[i]});
        if (distance > farthest) farthest = distance, sample = i;
      }
      if (farthest <= kOutside) return;
      add(farthest > kFarOutside ? Severity::error : Severity::warning, trajectories(),
          format("{} at t[{}]", place, sample), format("is {:.1f} m outside of the spatial extent", farthest),
          "at most 20 m (warning), 200 m (error)", "metadata.json holds the extent");
    });
  }

  void ground() {
    if (!parts_.heightmap || parts_.heightmap->data.empty()) return;
    for_each_actor([&](const ActorTrajectory& actor, const std::string& place) {
      std::size_t known = 0, off = 0;
      for (std::size_t i = 0; i < actor.t.size(); ++i) {
        const auto height = ground_height(*parts_.heightmap, actor.x[i], actor.y[i]);
        if (!height) continue;
        ++known;
        const double above = actor.z[i] - *height;
        if (above < -kBelowGround || above > kAboveGround) ++off;
      }
      if (static_cast<double>(off) <= kShareOffGround * static_cast<double>(known)) return;
      add(Severity::warning, trajectories(), place + ".z",
          format("{} of {} samples are below or above the ground", off, known),
          "floor 0.3 m below to 0.5 m above the ground in 90 % of the samples", "");
    });
  }

  // Times count from the first pose of the recorded drive.
  void zero() {
    if (!parts_.actor_trajectories || !parts_.trajectory || parts_.trajectory->empty()) return;
    const double off = (parts_.actor_trajectories->zero - parts_.trajectory->front().stamp).seconds();
    if (std::abs(off) <= kZeroTolerance) return;
    add(Severity::warning, trajectories(), "time.zero", format("is {} s after the first row of trajectory.csv", off),
        "equal within 1 s", "");
  }

  // Gains belong to cameras of the world in which the asset was seen; assets of other worlds may keep theirs.
  void gains() {
    if (!parts_.actor_assets || !parts_.calibration) return;
    std::set<std::string_view> cameras;
    for (const CameraCalibration& camera : parts_.calibration->cameras) cameras.insert(camera.id);
    for (std::size_t i = 0; i < parts_.actor_assets->assets.size(); ++i) {
      const ActorAsset& asset = parts_.actor_assets->assets[i];
      if (asset.source.world != parts_.index->scene_id) continue;
      for (const CameraGain& gain : asset.gains) {
        if (cameras.contains(gain.camera)) continue;
        error(*parts_.index->actor_assets, format("assets[{}].gains", i),
              format("'{}' has no calibration", gain.camera), "the cameras of calibration.yaml");
      }
    }
  }

  void number_of_splats() {
    if (!parts_.actor_assets) return;
    int64_t sum = 0;
    for (const ActorAsset& asset : parts_.actor_assets->assets) sum += asset.splats.value_or(0);
    if (sum <= kManySplats) return;
    add(Severity::warning, *parts_.index->actor_assets, "assets", format("have {} splats together", sum),
        "at most 2,000,000 are recommended", "");
  }

 private:
  // Valid if there are trajectories.
  const std::string& trajectories() const { return *parts_.index->actor_trajectories; }
  void add(Severity severity, const std::string& file, std::string place, std::string message, std::string allowed,
           std::string hint) {
    problems_.add({severity, ErrorCode::invalid_data, file, std::move(place), std::move(message), std::move(allowed),
                   std::move(hint)});
  }
  void error(const std::string& file, std::string place, std::string message, std::string allowed) {
    add(Severity::error, file, std::move(place), std::move(message), std::move(allowed), "");
  }
  template <class Visit>
  void for_each_actor(const Visit& visit) {
    if (!parts_.actor_trajectories) return;
    const std::vector<ActorTrajectory>& actors = parts_.actor_trajectories->actors;
    for (std::size_t i = 0; i < actors.size(); ++i) visit(actors[i], format("actors[{}]", i));
  }

  const BundleParts& parts_;
  Problems& problems_;
};

}  // namespace

void check_actor_consistency(const BundleParts& parts, Problems& problems) {
  ActorChecker checker(parts, problems);
  checker.assets_of_actors();
  checker.extent();
  checker.ground();
  checker.zero();
  checker.gains();
  checker.number_of_splats();
}

}  // namespace gs::world
