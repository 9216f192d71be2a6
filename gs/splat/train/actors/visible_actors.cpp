// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/visible_actors.h"

#include "gs/splat/api/instance.h"
#include "gs/splat/kernel/frustum.h"
#include "gs/splat/train/actors/actor_limits.h"
#include "gs/splat/train/image_corrections/refine_images.h"

namespace gs::splat::train {

Result<std::vector<VisibleActor>> visible_actors(const TrainingPlan& plan, const CorrectionState& corrections,
                                                 std::span<const ActorCorrections> actors, const TrainingView& photo,
                                                 std::size_t view) {
  std::vector<VisibleActor> out;
  const RenderView camera{.camera = photo.camera, .map_from_camera = corrected_camera(plan, corrections, photo, view)};
  for (const ActorSighting& sighting : photo.actors) {
    const std::size_t k = sighting.actor;
    const Vec3d offset = offset_at(plan.actor_corrections[k], actors[k], photo.timestamp_s.value_or(0));
    SplatInstance instance{.asset = sighting.actor, .map_from_asset = sighting.map_from_actor};
    if (!(offset == Vec3d{})) instance.map_from_asset = with_offset(instance.map_from_asset, offset);
    GS_TRY(ViewF from_actor, make_view(camera, instance, plan.render));
    from_actor.gain = gain_of(actors[k], plan.cameras[view]);
    // The sphere around the box, grown by the extent of a Gaussian at its border.
    const Vec3d size = plan.data.actors[sighting.actor].size_m;
    const auto radius = static_cast<float>(0.5 * norm(size)) + kActorMargin_m + 3 * kLargestActorScale_m;
    const Vec3f middle{0, 0, static_cast<float>(0.5 * size.z)};
    const Vec3f center = rotate(from_actor.camera_from_map, middle - from_actor.position);
    if (may_see_sphere(from_actor, frustum_of(from_actor), center, radius)) out.push_back({sighting.actor, from_actor});
  }
  return out;
}

void correct_visible_actor(const TrainingPlan& plan, std::span<ActorCorrections> actors, const VisibleActor& visible,
                           std::size_t view, uint64_t iteration, const ActorViewGradient& by) {
  const std::size_t k = visible.actor;
  correct_actor(plan.actor_corrections[k], actors[k],
                {.camera = plan.cameras[view],
                 .time_s = plan.data.views[view].timestamp_s.value_or(0),
                 .progress = progress_of(plan, iteration),
                 .steps_a_view =
                     static_cast<double>(plan.options.training.iterations) / static_cast<double>(plan.trainable.size()),
                 .view = visible.view,
                 .by_gain = by.log_gain,
                 .by_pose = by.pose});
}

}  // namespace gs::splat::train
