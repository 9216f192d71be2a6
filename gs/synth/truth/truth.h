// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What is true about a synthetic drive: ground, drivable area, geometry, poses, depth and masks, and views that were
// never recorded.
//
//   truth.json                      the drive's options and cameras
//   poses.csv                       map_from_base at 100 Hz: time_s,x,y,z,qx,qy,qz,qw
//   ground/heightmap.yaml, .bin     closed-form heights; NaN beyond the ground
//   ground/drivable.geojson         the area between the kerbs, without parked cars
//   mesh.glb                        all that stands still
//   frames.json                     one entry a frame: camera, index, time, pose, files
//   frames/<camera>/<index>.depth.png     16 bit, 1/256 m along the optical axis, 0: sky
//   frames/<camera>/<index>.instance.png  16 bit; objects.json names them
//   frames/<camera>/<index>.moving.png    255 on what moves
//   held_out.json, held_out/<camera>/<index>_<metres>m.png   views beside the path, with their poses
//   held_out/<camera>/<index>_<metres>m.moving.png   255 on what moves there, where something does
//   files.json                      the list of all these files: what is not in it is not ours to replace
#pragma once

#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/synth/drive/options.h"

namespace gs {

struct TruthOptions {
  int every = 12;                                // write every n-th frame of a camera
  std::vector<double> offsets_m = {0, 1, 2, 3};  // of held-out views, to the left of the path
  double heightmap_resolution_m = 0.2;
  int held_out_samples = 4;  // rays a pixel of held-out views: they have no noise either
};

void describe(auto& visit, TruthOptions& o) {
  visit("every", o.every, "write every n-th frame of a camera", Range{1, 100000});
  visit("offsets_m", o.offsets_m, "held-out views this far to the left of the path [m]", Range{-20, 20});
  visit("heightmap_resolution_m", o.heightmap_resolution_m, "between samples of the ground [m]", Range{0.02, 5});
  visit("held_out_samples", o.held_out_samples, "rays a pixel of held-out views", Range{1, 4});
}

struct TruthReport {
  int frames = 0, held_out = 0;
};

// The folder appears whole or not at all. With `replace`, an earlier truth to which nobody added anything makes room.
Result<TruthReport> write_truth(const fs::path& folder, bool replace, const DriveOptions& drive,
                                const TruthOptions& options, Progress& progress);

}  // namespace gs
