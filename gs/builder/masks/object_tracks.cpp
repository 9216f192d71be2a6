// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/object_tracks.h"

#include <algorithm>
#include <limits>

namespace gs::builder {
namespace {

// Longest time between two sweeps of one LiDAR.
constexpr double kLongestTurn_s = 0.3;
// Largest ratio of point counts of one object in two sweeps. An object that was split by a post or merged with its
// neighbour has another centroid, from which no velocity follows.
constexpr double kMostGrowth = 1.6;
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

double median(double a, double b, double c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// Displacement of an object between two sweeps: median of the moves of its minimum, centroid and maximum (the centroid
// is biased to the near side, an end may be occluded). z is ignored.
Vec3d way_between(const MovingObject::Place& a, const MovingObject::Place& b) {
  return {median(b.low.x - a.low.x, b.middle.x - a.middle.x, b.high.x - a.high.x),
          median(b.low.y - a.low.y, b.middle.y - a.middle.y, b.high.y - a.high.y), 0};
}

// Links objects of consecutive sweeps and derives velocities from the links.
class Tracks {
 public:
  Tracks(std::vector<MovingObject>& objects, const MovingObjectOptions& options)
      : objects_(objects), options_(options), next_(objects.size(), kNone), previous_(next_) {}

  // Links objects of two sweeps if each is the nearest neighbour of the other.
  void link(const SweepObjects& first, const SweepObjects& second) {
    for (std::size_t from = first.begin; from < first.end; ++from) {
      const std::size_t to = nearest(from, second);
      if (to == kNone || nearest(to, first) != from) continue;
      MovingObject &a = objects_[from], &b = objects_[to];
      const double passed_s = (b.stamp - a.stamp).seconds();
      if (passed_s <= 0 || norm(b.place.middle - a.place.middle) > options_.max_speed_mps * passed_s) continue;
      a.after = b.stamp, b.before = a.stamp;
      // Seen again in any case, but linked for velocities only if the object looks alike.
      const auto [less, more] = std::minmax({a.points.size(), b.points.size()});
      if (static_cast<double>(more) <= kMostGrowth * static_cast<double>(less)) next_[from] = to, previous_[to] = from;
    }
  }

  // Velocity over the previous and the next sweep, or over one of them.
  void find_velocities() {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      // Central difference if both neighbours are linked.
      const MovingObject& from = objects_[previous_[i] == kNone ? i : previous_[i]];
      const MovingObject& to = objects_[next_[i] == kNone ? i : next_[i]];
      if (&from == &to) continue;
      MovingObject& s = objects_[i];
      const Vec3d way = way_between(from.place, s.place) + way_between(s.place, to.place);
      s.velocity = way / (to.stamp - from.stamp).seconds();
    }
  }

  // Adds parts of near objects that lie below the lowest beam, copied from sweeps before or after.
  void complete() {
    // Kept apart until all objects have looked: borrowed points must not be lent on.
    std::vector<std::vector<MovingObject::Point>> borrowed(objects_.size());
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (reaches_down(objects_[i])) continue;
      for (const std::vector<std::size_t>* towards : {&previous_, &next_}) borrow(i, *towards, borrowed[i]);
    }
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      objects_[i].points.insert(objects_[i].points.end(), borrowed[i].begin(), borrowed[i].end());
    }
  }

 private:
  // Nearest object of another sweep within reach. Objects are sorted by x, so only a part of them is searched.
  std::size_t nearest(std::size_t of, const SweepObjects& in) const {
    const Vec3d middle = objects_[of].place.middle;
    double least = options_.max_speed_mps * kLongestTurn_s;
    const auto all = std::span(objects_).subspan(in.begin, in.end - in.begin);
    const auto x_of = [](const MovingObject& s) { return s.place.middle.x; };
    std::size_t best = kNone;
    for (auto it = std::ranges::lower_bound(all, middle.x - least, {}, x_of);
         it != all.end() && x_of(*it) <= middle.x + least; ++it) {
      const double away = norm(it->place.middle - middle);
      if (away < least) best = in.begin + static_cast<std::size_t>(it - all.begin()), least = away;
    }
    return best;
  }

  // True if the object was seen nearly down to the ground.
  bool reaches_down(const MovingObject& s) const {
    return std::ranges::any_of(s.points, [&](const MovingObject::Point& p) {
      return static_cast<double>(p.in_map.z - p.ground_z) < options_.seen_down_to_m;
    });
  }

  // Copies the points of the nearest sweep that saw the object down to the ground, moved to its present position.
  void borrow(std::size_t of, const std::vector<std::size_t>& towards, std::vector<MovingObject::Point>& out) const {
    Vec3d way{};
    std::size_t at = of;
    for (int turn = 0; turn < options_.max_turns_back; ++turn) {
      const std::size_t other = towards[at];
      if (other == kNone) return;
      way = way + way_between(objects_[other].place, objects_[at].place);
      at = other;
      if (!reaches_down(objects_[at])) continue;
      for (MovingObject::Point point : objects_[at].points) {
        point.in_map = point.in_map + cast<float>(way);
        out.push_back(point);
      }
      return;
    }
  }

  std::vector<MovingObject>& objects_;
  const MovingObjectOptions& options_;
  std::vector<std::size_t> next_, previous_;  // links of one object; kNone if its point count changed too much
};

}  // namespace

void follow(std::vector<MovingObject>& objects, std::span<const SweepObjects> sweeps,
            const MovingObjectOptions& options) {
  // Link each sweep with the next one of the same LiDAR.
  Tracks tracks(objects, options);
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    for (std::size_t k = i + 1; k < sweeps.size(); ++k) {
      if ((sweeps[k].stamp - sweeps[i].stamp).seconds() > kLongestTurn_s) break;
      if (norm(sweeps[k].sensor_in_base - sweeps[i].sensor_in_base) > 1e-6) continue;
      tracks.link(sweeps[i], sweeps[k]);
      break;
    }
  }
  tracks.find_velocities();
  tracks.complete();
}

}  // namespace gs::builder
