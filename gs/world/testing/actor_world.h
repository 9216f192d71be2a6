// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// worlds/minimal_test with a car that brakes and parks and a pedestrian, in a folder of its own. Test code only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/assets/glb/glb.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/bundle.h"

namespace gs::world {

// Car "a1" with asset "car_a1": along y = 3 from x = 0, braking from 4 m/s with 2 m/s2, from t = 2 s to 4 s parked at
// x = 4. Pedestrian "a2" with asset "walker": from (2, -4) with 1 m/s in +y for 3 s.
ActorTrajectories two_actors();
// Their assets: 40 splats and a box as mesh for the car, four shapes of 10 splats for the pedestrian.
ActorAssets two_assets();

// A box as a closed mesh, with a reflectance of 0.2.
assets::TriangleMesh box_mesh(Vec3d size);
// Gaussians spread over a box whose floor has its middle in the origin.
splat::GaussianCloud splats_in_box(std::size_t count, Vec3d size);

// The bundle on disk.
class ActorWorld {
 public:
  ActorWorld();
  const fs::path& bundle() const { return bundle_; }
  const fs::path& outside() const { return folder_.path(); }  // the folder around the bundle
  // Text of a file, or "missing".
  std::string text(std::string_view file) const;
  // Replaces the first occurrence of `from`, which must be there.
  void edit(std::string_view file, std::string_view from, std::string_view to) const;
  void write(std::string_view file, std::string_view content) const;
  // The lines of the validator's report that are no "ok".
  std::string report() const;
  // Saves this world again with other actors, over the old bundle; the error, or "".
  std::string save(const ActorTrajectories& trajectories, const ActorAssets& assets) const;

 private:
  TemporaryFolder folder_;
  fs::path bundle_ = folder_ / "world";
};

}  // namespace gs::world
