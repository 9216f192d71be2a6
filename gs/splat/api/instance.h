// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Copies of an asset in a scene, each with a pose of its own: the vehicles and people of a world.
//
// A splat of an asset is not moved to the map frame. Instead, the camera is moved to the frame of the asset, with the
// motion of both during the readout. View-dependent colours and rolling shutter follow without code of their own.
#pragma once

#include <cstdint>
#include <optional>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/kernel/view.h"

namespace gs::splat {

struct RenderSettings;
struct RenderView;

// Motion of an instance during the readout of an image: constant velocity between the two poses.
struct InstanceMotion {
  Rigid3d map_from_asset_first{};  // pose when the first line is read
  Rigid3d map_from_asset_last{};   // pose when the last line is read
};

// An asset at a pose.
struct SplatInstance {
  uint32_t asset = 0;                      // index into the assets of Rasterizer::upload()
  Rigid3d map_from_asset{};                // pose at the time of the image
  std::optional<InstanceMotion> motion{};  // used by views with a rolling shutter; without it the instance stands
};

// The camera of `view` as the asset of the instance sees it: "map" in the result is the frame of the asset. Errors:
// invalid_argument for a pose that is not finite or not a rotation.
Result<ViewF> make_view(const RenderView& view, const SplatInstance& instance, const RenderSettings& settings);

}  // namespace gs::splat
