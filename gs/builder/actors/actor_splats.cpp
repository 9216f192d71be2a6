// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/actor_splats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/builder/actors/sample_colours.h"
#include "gs/builder/recording/image_pass.h"
#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

using mapping::MovingObjectModel;
using mapping::ObjectClass;

constexpr int kCell = 4;                 // [px] edge of a cell of the depth buffer
constexpr float kFacing = 0.25f;         // cosine: samples seen at a flatter angle take no colour
constexpr double kLeastCoverage = 0.02;  // with less, an actor has no Gaussians
constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr double kDisc = 0.6, kThin_m = 0.004;  // standard deviations of a disc: share of the spacing, thickness
constexpr double kOpacity = 0.95;

bool is_vehicle(const MovingObjectModel& actor) {
  return actor.type == ObjectClass::car || actor.type == ObjectClass::large_vehicle;
}

// Whether an actor was seen at a time, not predicted.
bool is_seen(const MovingObjectModel& actor, Timestamp time) {
  return std::any_of(actor.phases.begin(), actor.phases.end(), [&](const mapping::MotionPhase& p) {
    return (p.kind == mapping::MotionKind::moving || p.kind == mapping::MotionKind::parked) && p.from <= time &&
           time <= p.to;
  });
}

// The images that may show actors, and the actors of each.
struct Shots {
  std::vector<RecordedShot> images;
  std::vector<std::vector<std::size_t>> actors;
};

// Actors that an image may show, by their distance and side of the camera.
std::vector<std::size_t> actors_in(const RecordedView& view, std::span<const MovingObjectModel> actors,
                                   double max_range_m) {
  std::vector<std::size_t> out;
  const Rigid3d camera_from_map = view.map_from_camera.inverse();
  for (std::size_t k = 0; k < actors.size(); ++k) {
    if (!is_seen(actors[k], view.stamp)) continue;
    const Rigid3d map_from_actor = mapping::state_at(actors[k].states, view.stamp).map_from_object();
    const Vec3d centre = camera_from_map * (map_from_actor * Vec3d{0, 0, 0.5 * actors[k].size.z});
    const double radius = 0.5 * norm(actors[k].size), range = norm(centre);
    if (range <= max_range_m && range > radius && centre.z > -radius) out.push_back(k);
  }
  return out;
}

// At most `most` images, spread evenly over those that may show actors.
Shots choose_shots(std::span<const MovingObjectModel> actors, std::span<const RecordedCamera> cameras,
                   const ActorSplatOptions& options) {
  Shots all;
  for (const RecordedCamera& camera : cameras) {
    for (const RecordedView& view : camera.views) {
      std::vector<std::size_t> shown = actors_in(view, actors, options.max_range_m);
      if (shown.empty()) continue;
      all.images.push_back({&camera, &view});
      all.actors.push_back(std::move(shown));
    }
  }
  const std::size_t found = all.images.size(), most = static_cast<std::size_t>(std::max(options.max_views, 1));
  if (found <= most) return all;
  Shots chosen;
  for (std::size_t i = 0; i < most; ++i) {
    chosen.images.push_back(all.images[i * found / most]);
    chosen.actors.push_back(std::move(all.actors[i * found / most]));
  }
  return chosen;
}

// A sample in an image.
struct Projected {
  float range = kNever, facing = 0;
  int x = 0, y = 0;
};

// What is being painted.
struct Canvas {
  SurfaceSamples surface;
  SampleColours colours;
  std::vector<Projected> projected;  // of the present image
};

// Projects the samples of an actor. Samples that face away hide what is behind them, too.
void project_samples(Canvas& canvas, const MovingObjectModel& actor, const RecordedShot& shot) {
  const CameraD& lens = shot.camera->lens;
  const Rigid3d map_from_actor = mapping::state_at(actor.states, shot.view->stamp).map_from_object();
  const Rigid3d camera_from_actor = shot.view->map_from_camera.inverse() * map_from_actor;
  const std::vector<SurfaceSample>& samples = canvas.surface.points;
  canvas.projected.assign(samples.size(), {});
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Vec3d p = camera_from_actor * cast<double>(samples[i].position);
    if (!can_project(lens, p)) continue;
    const Vec2d pixel = project(lens, p);
    const double x = std::round(pixel.x), y = std::round(pixel.y);
    if (!(x >= 0 && y >= 0 && x < lens.width && y < lens.height)) continue;
    const double range = norm(p);
    const Vec3d normal = camera_from_actor.rotation * cast<double>(samples[i].normal);
    canvas.projected[i] = {static_cast<float>(range), static_cast<float>(-dot(normal, p) / range), static_cast<int>(x),
                           static_cast<int>(y)};
  }
}

