// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/actors/seen_objects.h"

#include <map>

namespace bench {
namespace {

using namespace gs;

std::vector<std::optional<Vec3d>> velocities_of(const TruthObject& object, const std::vector<mapping::Sweep>& sweeps) {
  std::vector<std::optional<Vec3d>> out(sweeps.size());
  for (std::size_t s = 0; s < sweeps.size(); ++s) {
    if (!object.boxes[s]) continue;
    const std::size_t a = s > 0 && object.boxes[s - 1] ? s - 1 : s;
    const std::size_t b = s + 1 < sweeps.size() && object.boxes[s + 1] ? s + 1 : s;
    const double time_s = (sweeps[b].stamp - sweeps[a].stamp).seconds();
    const Vec3d way = object.boxes[b]->floor - object.boxes[a]->floor;
    out[s] = time_s > 0 && norm(way) < 50 * time_s ? way / time_s : Vec3d{};
  }
  return out;
}

}  // namespace

bool SeenObject::moves(std::size_t sweep) const {
  constexpr double kMoving_mps = 0.5;
  return velocities[sweep] && norm(*velocities[sweep]) > kMoving_mps;
}

std::vector<SeenObject> seen_objects(const std::vector<mapping::Sweep>& sweeps, const TrackTruth& truth,
                                     double range_m) {
  std::vector<SeenObject> out;
  std::map<uint32_t, std::size_t> number;
  for (const TruthObject& object : truth.objects) {
    number[object.instance] = out.size();
    out.push_back({&object, velocities_of(object, sweeps), std::vector<std::size_t>(sweeps.size(), 0)});
  }
  for (std::size_t s = 0; s < sweeps.size(); ++s) {
    for (std::size_t i = 0; i < sweeps[s].points.size(); ++i) {
      const auto found = number.find(truth.instances[s][i]);
      if (found == number.end() || !(norm(sweeps[s].points[i].position_in_base) <= range_m)) continue;
      SeenObject& seen = out[found->second];
      ++seen.returns[s];
      seen.moving_returns += seen.moves(s) ? 1 : 0;
    }
    for (SeenObject& seen : out) {
      if (seen.returns[s] >= SeenObject::kFewReturns && seen.velocities[s]) {
        seen.travelled_m += 0.1 * norm(*seen.velocities[s]);
      }
    }
  }
  return out;
}

}  // namespace bench
