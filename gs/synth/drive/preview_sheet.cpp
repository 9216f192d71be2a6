// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/preview_sheet.h"

#include "gs/assets/image/contact_sheet.h"
#include "gs/synth/drive/exposure.h"

namespace gs::synth {

Result<assets::Image> make_contact_sheet(Scene& scene, const DriveOptions& options, std::size_t camera,
                                         const ContactSheetOptions& sheet) {
  GS_TRY(const Rig rig, make_rig(options));
  GS_EXPECT(camera < rig.cameras.size());
  const CameraMount& mount = rig.cameras[camera];
  const CameraSensor sensor(mount.camera, options.imaging.samples);
  const Ego ego(scene.street().road, options.duration_s, options.ego);
  const int count = sheet.across * sheet.down;
  std::vector<assets::Image> images;
  for (int i = 0; i < count; ++i) {
    // The middle of each of `count` equal parts of the drive.
    const double t = options.duration_s * (i + 0.5) / count;
    GS_CHECK(scene.set_interval(t, t + options.rolling_shutter_s));
    const auto poses = camera_poses(ego, mount, t, options.rolling_shutter_s);
    images.push_back(sensor.take(scene, poses, options.imaging, static_cast<uint64_t>(i)).rgb);
  }
  return assets::contact_sheet(images, {.across = sheet.across});
}

}  // namespace gs::synth
