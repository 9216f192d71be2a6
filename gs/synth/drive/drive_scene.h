// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The scene of a drive: its street and its traffic.
#pragma once

#include "gs/synth/drive/options.h"
#include "gs/synth/sensors/scene.h"

namespace gs::synth {

// Builds the scene. A traffic preset is planned around the drive of the vehicle. Errors: those of check_drive and
// Scene::make.
Result<Scene> make_drive_scene(const DriveOptions& options);

}  // namespace gs::synth
