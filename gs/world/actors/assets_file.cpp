// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/assets_file.h"

#include <algorithm>
#include <set>

#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/world/actors/class_size.h"
#include "gs/world/actors/list_document.h"

namespace gs::world {
namespace {

constexpr std::string_view kFrame = "x forward, y left, z up, origin on the ground below the middle of the box";
constexpr Bounds kSplats{.min = 1, .max = kMaxAssetSplats}, kShDegree{.min = 0, .max = 3};
constexpr Bounds kGain{.min = 0.1, .max = 10}, kIndex{.min = 0, .max = kMaxAssetSplats};

// More cameras than any vehicle has; each needs a map entry in memory.
constexpr std::size_t kMaxGains = 256;

const TextRule kFrameRule{kFrame, [](std::string_view t) { return t == kFrame; }};
const TextRule kMirrorAxis{"y", [](std::string_view t) { return t == "y"; }};

// Where the asset comes from, so that an imported one can be traced to its drive.
void source_fields(Fields& f, AssetSource& s) {
  f("kind", s.kind, kActorId);
  f("world", s.world, kSceneId);
  f("actor", s.actor, kActorId);
}

// Share of each face of the box that sensors saw.
void faces_fields(Fields& f, SeenFaces& s) {
  f("front", s.front, kShare);
  f("back", s.back, kShare);
  f("left", s.left, kShare);
  f("right", s.right, kShare);
  f("top", s.top, kShare);
}

// A map from camera ids to three factors.
void gain_fields(Fields& f, std::vector<CameraGain>& gains) {
  if (f.reading()) {
    const std::vector<std::string> cameras = f.keys();
    if (cameras.size() > kMaxGains) return f.error("", format("has {} cameras", cameras.size()), "at most 256");
    for (const std::string& camera : cameras) gains.emplace_back().camera = camera;
  }
  for (CameraGain& gain : gains) f(gain.camera, gain.rgb, kGain);
}

// One phase of a walking or cycling actor: a range of its Gaussians.
void shape_fields(Fields& f, KeyShape& shape) {
  f("phase", shape.phase, kShare);
  f.integer("first", shape.first, kIndex, Need::required);
  f.integer("count", shape.count, kIndex, Need::required);
}

// Gaussians: the file, their number and their SH degree; mesh: the file and its source. All of a group or none.
void check_groups(Fields& f, const ActorAsset& a) {
  if (a.splat && (!a.splats || !a.sh_degree)) {
    f.error("splat", "has no splats or no sh_degree", "splat, splats and sh_degree together, or none");
  }
  if (!a.splat && (a.splats || a.sh_degree)) {
    f.error("splat", "is missing", "splat, splats and sh_degree together, or none");
  }
  if (a.mesh.has_value() != a.mesh_source.has_value()) {
    f.error("mesh", a.mesh ? "has no mesh_source" : "is missing", "mesh and mesh_source together, or none");
  }
}

// The shapes cover all Gaussians, one after the other.
void check_shapes(Fields& f, const ActorAsset& a) {
  if (a.shapes.empty()) return;
  if (!(a.stride_m.value_or(0) > 0)) f.error("stride_m", "is missing or 0", "> 0 for an asset with shapes");
  int64_t covered = 0;
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    const KeyShape& shape = a.shapes[i];
    const std::string place = format("shapes[{}]", i);
    if (!(shape.phase < 1) || (i > 0 && !(shape.phase > a.shapes[i - 1].phase))) {
      return f.error(place, format("has phase {}", shape.phase), "phases that increase and are smaller than 1");
    }
    if (shape.first != covered || shape.count < 1) {
      return f.error(place, format("has the splats {} to {}", shape.first, shape.first + shape.count - 1),
                     format("at least one splat, from {} on, where the previous shape ends", covered));
    }
    covered += shape.count;
  }
  if (covered != a.splats.value_or(0)) {
    f.error("shapes", format("cover {} splats", covered), format("all {} splats", a.splats.value_or(0)));
  }
}

void asset_fields(Fields& f, ActorAsset& a) {
  std::string frame(kFrame);
  f("id", a.id, kActorId);
  f.choice("class", a.actor_class, kActorClasses);
  f.group("source", [&](Fields& g) { source_fields(g, a.source); });
  f("size", a.size, kActorSize);
  f("frame", frame, kFrameRule);
  f("splat", a.splat, kBundlePath);
  f("splats", a.splats, kSplats);
  f("sh_degree", a.sh_degree, kShDegree);
  f("mesh", a.mesh, kBundlePath);
  // An optional choice is created first, so that the field has a variable to read into.
  if (f.reading() && f.has("mesh_source")) a.mesh_source.emplace();
  if (a.mesh_source) f.choice("mesh_source", *a.mesh_source, kMeshSources);
  f.group("faces", [&](Fields& g) { faces_fields(g, a.faces); });
  f("mirrored", a.mirrored, kMirrorAxis);
  f("reflectance_median", a.reflectance_median, kNotNegative);
  f("quality", a.quality, kShare);
  if (f.reading() || !a.gains.empty())
    f.group(
        "gains", [&](Fields& g) { gain_fields(g, a.gains); }, Need::optional);
  if (f.reading() ? f.has("shapes") : !a.shapes.empty()) {
    f.list("shapes", a.shapes.size(), [&](Fields& g, std::size_t i) {
      if (g.reading()) a.shapes.resize(i + 1);
      shape_fields(g, a.shapes[i]);
    });
  }
  f("stride_m", a.stride_m, kNotNegative);
  f("wheelbase", a.wheelbase, kPositive);
  f("rear_axle_x", a.rear_axle_x);
  if (!f.reading()) return;
  check_groups(f, a);
  check_shapes(f, a);
  if (const auto usual = unusual_size(a.actor_class, a.size)) {
    f.warning("size", format("is unusual: {} x {} x {} m", a.size.x, a.size.y, a.size.z),
              format("of a {}: {}", word_of(kActorClasses, a.actor_class), *usual));
  }
}

void document_fields_of_assets(Fields& f, ActorAssets& a) {
  f.version(a.version);
  std::set<std::string> ids;
  f.list("assets", a.assets.size(), [&](Fields& g, std::size_t i) {
    if (g.reading()) a.assets.resize(i + 1);
    asset_fields(g, a.assets[i]);
    const std::string& id = a.assets[i].id;
    if (!id.empty() && !ids.insert(id).second)
      g.error("id", "is the id of another asset too: '" + id + "'", "unique ids");
  });
}

}  // namespace

ActorAssets parse_actor_assets(std::string_view json, std::string_view file, Problems& problems) {
  auto document = read_list_document(json, {.list = "assets", .max_items = kMaxAssets}, file, problems);
  if (!document) {
    problems.add(Severity::error, std::move(document).error(), file);
    return {};
  }
  return read_fields<ActorAssets>(Result<Node>(std::move(document->root)), file, problems, document_fields_of_assets);
}

std::string write_actor_assets(const ActorAssets& assets) {
  return write_json(write_fields(assets, document_fields_of_assets));
}

}  // namespace gs::world
