// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/training_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/api/instance.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::splat::train {
namespace {

// Source pixels covered by one output pixel along one axis, and the share of each (sum 1).
struct Cover {
  int begin = 0;
  std::vector<double> weights{};
};

// Box filter along one axis, from `from` to `to` pixels.
std::vector<Cover> covers(int from, int to) {
  std::vector<Cover> out(static_cast<std::size_t>(to));
  const double step = static_cast<double>(from) / to;
  for (int i = 0; i < to; ++i) {
    const double low = i * step, high = std::min((i + 1) * step, static_cast<double>(from));
    Cover& cover = out[static_cast<std::size_t>(i)];
    cover.begin = static_cast<int>(low);
    for (int k = cover.begin; k < from && k < high; ++k) {
      const double part = std::min<double>(k + 1, high) - std::max<double>(k, low);
      if (part > 1e-9) cover.weights.push_back(part / step);
    }
  }
  return out;
}

// Sizes of image and masks, camera and pose of one view.
Result<void> check_view(const TrainingView& view) {
  GS_CHECK(make_view({.camera = view.camera, .map_from_camera = view.map_from_camera}, {}));
  const std::size_t pixels = static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
  if (view.rgb8.size() != 3 * pixels) {
    return fail(ErrorCode::invalid_data, "the image has {} bytes, its camera of {} x {} pixels needs {}",
                view.rgb8.size(), view.camera.width, view.camera.height, 3 * pixels);
  }
  if (!view.mask.empty() && view.mask.size() != pixels) {
    return fail(ErrorCode::invalid_data, "the mask has {} bytes, its image {} pixels", view.mask.size(), pixels);
  }
  if (!view.sky.empty() && view.sky.size() != pixels) {
    return fail(ErrorCode::invalid_data, "the sky has {} bytes, its image {} pixels", view.sky.size(), pixels);
  }
  return {};
}

// Sightings of one view: known actors, each once, at finite poses.
Result<void> check_sightings(const TrainingView& view, std::size_t actors) {
  std::vector<bool> seen(actors, false);
  for (const ActorSighting& sighting : view.actors) {
    if (sighting.actor >= actors) {
      return fail(ErrorCode::invalid_data, "it shows actor {}, the data has {}", sighting.actor, actors);
    }
    if (seen[sighting.actor]) return fail(ErrorCode::invalid_data, "it shows actor {} twice", sighting.actor);
    seen[sighting.actor] = true;
    const RenderView camera{.camera = view.camera, .map_from_camera = view.map_from_camera};
    GS_CHECK(make_view(camera, SplatInstance{.map_from_asset = sighting.map_from_actor}, {})
                 .with_context(format("actor {}", sighting.actor)));
  }
  return {};
}

// Size and Gaussians of one actor.
Result<void> check_actor(const TrainedActor& actor) {
  const Vec3d s = actor.size_m;
  constexpr double kLeast_m = 0.05, kMost_m = 30;
  for (const double edge : {s.x, s.y, s.z}) {
    if (edge >= kLeast_m && edge <= kMost_m) continue;
    return fail(ErrorCode::invalid_data, "actor {} has an edge of {} m: {} to {} m are possible", actor.id, edge,
                kLeast_m, kMost_m);
  }
  if (actor.painted != nullptr && !actor.painted->empty()) return {};
  return fail(ErrorCode::invalid_data, "actor {} has no Gaussians to start from", actor.id);
}

// Source rectangle covered by one output pixel.
struct Area {
  const Cover& rows;
  const Cover& columns;
  std::size_t width = 0;  // of the source

  // Calls body(source index, weight) for every source pixel.
  template <class Body>
  void for_each(Body body) const {
    for (std::size_t j = 0; j < rows.weights.size(); ++j) {
      const std::size_t row = (static_cast<std::size_t>(rows.begin) + j) * width;
      for (std::size_t i = 0; i < columns.weights.size(); ++i) {
        body(row + static_cast<std::size_t>(columns.begin) + i, rows.weights[j] * columns.weights[i]);
      }
    }
  }
};

// Pixel coordinates of samples at another resolution; pixel centres are integers, hence the half pixel.
std::vector<DepthSample> scaled_samples(const std::vector<DepthSample>& samples, const CameraD& from,
                                        const CameraD& to) {
  const float sx = static_cast<float>(to.width) / static_cast<float>(from.width);
  const float sy = static_cast<float>(to.height) / static_cast<float>(from.height);
  std::vector<DepthSample> out(samples);
  for (DepthSample& s : out) s.x = (s.x + 0.5f) * sx - 0.5f, s.y = (s.y + 0.5f) * sy - 0.5f;
  return out;
}

}  // namespace

bool is_masked_entirely(const TrainingView& view) {
  return !view.mask.empty() && std::all_of(view.mask.begin(), view.mask.end(), [](uint8_t m) { return m == 0; });
}

void drop_masked_samples(TrainingView& view) {
  if (view.mask.empty()) return;
  const int width = view.camera.width, height = view.camera.height;
  std::erase_if(view.depth, [&](const DepthSample& s) {
    const long x = std::lround(s.x), y = std::lround(s.y);
    if (x < 0 || y < 0 || x >= width || y >= height) return true;
    return view.mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] == 0;
  });
}

std::string_view camera_of(const TrainingView& view) {
  const std::size_t slash = view.name.rfind('/');
  return slash == std::string::npos ? std::string_view() : std::string_view(view.name).substr(0, slash);
}

