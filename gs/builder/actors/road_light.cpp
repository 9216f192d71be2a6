// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/road_light.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gs/builder/actors/sun_fit.h"
#include "gs/builder/recording/image_pass.h"
#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

using mapping::MotionKind;
using mapping::MovingObjectModel;
using mapping::ObjectState;

constexpr double kDark = 8, kBright = 247;  // [8-bit] darker and brighter pixels tell nothing
constexpr double kHiddenMargin_m = 0.25;    // boxes hide points behind them, and this much beside them
constexpr std::size_t kLeastViews = 4;      // images of a point by a camera, for its brightness at other times
constexpr float kSteady = 0.1f;             // largest median deviation of the log brightness of a point
constexpr float kDarkest = -1.5f, kBrightest = 0.7f;  // log ratios beyond are cut: something else is in the image

// Whether an actor moves at a time.
bool moves_at(const MovingObjectModel& actor, Timestamp time) {
  return std::ranges::any_of(actor.phases, [&](const mapping::MotionPhase& p) {
    return p.kind == MotionKind::moving && p.from <= time && time <= p.to;
  });
}

// Keeps `most` of the values, spread evenly.
template <class T>
void thin(std::vector<T>& values, std::size_t most) {
  const std::size_t count = values.size();
  if (count <= most) return;
  for (std::size_t i = 0; i < most; ++i) values[i] = values[i * count / most];
  values.resize(most);
}

// Cells around the path of an actor.
void add_cells(const MovingObjectModel& actor, const SunOptions& options,
               std::vector<std::pair<int64_t, int64_t>>& out) {
  std::optional<Vec3d> last;
  const auto reach = static_cast<int64_t>(options.beside_m / options.spacing_m);
  for (const ObjectState& state : actor.states) {
    const Vec3d at = state.position_in_map;
    if (!moves_at(actor, state.stamp) || (last && norm(at - *last) < 0.5 * options.beside_m)) continue;
    last = at;
    const auto x = static_cast<int64_t>(std::floor(at.x / options.spacing_m)),
               y = static_cast<int64_t>(std::floor(at.y / options.spacing_m));
    for (int64_t i = -reach; i <= reach; ++i) {
      for (int64_t j = -reach; j <= reach; ++j) {
        if (i * i + j * j <= reach * reach) out.emplace_back(x + i, y + j);
      }
    }
  }
}

// Points of the road beside moving actors.
std::vector<Vec3d> road_points(std::span<const MovingObjectModel> actors, const mapping::GroundHeight& ground,
                               const SunOptions& options) {
  std::vector<std::pair<int64_t, int64_t>> cells;
  for (const MovingObjectModel& actor : actors.first(std::min(actors.size(), options.max_actors))) {
    add_cells(actor, options, cells);
  }
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  thin(cells, options.max_points);
  std::vector<Vec3d> points;
  for (const auto& [i, j] : cells) {
    const double x = (static_cast<double>(i) + 0.5) * options.spacing_m,
                 y = (static_cast<double>(j) + 0.5) * options.spacing_m;
    if (const auto z = ground(x, y)) points.push_back({x, y, *z});
  }
  return points;
}

// Images near moving actors, and from shortly before and after.
std::vector<RecordedShot> shots_near(std::span<const MovingObjectModel> actors, std::span<const RecordedCamera> cameras,
                                     const SunOptions& options) {
  const Duration margin = Duration::from_seconds(options.before_s);
  const double range_m = options.max_range_m + options.beside_m;
  std::vector<RecordedShot> shots;
  for (const RecordedCamera& camera : cameras) {
    for (const RecordedView& view : camera.views) {
      const bool near = std::ranges::any_of(actors, [&](const MovingObjectModel& actor) {
        if (actor.states.empty() || view.stamp < actor.states.front().stamp - margin ||
            view.stamp > actor.states.back().stamp + margin)
          return false;
        const Vec3d at = mapping::state_at(actor.states, view.stamp).position_in_map;
        return norm(at - view.map_from_camera.translation) < range_m;
      });
      if (near) shots.push_back({&camera, &view});
    }
  }
  thin(shots, options.max_views);
  return shots;
}

