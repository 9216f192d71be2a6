// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Overview image of a drive through one camera, for a quick look before recording.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/core/progress.h"
#include "gs/synth/drive/options.h"

namespace gs::synth {

// Number of images across and down.
struct ContactSheetOptions {
  int across = 2, down = 2;
};

void describe(auto& visit, ContactSheetOptions& o) {
  visit("across", o.across, "images per row", Range{1, 20});
  visit("down", o.down, "rows of images", Range{1, 20});
}

// Renders images at equal time steps of the drive and tiles them. camera: index into options.cameras. Errors: those of
// make_rig.
Result<assets::Image> make_contact_sheet(Scene& scene, const DriveOptions& options, std::size_t camera,
                                         const ContactSheetOptions& sheet);

}  // namespace gs::synth
