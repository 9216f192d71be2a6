// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground-truth images: which actor is which in an image, and where camera and actors were at the previous image.
#include <algorithm>
#include <limits>

#include "gs/sim/simulator_impl.h"

namespace gs::sim {
namespace {

// Pose of an instance that is not known at the previous image.
const Rigid3d kNowhere{{}, {std::numeric_limits<double>::quiet_NaN(), 0, 0}};

}  // namespace

Result<void> Simulator::Impl::check_flow(const CameraUnit& camera) const {
  // Images are up to one period and one step apart, and the previous one begins before the readout of this one.
  const Duration period = std::max(clock.dt(), Duration::from_seconds(1 / camera.trigger.rate_hz()));
  const Duration needed = period + clock.dt() * static_cast<int64_t>(camera.readout_steps + 1);
  if (!options.sensors.camera.ground_truth.flow || needed < PoseHistory::kSpan) return {};
  return fail(ErrorCode::unsupported,
              "sensors.camera.ground_truth.flow: camera {} takes an image every {} s, the simulator supports at most "
              "{} s",
              camera.calibration->id, period.seconds(), (PoseHistory::kSpan - (needed - period)).seconds())
      .with_hint("raise sensors.camera.rate_override, or leave the camera out of sensors.camera.cameras");
}

// Time of the last image of a camera before a step; empty before the first one, and if the vehicle was placed since.
std::optional<Timestamp> Simulator::Impl::previous_image(const CameraUnit& camera, uint64_t step) const {
  while (step-- > 0 && clock.at(step) >= poses.oldest()) {
    if (camera.trigger.fires_at(step)) return clock.at(step);
  }
  return std::nullopt;
}

void Simulator::Impl::prepare_truth(const std::vector<Exposure>& firing) {
  truth_scenes.assign(firing.size(), {});
  for (std::size_t i = 0; i < firing.size(); ++i) {
    TruthScene& scene = truth_scenes[i];
    const std::vector<uint32_t> shown =
        actor_clouds ? actor_clouds->shown(*traffic, firing[i].stamp) : std::vector<uint32_t>{};
    for (const uint32_t actor : shown) {
      const Actor& a = traffic->actors()[actor];
      scene.labels.push_back({a.number, class_code_of(traffic->class_of(a))});
    }
    if (!options.sensors.camera.ground_truth.flow) continue;
    const auto unit = std::find_if(cameras.begin(), cameras.end(),
                                   [&](const CameraUnit& c) { return c.calibration == firing[i].camera; });
    const auto first = previous_image(*unit, clock.step() - unit->readout_steps);
    if (!first) continue;
    scene.before = render::view_of(*unit->calibration, *first, [this](Timestamp t) { return poses.at(t); });
    const auto& shutter = unit->calibration->rolling_shutter;
    const Timestamp last = *first + Duration::from_seconds(shutter ? shutter->readout_sec : 0);
    for (const uint32_t actor : shown) {
      const auto state = traffic->state_at(actor, *first);
      splat::SplatInstance& was = scene.before_instances.emplace_back();
      was.map_from_asset = state ? state->map_from_actor : kNowhere;
      if (state && last > *first)
        was.motion = splat::InstanceMotion{was.map_from_asset, traffic->nearest_state(actor, last).map_from_actor};
    }
  }
}

}  // namespace gs::sim
