// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The principal point of an image that is scaled. Private to the camera models.
#pragma once

namespace gs {

// One coordinate of the principal point [px] after an image was scaled by a factor. Pixel centres have integer
// coordinates, so the image begins at -0.5; that edge is the fixed point of scaling.
constexpr double scaled_centre(double centre, double factor) { return (centre + 0.5) * factor - 0.5; }

}  // namespace gs