// Smallest range of the actors in each cell of an image.
class DepthBuffer {
 public:
  DepthBuffer(int width, int height)
      : across_(width / kCell + 1),
        depth_(static_cast<std::size_t>(across_) * static_cast<std::size_t>(height / kCell + 1), kNever) {}
  void add(const Projected& p) {
    if (p.range < kNever) at(p) = std::min(at(p), p.range);
  }
  bool hides(const Projected& p) { return p.range > at(p) * 1.01f + 0.1f; }

 private:
  float& at(const Projected& p) {
    return depth_[static_cast<std::size_t>(p.y / kCell) * static_cast<std::size_t>(across_) +
                  static_cast<std::size_t>(p.x / kCell)];
  }
  int across_;
  std::vector<float> depth_;
};

// Takes the colours of one image. Pixels that are 0 in `mask` show nothing; an empty mask has none.
void paint(std::vector<Canvas>& canvases, std::span<const MovingObjectModel> actors, const RecordedShot& shot,
           std::span<const std::size_t> shown, const assets::Image& image, const std::vector<uint8_t>& mask) {
  parallel_for(
      shown.size(), [&](std::size_t k) { project_samples(canvases[shown[k]], actors[shown[k]], shot); }, 1);
  DepthBuffer depth(image.width, image.height);
  for (const std::size_t k : shown) {
    for (const Projected& p : canvases[k].projected) depth.add(p);
  }
  parallel_for(
      shown.size(),
      [&](std::size_t k) {
        Canvas& canvas = canvases[shown[k]];
        for (std::size_t i = 0; i < canvas.projected.size(); ++i) {
          const Projected& p = canvas.projected[i];
          if (!(p.range < kNever) || p.facing < kFacing || depth.hides(p)) continue;
          const auto pixel = static_cast<std::size_t>(p.y) * static_cast<std::size_t>(image.width);
          if (!mask.empty() && mask[pixel + static_cast<std::size_t>(p.x)] == 0) continue;
          const uint8_t* rgb = image.row(p.y) + 3 * p.x;
          canvas.colours.add(i, {rgb[0], rgb[1], rgb[2]}, p.facing / p.range);
        }
      },
      1);
}

// Rotation from the z axis to a unit vector.
Quaternionf rotation_to(Vec3f n) {
  if (n.z < -0.9999f) return {1, 0, 0, 0};
  return normalized(Quaternionf{-n.y, n.x, 0, 1 + n.z});
}

Result<ActorSplats> finish(const Canvas& canvas, bool mirrored) {
  ActorSplats out;
  out.coverage = canvas.colours.coverage();
  if (out.coverage < kLeastCoverage) return out;
  const std::vector<SurfaceSample>& samples = canvas.surface.points;
  const std::vector<Rgb8> colours = canvas.colours.finish(samples, mirrored);
  GS_TRY(out.cloud, splat::GaussianCloud::create(samples.size(), 0));
  const splat::MutableCloudView view = out.cloud.view();
  const auto wide = static_cast<float>(std::log(kDisc * canvas.surface.spacing_m));
  const auto thin = static_cast<float>(std::log(kThin_m));
  constexpr double kBand0 = 0.28209479177387814;  // SH of degree 0
  for (std::size_t i = 0; i < samples.size(); ++i) {
    view.set_position(i, samples[i].position);
    view.set_log_scale(i, {wide, wide, thin});
    view.set_rotation(i, rotation_to(samples[i].normal));
    view.opacity_logit[i] = static_cast<float>(std::log(kOpacity / (1 - kOpacity)));
    for (std::size_t c = 0; c < 3; ++c) view.sh_of(i)[c] = static_cast<float>((colours[i][c] / 255.0 - 0.5) / kBand0);
  }
  return out;
}

}  // namespace

Result<std::vector<ActorSplats>> paint_actors(std::span<const MovingObjectModel> actors,
                                              std::span<const RecordedCamera> cameras, const ActorSplatOptions& options,
                                              Problems& problems, Progress& progress) {
  std::vector<Canvas> canvases;
  for (const MovingObjectModel& actor : actors) {
    const bool person = actor.type == ObjectClass::pedestrian;
    SurfaceSamples surface =
        sample_surface(actor.mesh, options.spacing_m, person ? options.most_of_person : options.most);
    SampleColours colours(surface.points.size());
    canvases.push_back({std::move(surface), std::move(colours), {}});
  }
  GS_TRY(CameraMasks masks, read_camera_masks(cameras));
  const Shots shots = choose_shots(actors, cameras, options);
  GS_CHECK(
      visit_images(shots.images, "painting actors", problems, progress, [&](std::size_t k, const assets::Image& image) {
        paint(canvases, actors, shots.images[k], shots.actors[k], image, masks[shots.images[k].camera]);
      }));
  std::vector<ActorSplats> out;
  for (std::size_t k = 0; k < actors.size(); ++k) {
    GS_TRY(ActorSplats painted, finish(canvases[k], is_vehicle(actors[k])));
    out.push_back(std::move(painted));
    canvases[k] = {{}, SampleColours(0), {}};
  }
  return out;
}

}  // namespace gs::builder
