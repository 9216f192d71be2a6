// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sections of report.html that show the drive and its evidence.
#pragma once

#include "gs/builder/report/report_page.h"

namespace gs::builder {

// Map with ground, drivable area, path, and compared images by verdict.
report::Html map_section(const ReportContent& content);
// At most six compared images: the worst, the best, and others spread over the drive.
report::Html images_section(const ReportContent& content);
// PSNR, depth error and speed along the path.
report::Html along_section(const ReportContent& content);
// What was decided about the poses, on what evidence, and the corrections along the path.
report::Html poses_section(const ReportContent& content);
// What was decided about the poses and clocks of the cameras, with projected points before and after.
report::Html cameras_section(const ReportContent& content);
// Quality of each actor, of its Gaussians before and after training, and tracks that are none by reason. `tracks` is
// tracks.json of 07_actors, `exported` export.json; tracks may be null.
report::Html actors_section(const Node& tracks, const Node& exported);
// What the masks cover.
report::Html masks_section(const ReportContent& content);

}  // namespace gs::builder
