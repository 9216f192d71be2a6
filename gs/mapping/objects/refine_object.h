// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Motion, shape, box and class of one track. Private to build_objects().
#pragma once

#include "gs/mapping/objects/build_objects.h"
#include "gs/mapping/objects/measured_points.h"
#include "gs/mapping/objects/object_shape.h"

namespace gs::mapping {

// An object with its points, or the reason why it is none.
struct RefinedObject {
  MovingObjectModel model;
  std::vector<ShapePoint> shape;  // in the frame of the model
  std::optional<TrackRejection> rejection{};
};
RefinedObject refine_object(const ObjectTrack& track, const MeasuredTrack& measured, const GroundHeight& ground,
                            const ObjectOptions& options);

}  // namespace gs::mapping