Result<void> check_training_data(const TrainingData& data) {
  for (const TrainingView& view : data.views) GS_CHECK(check_view(view).with_context("view " + view.name));
  if (data.actors.size() > kMostTrainedActors) {
    return fail(ErrorCode::limit_exceeded, "{} actors are too many to train: at most {}", data.actors.size(),
                kMostTrainedActors);
  }
  for (const TrainedActor& actor : data.actors) GS_CHECK(check_actor(actor));
  for (const TrainingView& view : data.views) {
    GS_CHECK(check_sightings(view, data.actors.size()).with_context("view " + view.name));
  }
  std::size_t held_out = 0;
  for (const TrainingView& view : data.views) {
    if (!view.held_out && !is_masked_entirely(view)) return {};
    held_out += view.held_out;
  }
  return fail(ErrorCode::invalid_data,
              "there is no image to train on: of {} given, {} are held out, {} masked entirely", data.views.size(),
              held_out, data.views.size() - held_out)
      .with_hint("0 in a mask leaves a pixel out; training.masks off trains without masks");
}

TrainingView scaled_down(TrainingView view, double scale, int max_side) {
  const int longest = std::max(view.camera.width, view.camera.height);
  if (max_side > 0) scale = std::min(scale, static_cast<double>(max_side) / longest);
  if (scale >= 1) return view;
  const auto side = [&](int n) { return std::max(1, static_cast<int>(std::lround(n * scale))); };
  TrainingView out{.name = view.name, .map_from_camera = view.map_from_camera, .held_out = view.held_out};
  out.timestamp_s = view.timestamp_s;
  out.actors = std::move(view.actors);
  out.camera = scaled(view.camera, side(view.camera.width), side(view.camera.height));
  // Separable box filter: every output pixel is the mean of the source area it covers.
  const std::vector<Cover> columns = covers(view.camera.width, out.camera.width);
  const std::vector<Cover> rows = covers(view.camera.height, out.camera.height);
  const std::size_t width = columns.size(), pixels = width * rows.size();
  out.rgb8.resize(3 * pixels);
  out.mask.resize(view.mask.empty() ? 0 : pixels);
  out.sky.resize(view.sky.empty() ? 0 : pixels);
  out.depth = scaled_samples(view.depth, view.camera, out.camera);
  parallel_for(
      rows.size(),
      [&](std::size_t y) {
        for (std::size_t x = 0; x < width; ++x) {
          double sum[3] = {0.5, 0.5, 0.5};  // rounds to nearest
          bool keep = true, sky = true;
          const Area area{rows[y], columns[x], static_cast<std::size_t>(view.camera.width)};
          area.for_each([&](std::size_t from, double weight) {
            for (std::size_t c = 0; c < 3; ++c) sum[c] += weight * view.rgb8[3 * from + c];
            keep = keep && (view.mask.empty() || view.mask[from] != 0);
            sky = sky && (view.sky.empty() || view.sky[from] != 0);
          });
          const std::size_t to = y * width + x;
          for (std::size_t c = 0; c < 3; ++c) out.rgb8[3 * to + c] = static_cast<uint8_t>(std::min(sum[c], 255.0));
          if (!out.mask.empty()) out.mask[to] = keep ? 255 : 0;
          if (!out.sky.empty()) out.sky[to] = sky ? 255 : 0;
        }
      },
      8);
  drop_masked_samples(out);
  return out;
}

double training_pixels(const TrainingData& data) {
  double sum = 0;
  for (const TrainingView& view : data.views) {
    if (!view.held_out) sum += static_cast<double>(view.camera.width) * view.camera.height;
  }
  return sum;
}

double viewing_distance_m(const TrainingData& data) {
  // At most this many points and cameras are compared, evenly chosen.
  constexpr std::size_t kMostPoints = 20'000, kMostCameras = 1000;
  constexpr double kWithoutPoints = 10;
  const std::size_t point_step = data.points.size() / kMostPoints + 1, view_step = data.views.size() / kMostCameras + 1;
  std::vector<double> nearest;
  for (std::size_t i = 0; i < data.points.size(); i += point_step) {
    if (!is_finite(data.points[i].position)) continue;
    double least2 = std::numeric_limits<double>::infinity();
    for (std::size_t v = 0; v < data.views.size(); v += view_step) {
      const Vec3d away = cast<double>(data.points[i].position) - data.views[v].map_from_camera.translation;
      least2 = std::min(least2, dot(away, away));
    }
    nearest.push_back(least2);
  }
  const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
  std::nth_element(nearest.begin(), middle, nearest.end());
  return nearest.empty() || !(*middle > 0) ? kWithoutPoints : std::sqrt(*middle);
}

double scene_extent_m(const TrainingData& data) {
  Vec3d mean{};
  for (const TrainingView& view : data.views) {
    mean += view.map_from_camera.translation / static_cast<double>(data.views.size());
  }
  double radius = 0;
  for (const TrainingView& view : data.views) radius = std::max(radius, norm(view.map_from_camera.translation - mean));
  const double distance_m = viewing_distance_m(data);
  return radius < 1e-6 * distance_m ? 0.1 * distance_m : std::clamp(1.1 * radius, 1e-3 * distance_m, distance_m);
}

}  // namespace gs::splat::train
