// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/contact_sheet.h"

#include <algorithm>

#include "gs/synth/drive/exposure.h"

namespace gs {

Result<Image> make_contact_sheet(Scene& scene, const DriveOptions& options, std::size_t camera,
                                 const ContactSheetOptions& sheet) {
  GS_TRY(const Rig rig, make_rig(options));
  GS_EXPECT(camera < rig.cameras.size());
  const CameraMount& mount = rig.cameras[camera];
  const CameraSensor sensor(mount.camera, options.imaging.samples);
  const Ego ego(scene.street().road, options.duration_s, options.ego);
  Image out = Image::make(mount.camera.width * sheet.across, mount.camera.height * sheet.down, 3);
  const int count = sheet.across * sheet.down;
  for (int i = 0; i < count; ++i) {
    // The middle of each of `count` equal parts of the drive.
    const double t = options.duration_s * (i + 0.5) / count;
    GS_CHECK(scene.set_interval(t, t + options.rolling_shutter_s));
    const Image tile = sensor
                           .take(scene, camera_poses(ego, mount, t, options.rolling_shutter_s), options.imaging,
                                 static_cast<uint64_t>(i))
                           .rgb;
    for (int y = 0; y < tile.height; ++y) {
      uint8_t* to =
          out.row(i / sheet.across * tile.height + y) + static_cast<std::size_t>(i % sheet.across) * tile.row_bytes();
      std::copy(tile.row(y), tile.row(y) + tile.row_bytes(), to);
    }
  }
  return out;
}

}  // namespace gs