// The actors at the time of an image, as boxes in map.
struct Standing {
  Rigid3d actor_from_map;
  Vec3d size;
};
std::vector<Standing> standing_at(std::span<const MovingObjectModel> actors, Timestamp time) {
  std::vector<Standing> out;
  for (const MovingObjectModel& actor : actors) {
    if (actor.states.empty() || time < actor.states.front().stamp || time > actor.states.back().stamp) continue;
    out.push_back({mapping::state_at(actor.states, time).map_from_object().inverse(), actor.size});
  }
  return out;
}

// Whether the box lies between the camera and the point.
bool hides(const Standing& box, Vec3d camera, Vec3d point) {
  const Vec3d a = box.actor_from_map * camera, way = box.actor_from_map * point - a;
  const Vec3d half{box.size.x / 2 + kHiddenMargin_m, box.size.y / 2 + kHiddenMargin_m, 0};
  const double low[3] = {-half.x, -half.y, 0}, high[3] = {half.x, half.y, box.size.z + kHiddenMargin_m};
  const double from[3] = {a.x, a.y, a.z}, along[3] = {way.x, way.y, way.z};
  double enter = 0, leave = 1;
  for (int k = 0; k < 3; ++k) {
    const double step = std::abs(along[k]) < 1e-9 ? 1e-9 : along[k];
    const double t0 = (low[k] - from[k]) / step, t1 = (high[k] - from[k]) / step;
    enter = std::max(enter, std::min(t0, t1)), leave = std::min(leave, std::max(t0, t1));
  }
  return enter <= leave;
}

// Mean brightness of 3 x 3 pixels (Rec. 601), 0 to 255.
double brightness(const assets::Image& image, int x, int y) {
  double sum = 0;
  for (int v = y - 1; v <= y + 1; ++v) {
    for (int u = x - 1; u <= x + 1; ++u) {
      const uint8_t* rgb = image.row(v) + 3 * u;
      sum += 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
    }
  }
  return sum / 9;
}

// One point of the road in one image.
struct Observed {
  uint32_t point, camera, image;
  float value;  // logarithm of the brightness, then of its ratio to other times
};

// Where the road is seen, image after image.
class RoadWatch {
 public:
  RoadWatch(std::vector<Vec3d> points, std::span<const MovingObjectModel> actors, const SunOptions& options)
      : points_(std::move(points)), actors_(actors), options_(options) {}

