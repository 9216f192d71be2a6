// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR rays against the meshes of moving actors.
#pragma once

#include <span>
#include <vector>

#include "gs/geometry/mat3.h"
#include "gs/raycast/api/sweep.h"
#include "gs/raycast/bvh.h"
#include "gs/sim/traffic/actor_motion.h"
#include "gs/world/actor_models.h"

namespace gs::sim {

// When and where the columns of a sweep are fired.
struct SweepColumns {
  Vec3d origin{};                  // of the sensor poses of the sweep, in map [m]
  std::span<const Vec2d> ahead;    // (cosine, sine) of the azimuth of each column, in the sensor frame
  double widest_offset_rad = 0;    // largest azimuth offset of a beam from its column
  std::span<const double> shares;  // time of each column as a share of the interval of the motions, 0 to 1
};

// Owns one bounding volume hierarchy an asset. A ray is moved into the frame of the actor at the time at which it is
// fired; rigid transforms keep distances.
class ActorCaster {
 public:
  // Copies the meshes. Errors: invalid_argument for indices out of range and non-finite vertices.
  static Result<ActorCaster> build(std::span<const world::ActorModel> models);

  // Replaces returns by nearer hits of actors and sets their reflectances; of equal distances the earlier actor wins,
  // and a return that is already there wins over all actors. The result does not depend on the number of threads.
  // returns and reflectances have one value a ray of the sweep.
  void cast(const raycast::Sweep& sweep, const SweepColumns& columns, std::span<const ActorMotion> motions,
            std::span<raycast::SweepReturn> returns, std::span<float> reflectances) const;

 private:
  struct Shape {
    raycast::Bvh bvh;
    Vec3d centre{};          // of a sphere around the mesh, in the frame of the asset [m]
    double radius = 0;       // [m]
    double half_height = 0;  // of the mesh [m]
    std::vector<uint32_t> triangles{};
    std::vector<float> reflectance{};  // one a vertex; empty: that of everything else
  };
  void cast_columns(const raycast::Sweep& sweep, const SweepColumns& columns, const ActorMotion& motion,
                    std::size_t begin, std::size_t end, std::span<raycast::SweepReturn> returns,
                    std::span<float> reflectances) const;
  std::vector<Shape> shapes_;
};

}  // namespace gs::sim
