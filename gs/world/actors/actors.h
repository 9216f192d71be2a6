// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors of a bundle: objects that moved in the recorded drive. A trajectory says where an actor is at which time,
// an asset what it looks like; several actors may share one asset (docs/formats/world_bundle.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/time.h"
#include "gs/geometry/vec.h"
#include "gs/world/actors/sun_light.h"
#include "gs/world/version.h"

namespace gs::world {

// Where the two files usually are; world.yaml may name others.
inline constexpr std::string_view kActorTrajectoriesFile = "actors/trajectories.json";
inline constexpr std::string_view kActorAssetsFile = "actors/assets.json";

// Limits of the format. Readers check them before they allocate memory.
inline constexpr std::size_t kMaxActors = 10'000;
inline constexpr std::size_t kMaxActorSamples = 1'000'000;  // of all actors
inline constexpr std::size_t kMaxAssets = 2'000;
inline constexpr std::size_t kMaxAssetSplats = 200'000;
inline constexpr std::size_t kMaxAssetTriangles = 100'000;

// Kinds of road users, with their names in the files.
enum class ActorClass { pedestrian, two_wheeler, car, large_vehicle, unknown };
inline constexpr std::array<std::pair<std::string_view, ActorClass>, 5> kActorClasses{
    {{"pedestrian", ActorClass::pedestrian},
     {"two_wheeler", ActorClass::two_wheeler},
     {"car", ActorClass::car},
     {"large_vehicle", ActorClass::large_vehicle},
     {"unknown", ActorClass::unknown}}};

// Whether a side of the box was seen in the log, or is the mean of the class.
enum class SizeSource { measured, prior };
inline constexpr std::array<std::pair<std::string_view, SizeSource>, 2> kSizeSources{
    {{"measured", SizeSource::measured}, {"prior", SizeSource::prior}}};

// What is known about an actor for some time. predicted: not seen, the motion is extrapolated; occluded: stands behind
// something.
enum class PhaseKind { moving, parked, predicted, occluded };
inline constexpr std::array<std::pair<std::string_view, PhaseKind>, 4> kPhaseKinds{{{"moving", PhaseKind::moving},
                                                                                    {"parked", PhaseKind::parked},
                                                                                    {"predicted", PhaseKind::predicted},
                                                                                    {"occluded", PhaseKind::occluded}}};

// The shape of an asset's mesh: accumulated from LiDAR points, or a template of the class.
enum class MeshSource { measured, class_template };
inline constexpr std::array<std::pair<std::string_view, MeshSource>, 2> kMeshSources{
    {{"measured", MeshSource::measured}, {"template", MeshSource::class_template}}};

// The word of an enumerator in such a table.
template <class E, std::size_t N>
constexpr std::string_view word_of(const std::array<std::pair<std::string_view, E>, N>& words, E value) {
  for (const auto& [word, e] : words) {
    if (e == value) return word;
  }
  return "?";
}

// An interval of time with one kind [s after ActorTrajectories::zero].
struct ActorPhase {
  double from = 0, to = 0;
  PhaseKind kind = PhaseKind::moving;
};

// One actor over time. Its pose is that of the centre of the box's floor in map, x forward, y left, z up. The columns
// t ... yaw_rate have one value a sample, at least two; pitch and roll as well, or none: then the ground decides.
struct ActorTrajectory {
  std::string id;     // unique in the file: lower case letters, digits, '_', at most 64
  std::string asset;  // id of its asset
  ActorClass actor_class = ActorClass::unknown;
  double confidence = 0;                    // of the class, 0 to 1
  Vec3d size{};                             // length, width, height [m]
  std::array<SizeSource, 3> size_source{};  // of length, width, height
  double quality = 0;                       // 0 to 1
  std::vector<ActorPhase> phases{};         // in time order; times without a phase count as moving
  std::vector<double> t{};                  // [s after ActorTrajectories::zero], increasing
  std::vector<double> x{}, y{}, z{};        // [m]
  std::vector<double> yaw{};                // [rad]
  std::vector<double> v{};                  // along yaw, negative when reversing [m/s]
  std::vector<double> yaw_rate{};           // [rad/s]
  std::vector<double> pitch{}, roll{};      // [rad]
};

// actors/trajectories.json.
struct ActorTrajectories {
  std::string version{kLayerVersion};
  Timestamp zero{};               // stamp of the first row of sim/trajectory.csv
  double start_time = 0;          // simulation time that corresponds to t = 0 [s]
  std::optional<SunLight> sun{};  // empty: the drive shows no shadows of the sun
  std::vector<ActorTrajectory> actors{};
};

// Share of each face of the box that the log shows, 0 to 1.
struct SeenFaces {
  double front = 0, back = 0, left = 0, right = 0, top = 0;
};

// Factors on the colours of an asset for one camera of the world it comes from: exposures differ.
struct CameraGain {
  std::string camera;
  Vec3d rgb{1, 1, 1};
};

// The Gaussians [first, first + count) of a deforming asset, shown from this phase of the gait on.
struct KeyShape {
  double phase = 0;  // 0 to 1
  int64_t first = 0, count = 0;
};

// Where an asset comes from.
struct AssetSource {
  std::string kind = "log";
  std::optional<std::string> world{}, actor{};  // scene id and actor id in that world
};

// The Gaussians and the mesh of an actor, in its frame: x forward, y left, z up, origin on the ground below the middle
// of the box. Both files are optional; paths are relative to the bundle.
struct ActorAsset {
  std::string id;
  ActorClass actor_class = ActorClass::unknown;
  AssetSource source{};
  Vec3d size{};                        // length, width, height of the box [m]
  std::optional<std::string> splat{};  // PLY; needs the next two
  std::optional<int64_t> splats{};     // number of Gaussians
  std::optional<int64_t> sh_degree{};
  std::optional<std::string> mesh{};  // GLB
  std::optional<MeshSource> mesh_source{};
  SeenFaces faces{};
  std::optional<std::string> mirrored{};         // "y": unseen parts are the mirror image of the other side
  std::optional<double> reflectance_median{};    // of LiDAR returns, >= 0
  std::optional<double> quality{};               // 0 to 1
  std::vector<CameraGain> gains{};               // of cameras of source.world
  std::vector<KeyShape> shapes{};                // of deforming classes, in phase order; empty: one rigid shape
  std::optional<double> stride_m{};              // distance in which the gait repeats; > 0 with shapes
  std::optional<double> wheelbase, rear_axle_x;  // [m], for driven actors
};

// actors/assets.json.
struct ActorAssets {
  std::string version{kLayerVersion};
  std::vector<ActorAsset> assets{};
};

// The entry with this id; null if there is none.
const ActorTrajectory* find_actor(const ActorTrajectories& trajectories, std::string_view id);
const ActorAsset* find_asset(const ActorAssets& assets, std::string_view id);
// Length of an actor's path: the sum of the distances between its samples [m].
double path_length_m(const ActorTrajectory& actor);

}  // namespace gs::world