  // Adds an image; `mask` is empty or 0 where the image shows nothing.
  void add(const RecordedShot& shot, uint32_t camera, uint32_t number, const assets::Image& image,
           const std::vector<uint8_t>& mask) {
    const CameraD& lens = shot.camera->lens;
    const Vec3d eye = shot.view->map_from_camera.translation;
    const Rigid3d camera_from_map = shot.view->map_from_camera.inverse();
    const std::vector<Standing> boxes = standing_at(actors_, shot.view->stamp);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double range = norm(points_[i] - eye);
      if (range < options_.min_range_m || range > options_.max_range_m) continue;
      const Vec3d p = camera_from_map * points_[i];
      if (!can_project(lens, p)) continue;
      const Vec2d pixel = project(lens, p);
      if (!(pixel.x >= 1 && pixel.y >= 1 && pixel.x < lens.width - 2 && pixel.y < lens.height - 2)) continue;
      const int x = static_cast<int>(std::lround(pixel.x)), y = static_cast<int>(std::lround(pixel.y));
      const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
      if (!mask.empty() && mask[at] == 0) continue;
      if (std::ranges::any_of(boxes, [&](const Standing& box) { return hides(box, eye, points_[i]); })) continue;
      const double value = brightness(image, x, y);
      if (value < kDark || value > kBright) continue;
      seen_.push_back({static_cast<uint32_t>(i), camera, number, static_cast<float>(std::log(value))});
    }
  }

  // The road of every image, each point relative to itself at other times and each image to the others.
  std::vector<RoadImage> compare(std::span<const RecordedShot> shots) {
    compare_points();
    std::ranges::stable_sort(seen_, {}, &Observed::image);
    std::vector<RoadImage> out;
    for (auto from = seen_.begin(); from != seen_.end();) {
      const auto to = std::find_if(from, seen_.end(), [&](const Observed& o) { return o.image != from->image; });
      const float exposure = median({from, to});
      RoadImage& road = out.emplace_back();
      for (const MovingObjectModel& actor : actors_) add_box(actor, shots[from->image].view->stamp, road.boxes);
      for (; from != to; ++from) {
        const Vec3d at = points_[from->point];
        road.samples.push_back({{at.x, at.y}, std::clamp(from->value - exposure, kDarkest, kBrightest)});
      }
    }
    return out;
  }

 private:
  static float median(std::span<const Observed> seen) {
    std::vector<float> values;
    for (const Observed& o : seen) values.push_back(o.value);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }
  static void add_box(const MovingObjectModel& actor, Timestamp time, std::vector<CastingBox>& out) {
    if (actor.states.empty() || time < actor.states.front().stamp || time > actor.states.back().stamp) return;
    const ObjectState state = mapping::state_at(actor.states, time);
    out.push_back(
        {{state.position_in_map.x, state.position_in_map.y}, state.yaw, actor.size.x, actor.size.y, actor.size.z});
  }
  // Divides the values of each point and camera by their median; drops those seen too rarely or not steady.
  void compare_points() {
    const auto key = [](const Observed& o) { return std::pair{o.point, o.camera}; };
    std::ranges::stable_sort(seen_, {}, key);
    std::vector<Observed> kept;
    for (auto from = seen_.begin(); from != seen_.end();) {
      const auto to = std::find_if(from, seen_.end(), [&](const Observed& o) { return key(o) != key(*from); });
      if (static_cast<std::size_t>(to - from) >= kLeastViews) {
        const float usual = median({from, to});
        for (auto o = from; o != to; ++o) o->value -= usual;
        const auto first = static_cast<std::ptrdiff_t>(kept.size());
        kept.insert(kept.end(), from, to);
        // Poles and parked cars between a driving camera and the point, or a kerb in it: its brightness says nothing.
        for (auto o = from; o != to; ++o) o->value = std::abs(o->value);
        if (median({from, to}) > kSteady) kept.erase(kept.begin() + first, kept.end());
      }
      from = to;
    }
    seen_ = std::move(kept);
  }

  std::vector<Vec3d> points_;
  std::span<const MovingObjectModel> actors_;
  const SunOptions& options_;
  std::vector<Observed> seen_;
};

}  // namespace

Result<std::optional<world::SunLight>> find_sun(std::span<const MovingObjectModel> actors,
                                                std::span<const RecordedCamera> cameras,
                                                const mapping::GroundHeight& ground, const SunOptions& options,
                                                Problems& problems, Progress& progress) {
  std::vector<Vec3d> points = road_points(actors, ground, options);
  if (points.empty()) return std::optional<world::SunLight>();
  GS_TRY(CameraMasks masks, read_camera_masks(cameras));
  const std::vector<RecordedShot> shots = shots_near(actors, cameras, options);
  RoadWatch watch(std::move(points), actors, options);
  GS_CHECK(visit_images(shots, "looking for shadows of actors", problems, progress,
                        [&](std::size_t k, const assets::Image& image) {
                          const auto camera = static_cast<uint32_t>(shots[k].camera - cameras.data());
                          watch.add(shots[k], camera, static_cast<uint32_t>(k), image, masks[shots[k].camera]);
                        }));
  return fit_sun(watch.compare(shots));
}

}  // namespace gs::builder
