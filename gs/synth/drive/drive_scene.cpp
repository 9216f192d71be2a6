// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/drive_scene.h"

#include "gs/synth/drive/rig.h"

namespace gs::synth {

Result<Scene> make_drive_scene(const DriveOptions& options) {
  GS_CHECK(check_drive(options));
  const Road road(options.street);
  const Ego ego(road, options.duration_s, options.ego);
  const TrafficDrive drive{.ego_s = [&](double time_s) { return ego.distance_along_road(time_s); },
                           .duration_s = options.duration_s,
                           .seed = static_cast<uint64_t>(options.street.seed)};
  return Scene::make(options.street, options.traffic, make_traffic(options.traffic_preset, road, drive));
}

}  // namespace gs::synth
