// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One picture of a whole drive through one camera, to look at before recording hours of it.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/core/progress.h"
#include "gs/synth/drive/options.h"

namespace gs {

struct ContactSheetOptions {
  int across = 2, down = 2;
};

void describe(auto& visit, ContactSheetOptions& o) {
  visit("across", o.across, "pictures in a row", Range{1, 20});
  visit("down", o.down, "rows", Range{1, 20});
}

// Frames evenly spread over the drive, of the given camera (an index into options.cameras).
Result<Image> make_contact_sheet(Scene& scene, const DriveOptions& options, std::size_t camera,
                                 const ContactSheetOptions& sheet);

}  // namespace gs
