// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/ground_quality.h"

#include <algorithm>
#include <cmath>

#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"

namespace gs::builder {

GroundQuality measure_ground(const world::World& world, const Node& geometry) {
  const world::HeightmapData& h = world.heightmap;
  const auto known = std::ranges::count_if(h.data, [](float z) { return std::isfinite(z); });
  GroundQuality out{.known_fraction = static_cast<double>(known) / static_cast<double>(h.data.size()),
                    .poses = world.trajectory->size()};
  double sum = 0;
  for (const StampedPose& pose : world.trajectory->poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    if (const auto z = world::ground_height(h, p.x, p.y)) sum += (p.z - *z) * (p.z - *z), ++out.over;
  }
  if (out.over > 0) out.rmse_m = std::sqrt(sum / static_cast<double>(out.over));
  out.drivable_m2 = world::area_m2(world.drivable);
  const double share = geometry["drivable_occupied_share"].number_or(-1);  // workspaces of older versions lack it
  if (share >= 0 && share <= 1) out.occupied_share = share;
  return out;
}

void add_to(Node& node, const GroundQuality& ground) {
  Node& coverage = node.add("heightmap", Node::map());
  coverage.add("known_fraction", Node::of(ground.known_fraction));
  coverage.add("how", Node::of("samples with a height, of all samples of the grid"));
  Node& path = node.add("ground_under_path", Node::map());
  path.add("rmse_m", ground.rmse_m ? Node::of(*ground.rmse_m) : Node{});
  path.add("poses", Node::of(static_cast<int64_t>(ground.over)));
  path.add("how", Node::of("height of base_link above the heightmap along the recorded path"));
  Node& drivable = node.add("drivable_area", Node::map());
  drivable.add("area_m2", Node::of(ground.drivable_m2));
  drivable.add("occupied_share", ground.occupied_share ? Node::of(*ground.occupied_share) : Node{});
  drivable.add("how", Node::of("samples of the heightmap in the drivable area with a map point 0.4 to 2 m above them"));
}

}  // namespace gs::builder
