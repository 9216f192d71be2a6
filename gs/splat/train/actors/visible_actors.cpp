// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/visible_actors.h"

#include "gs/splat/api/instance.h"
#include "gs/splat/kernel/frustum.h"
#include "gs/splat/train/actors/actor_limits.h"
#include "gs/splat/train/image_corrections/refine_images.h"

namespace gs::splat::train {

Result<std::vector<VisibleActor>> visible_actors(const TrainingPlan& plan, const CorrectionState& corrections,
                                                 const TrainingView& photo, std::size_t view) {
  std::vector<VisibleActor> out;
  const RenderView camera{.camera = photo.camera, .map_from_camera = corrected_camera(plan, corrections, photo, view)};
  for (const ActorSighting& sighting : photo.actors) {
    const SplatInstance instance{.asset = sighting.actor, .map_from_asset = sighting.map_from_actor};
    GS_TRY(const ViewF from_actor, make_view(camera, instance, plan.render));
    // The sphere around the box, grown by the extent of a Gaussian at its border.
    const Vec3d size = plan.data.actors[sighting.actor].size_m;
    const auto radius = static_cast<float>(0.5 * norm(size)) + kActorMargin_m + 3 * kLargestActorScale_m;
    const Vec3f middle{0, 0, static_cast<float>(0.5 * size.z)};
    const Vec3f center = rotate(from_actor.camera_from_map, middle - from_actor.position);
    if (may_see_sphere(from_actor, frustum_of(from_actor), center, radius)) out.push_back({sighting.actor, from_actor});
  }
  return out;
}

}  // namespace gs::splat::train
