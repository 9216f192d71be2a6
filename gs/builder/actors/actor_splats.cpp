// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/actor_splats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "gs/builder/actors/sample_colours.h"
#include "gs/core/parallel.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

using mapping::MovingObjectModel;
using mapping::ObjectClass;

constexpr int kCell = 4;                 // [px] edge of a cell of the depth buffer
constexpr float kFacing = 0.25f;         // cosine: samples seen at a flatter angle take no colour
constexpr double kLeastCoverage = 0.02;  // with less, an actor has no Gaussians
constexpr std::size_t kViewsAtOnce = 8;  // decoded together; images are large
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

// An image and the actors that it may show.
struct Shot {
  const RecordedCamera* camera;
  const RecordedView* view;
  std::vector<std::size_t> actors;
};

// The images that may show actors, at most `most`, spread evenly.
std::vector<Shot> choose_shots(std::span<const MovingObjectModel> actors, std::span<const RecordedCamera> cameras,
                               const ActorSplatOptions& options) {
  std::vector<Shot> all;
  for (const RecordedCamera& camera : cameras) {
    for (const RecordedView& view : camera.views) {
      Shot shot{&camera, &view, {}};
      const Rigid3d camera_from_map = view.map_from_camera.inverse();
      for (std::size_t k = 0; k < actors.size(); ++k) {
        if (!is_seen(actors[k], view.stamp)) continue;
        const Rigid3d map_from_actor = mapping::state_at(actors[k].states, view.stamp).map_from_object();
        const Vec3d centre = camera_from_map * (map_from_actor * Vec3d{0, 0, 0.5 * actors[k].size.z});
        const double radius = 0.5 * norm(actors[k].size);
        if (norm(centre) <= options.max_range_m && norm(centre) > radius && centre.z > -radius)
          shot.actors.push_back(k);
      }
      if (!shot.actors.empty()) all.push_back(std::move(shot));
    }
  }
  const auto most = static_cast<std::size_t>(std::max(options.max_views, 1));
  if (all.size() <= most) return all;
  std::vector<Shot> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(std::move(all[i * all.size() / most]));
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
void project_samples(Canvas& canvas, const MovingObjectModel& actor, const Shot& shot) {
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
void paint(std::vector<Canvas>& canvases, std::span<const MovingObjectModel> actors, const Shot& shot,
           const assets::Image& image, const std::vector<uint8_t>& mask) {
  parallel_for(
      shot.actors.size(),
      [&](std::size_t k) { project_samples(canvases[shot.actors[k]], actors[shot.actors[k]], shot); }, 1);
  DepthBuffer depth(image.width, image.height);
  for (const std::size_t k : shot.actors) {
    for (const Projected& p : canvases[k].projected) depth.add(p);
  }
  parallel_for(
      shot.actors.size(),
      [&](std::size_t k) {
        Canvas& canvas = canvases[shot.actors[k]];
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
  std::map<const RecordedCamera*, std::vector<uint8_t>> masks;  // of cameras that have one
  for (const RecordedCamera& camera : cameras) {
    if (camera.mask.empty()) continue;
    GS_TRY(masks[&camera], dataset::read_gray8(camera.mask, camera.lens));
  }
  const std::vector<Shot> shots = choose_shots(actors, cameras, options);
  progress.begin("painting actors", shots.size(), "images");
  for (std::size_t begin = 0; begin < shots.size(); begin += kViewsAtOnce) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while painting actors");
    const std::size_t count = std::min(kViewsAtOnce, shots.size() - begin);
    // Decode in parallel; paint one image after the other, so that the result does not depend on the thread count.
    std::vector<std::optional<Result<assets::Image>>> images(count);
    parallel_for(
        count,
        [&](std::size_t k) {
          const Shot& shot = shots[begin + k];
          images[k] = dataset::read_recorded_image(shot.view->path, shot.camera->lens);
        },
        1);
    for (std::size_t k = 0; k < count; ++k) {
      if (*images[k]) {
        paint(canvases, actors, shots[begin + k], **images[k], masks[shots[begin + k].camera]);
      } else {
        problems.add(Severity::warning, std::move(*images[k]).error());
      }
    }
    progress.advance(begin + count);
  }
  progress.finish();
  std::vector<ActorSplats> out;
  for (std::size_t k = 0; k < actors.size(); ++k) {
    GS_TRY(ActorSplats painted, finish(canvases[k], is_vehicle(actors[k])));
    out.push_back(std::move(painted));
    canvases[k] = {{}, SampleColours(0), {}};
  }
  return out;
}

}  // namespace gs::builder
